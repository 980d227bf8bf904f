extension Lift {
    /// The lift of the first of two machines.
    @inlinable
    static func first<Other, OtherEnv>(_ machine: any ExecutableTransducer.Type) -> Self
    where OuterEvent == PairEvent<Event, Other>, OuterEnv == PairEnvironment<Env, OtherEnv> {
        Lift(
            ChildPlace(.first, number: ChildPlace.firstOfTwo), of: machine, embed: { .first($0) },
            project: { $0.first })
    }

    /// The lift of the second of two machines.
    @inlinable
    static func second<Other, OtherEnv>(_ machine: any ExecutableTransducer.Type) -> Self
    where OuterEvent == PairEvent<Other, Event>, OuterEnv == PairEnvironment<OtherEnv, Env> {
        Lift(
            ChildPlace(.second, number: ChildPlace.secondOfTwo), of: machine, embed: { .second($0) },
            project: { $0.second })
    }
}
