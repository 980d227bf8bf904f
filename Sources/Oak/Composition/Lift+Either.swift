extension Lift {
    /// That of the first of two machines.
    @inlinable
    static func first<Other, OtherEnv>(_ machine: any ExecutableTransducer.Type) -> Self
    where OuterEvent == EitherEvent<Event, Other>, OuterEnv == BothEnvironments<Env, OtherEnv> {
        Lift(
            ChildPlace(.first, number: ChildPlace.firstOfTwo), of: machine, embed: { .first($0) },
            project: { $0.first })
    }

    /// That of the second of two machines.
    @inlinable
    static func second<Other, OtherEnv>(_ machine: any ExecutableTransducer.Type) -> Self
    where OuterEvent == EitherEvent<Other, Event>, OuterEnv == BothEnvironments<OtherEnv, Env> {
        Lift(
            ChildPlace(.second, number: ChildPlace.secondOfTwo), of: machine, embed: { .second($0) },
            project: { $0.second })
    }
}
