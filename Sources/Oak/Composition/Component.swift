/// A machine within another machine: where its events, its effects and its environment come from and go to.
///
/// A component is stated once, as a constant of the composite:
///
/// ```swift
/// enum Turnstiles: EffectTransducer {
///     struct State { var left = Turnstile.State.locked, right = Turnstile.State.locked }
///     enum Event { case left(Turnstile.Event), right(Turnstile.Event) }
///
///     static let left = Component<Self, Turnstile>(
///         "left", event: Event.left, extract: { if case .left(let event) = $0 { event } else { nil } })
///     static let right = Component<Self, Turnstile>(
///         "right", event: Event.right, extract: { if case .right(let event) = $0 { event } else { nil } })
///
///     static func update(_ state: inout State, event: Event) -> Effect? {
///         switch event {
///         case .left(let event): left.step(&state.left, event: event).effect
///         case .right(let event): right.step(&state.right, event: event).effect
///         }
///     }
/// }
/// ```
public struct Component<Composite: ExecutableTransducer, Machine: ExecutableTransducer>: Sendable {
    /// An effect of the composite.
    public typealias Effect = TransducerEffect<Composite.Event, Composite.Env, Composite.Input>

    @usableFromInline
    typealias Lift = Oak.Lift<Machine.Event, Machine.Env, Machine.Input, Composite.Event, Composite.Env>

    @usableFromInline let lift: Lift

    @inlinable
    init(_ lift: Lift) { self.lift = lift }

    /// The names of the component and of those around it within the composite, the outermost first.
    @inlinable
    public var path: [ComponentID] { lift.path }

    /// States a component.
    ///
    /// - Parameters:
    ///   - id: Its name; no other component of the composite may have an equal one.
    ///   - embed: Makes an event of the composite out of one of the component; usually an enum case.
    ///   - extract: Finds the component's event in one of the composite; `nil` if it is about something else.
    ///   - project: Finds the component's environment in that of the composite.
    @inlinable
    public init(
        _ id: some Hashable & Sendable, event embed: @escaping @Sendable (Machine.Event) -> Composite.Event,
        extract: @escaping @Sendable (Composite.Event) -> Machine.Event?,
        env project: @escaping @Sendable (Composite.Env) -> Machine.Env
    ) {
        self.init(Lift(.path([ComponentID(id)]), embed: embed, extract: extract, project: project))
    }

    /// A component of this component, as one of the composite.
    ///
    /// - Parameter inner: A component of this component's machine.
    /// - Returns: The component that takes both steps at once.
    @inlinable
    public func appending<Inner>(_ inner: Component<Machine, Inner>) -> Component<Composite, Inner> {
        Component<Composite, Inner>(lift.appending(inner.lift))
    }

    /// The identity that an effect of the component has in the composite.
    ///
    /// - Parameter id: The identity that the component gave to it.
    @inlinable
    public func id(_ id: some Hashable & Sendable) -> EffectID { EffectID(id).within(path) }
}

extension Component where Machine.Env == Void {
    /// States a component without an environment.
    ///
    /// - Parameters:
    ///   - id: Its name; no other component of the composite may have an equal one.
    ///   - embed: Makes an event of the composite out of one of the component; usually an enum case.
    ///   - extract: Finds the component's event in one of the composite; `nil` if it is about something else.
    @inlinable
    public init(
        _ id: some Hashable & Sendable, event embed: @escaping @Sendable (Machine.Event) -> Composite.Event,
        extract: @escaping @Sendable (Composite.Event) -> Machine.Event?
    ) {
        self.init(Lift(.path([ComponentID(id)]), embed: embed, extract: extract, project: { _ in }))
    }
}

extension TransducerProxy {
    /// The handle that sends events to a component.
    ///
    /// - Parameter component: A component of the machine that this proxy drives.
    @inlinable
    public func input<Composite, Machine>(of component: Component<Composite, Machine>) -> Machine.Input
    where Composite.Event == Event {
        Machine.Input(InputPort(mailbox).embedding(component.lift.embed))
    }
}
