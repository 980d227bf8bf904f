extension Lift {
    /// That of the first of two machines.
    @inlinable
    static func first<Other, OtherEnv>() -> Self
    where OuterEvent == EitherEvent<Event, Other>, OuterEnv == BothEnvironments<Env, OtherEnv> {
        Lift(
            .position(0), embed: { .first($0) },
            extract: {
                switch $0 {
                case .first(let event): event
                case .second: nil
                }
            }, project: { $0.first })
    }

    /// That of the second of two machines.
    @inlinable
    static func second<Other, OtherEnv>() -> Self
    where OuterEvent == EitherEvent<Other, Event>, OuterEnv == BothEnvironments<OtherEnv, Env> {
        Lift(
            .position(1), embed: { .second($0) },
            extract: {
                switch $0 {
                case .first: nil
                case .second(let event): event
                }
            }, project: { $0.second })
    }
}
