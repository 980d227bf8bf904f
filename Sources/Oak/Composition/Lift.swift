/// How events, effects and environments get from a machine into the one around it and back.
@usableFromInline
struct Lift<Event, Env, Input: TransducerInput<Event>, OuterEvent, OuterEnv>: Sendable {
    @usableFromInline enum Place: Sendable {
        /// One of two; told without an allocation, because every event asks for it.
        case position(Int)
        case path([ComponentID])
    }

    @usableFromInline let place: Place
    @usableFromInline let embed: @Sendable (Event) -> OuterEvent
    @usableFromInline let extract: @Sendable (OuterEvent) -> Event?
    @usableFromInline let project: @Sendable (OuterEnv) -> Env

    @inlinable
    init(
        _ place: Place, embed: @escaping @Sendable (Event) -> OuterEvent,
        extract: @escaping @Sendable (OuterEvent) -> Event?, project: @escaping @Sendable (OuterEnv) -> Env
    ) {
        self.place = place
        self.embed = embed
        self.extract = extract
        self.project = project
    }

    /// The names of the component and of those around it, the outermost first.
    @inlinable
    var path: [ComponentID] {
        switch place {
        case .position(let position): [.position(position)]
        case .path(let path): path
        }
    }

    @inlinable
    func appending<InnerEvent, InnerEnv, InnerInput>(
        _ inner: Lift<InnerEvent, InnerEnv, InnerInput, Event, Env>
    ) -> Lift<InnerEvent, InnerEnv, InnerInput, OuterEvent, OuterEnv> {
        Lift<InnerEvent, InnerEnv, InnerInput, OuterEvent, OuterEnv>(
            .path(path + inner.path),
            embed: { [embed] in embed(inner.embed($0)) },
            extract: { [extract] in extract($0).flatMap(inner.extract) },
            project: { [project] in inner.project(project($0)) })
    }
}
