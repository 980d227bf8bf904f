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
    @inline(__always)
    public func step(
        _ children: inout Children<ID, Machine.State>, _ id: ID, event: Machine.Event
    ) -> ComponentStep<Component<Composite, Machine>.Effect, Machine.Output> {
        step(&children.states[id], id, event: event)
    }

    @inlinable
    @inline(__always)
    func step(
        _ state: inout Machine.State?, _ id: ID, event: Machine.Event
    ) -> ComponentStep<Component<Composite, Machine>.Effect, Machine.Output> {
        guard var inner = state.take() else { return self[id].rejection(of: event) }
        defer { state = inner }
        var hasEnded = Machine.isTerminal(inner)
        // The component of the key is not made for an event that it answers with nothing or with one action event.
        return Component.step(&inner, hasEnded: &hasEnded, event: event, embed: { embed(id, $0) }) { self[id] }
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
        return (effects.isEmpty ? nil : .init(.list(effects)), steps)
    }

    /// Tells the place of its components' states from that of any other collection's.
    @inlinable
    var home: Int { name.hashValue | 1 }

    /// An effect that cancels all effects of all components, and drops what they have answered or sent already.
    @inlinable
    var leave: Component<Composite, Machine>.Effect {
        .init(.departure { [extract] event in extract(event) != nil }, .init(owner: [name]))
    }
}
