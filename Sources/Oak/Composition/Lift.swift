/// How events, effects and environments get from a machine into the one around it and back.
@usableFromInline
struct Lift<Event, Env, Input: TransducerInput<Event>, OuterEvent, OuterEnv>: Sendable {
    @usableFromInline let place: ChildPlace
    @usableFromInline let machine: Unchecked<any ExecutableTransducer.Type>
    @usableFromInline let embed: @Sendable (Event) -> OuterEvent
    @usableFromInline let project: @Sendable (OuterEnv) -> Env

    /// Makes an event of the outer machine of an error that the inner one has not handled; without it, it is an error there, too.
    @usableFromInline let failure: (@Sendable (any Error) -> OuterEvent)?

    @inlinable
    init(
        _ place: ChildPlace, of machine: any ExecutableTransducer.Type,
        embed: @escaping @Sendable (Event) -> OuterEvent, project: @escaping @Sendable (OuterEnv) -> Env,
        failure: (@Sendable (any Error) -> OuterEvent)? = nil
    ) {
        self.place = place
        self.machine = Unchecked(machine)
        self.embed = embed
        self.project = project
        self.failure = failure
    }
}
