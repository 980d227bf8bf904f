/// Components of one kind that are added and removed as the composite runs.
///
/// Their states are in a ``Children`` of the composite's state; each event says whose it is.
public struct ComponentCollection<
    Composite: ExecutableTransducer, ID: Hashable & Sendable, Machine: ExecutableTransducer
>:
    Sendable
{
    @usableFromInline let name: ComponentID
    @usableFromInline let embed: @Sendable (ID, Machine.Event) -> Composite.Event
    @usableFromInline let extract: @Sendable (Composite.Event) -> (ID, Machine.Event)?
    @usableFromInline let project: @Sendable (Composite.Env) -> Machine.Env

    /// States a collection of components.
    ///
    /// - Parameters:
    ///   - id: Its name; no other component of the composite may have an equal one.
    ///   - embed: Makes an event of the composite out of a key and an event of the component of that key.
    ///   - extract: Finds key and event in an event of the composite; `nil` if it is about something else.
    ///   - project: Finds the environment of the components in that of the composite.
    @inlinable
    public init(
        _ id: some Hashable & Sendable, event embed: @escaping @Sendable (ID, Machine.Event) -> Composite.Event,
        extract: @escaping @Sendable (Composite.Event) -> (ID, Machine.Event)?,
        env project: @escaping @Sendable (Composite.Env) -> Machine.Env
    ) {
        name = ComponentID(id)
        self.embed = embed
        self.extract = extract
        self.project = project
    }

    /// The component of a key.
    ///
    /// - Parameter id: The key.
    @inlinable
    public subscript(id: ID) -> Component<Composite, Machine> {
        Component(
            Lift(
                .path([ComponentID(.element(name, EffectID(id)))]),
                embed: { [embed] in embed(id, $0) },
                extract: { [extract] in
                    guard let (key, event) = extract($0), key == id else { return nil }
                    return event
                }, project: project))
    }
}

extension ComponentCollection where Machine.Env == Void {
    /// States a collection of components without an environment.
    ///
    /// - Parameters:
    ///   - id: Its name; no other component of the composite may have an equal one.
    ///   - embed: Makes an event of the composite out of a key and an event of the component of that key.
    ///   - extract: Finds key and event in an event of the composite; `nil` if it is about something else.
    @inlinable
    public init(
        _ id: some Hashable & Sendable, event embed: @escaping @Sendable (ID, Machine.Event) -> Composite.Event,
        extract: @escaping @Sendable (Composite.Event) -> (ID, Machine.Event)?
    ) {
        self.init(id, event: embed, extract: extract, env: { _ in })
    }
}

extension ComponentCollection {
    /// Lets one component process an event.
    ///
    /// - Parameters:
    ///   - children: The states of the components.
    ///   - id: The key of the one that the event is for.
    ///   - event: The event.
    /// - Returns: What that means for the composite.
    @inlinable
    public func step(
        _ children: inout Children<ID, Machine.State>, _ id: ID, event: Machine.Event
    ) -> ComponentStep<Component<Composite, Machine>.Effect, Machine.Output> {
        self[id].step(&children.states[id], event: event)
    }

    /// Lets every component process an event, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - children: The states of the components.
    ///   - event: The event.
    /// - Returns: The effect for the composite, and what each of the components has answered.
    @inlinable
    public func broadcast(
        _ children: inout Children<ID, Machine.State>, event: Machine.Event
    ) -> (
        effect: Component<Composite, Machine>.Effect?,
        steps: [(id: ID, step: ComponentStep<Component<Composite, Machine>.Effect, Machine.Output>)]
    ) {
        var effects: [Component<Composite, Machine>.Effect] = []
        let steps = children.ids.map { id in
            let step = step(&children, id, event: event)
            if let effect = step.effect { effects.append(effect) }
            return (id, step)
        }
        return (effects.isEmpty ? nil : .init(content: .list(effects)), steps)
    }

    /// Says where the components are.
    ///
    /// - Parameter children: Where their states are in that of the composite.
    @inlinable
    public func there(
        in children: @escaping @Sendable (inout Composite.State, (inout Children<ID, Machine.State>) -> Void) -> Void
    ) -> Attendance<Composite> {
        let departures = Departures(name: name, extract: extract)
        return Attendance(
            .collection { state in
                var removed: [ID] = []
                children(&state) { children in
                    if !children.removed.isEmpty { swap(&removed, &children.removed) }
                }
                return Unchecked(
                    removed.map { id in
                        departures.effect(of: id) as TransducerEffect<Composite.Event, Composite.Env, Composite.Input>
                    })
            })
    }
}

/// The departures of components of a collection.
@usableFromInline
struct Departures<ID: Hashable & Sendable, Event, OuterEvent>: Sendable {
    @usableFromInline let name: ComponentID
    @usableFromInline let extract: @Sendable (OuterEvent) -> (ID, Event)?

    @inlinable
    init(name: ComponentID, extract: @escaping @Sendable (OuterEvent) -> (ID, Event)?) {
        self.name = name
        self.extract = extract
    }

    @inlinable
    func effect<Env, Input>(of id: ID) -> TransducerEffect<OuterEvent, Env, Input> {
        let drops: @Sendable (OuterEvent) -> Bool = { [extract] event in extract(event)?.0 == id }
        return .init(
            content: .work(.init(.departure(drops: drops), owner: [ComponentID(.element(name, EffectID(id)))])))
    }
}
