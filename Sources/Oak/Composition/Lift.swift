/// Converts events, effects and environments between an inner machine and the outer machine that contains it.
@usableFromInline package final class Lift<Event, Env, Input: TransducerInput<Event>, OuterEvent, OuterEnv>: Sendable {
    @usableFromInline let place: ChildPlace
    @usableFromInline let machine: Immutable<any ExecutableTransducer.Type>
    @usableFromInline let embed: @Sendable (Event) -> OuterEvent
    @usableFromInline let project: @Sendable (OuterEnv) -> Env

    /// Turns an error that the inner machine has not handled into an event; without it, the outer machine gets the
    /// error.
    @usableFromInline let failure: (@Sendable (any Error) -> OuterEvent)?

    @inlinable init(
        _ place: ChildPlace, of machine: any ExecutableTransducer.Type,
        embed: @escaping @Sendable (Event) -> OuterEvent, project: @escaping @Sendable (OuterEnv) -> Env,
        failure: (@Sendable (any Error) -> OuterEvent)? = nil
    ) {
        self.place = place
        self.machine = Immutable(machine)
        self.embed = embed
        self.project = project
        self.failure = failure
    }
}
