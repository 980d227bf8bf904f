/// The result type of ``ExecutableTransducer/activities(in:)``: an array of effects, ``NoActivities``, or a composite's
/// own type.
public protocol ActivityList {
    /// Whether any state may have activities; resolved when a run is compiled.
    static var isPossible: Bool { get }
}

extension Array: ActivityList {
    @inlinable
    public static var isPossible: Bool { true }
}

/// The result of a machine that has no activities in any state.
public struct NoActivities: ActivityList, Sendable {
    @inlinable
    public static var isPossible: Bool { false }

    /// Creates an empty list.
    @inlinable
    public init() {}
}

/// The result of a composite that has no activities beyond those of its children.
public struct ChildActivities: ActivityList, Sendable {
    @inlinable
    public static var isPossible: Bool { true }

    /// Creates an empty list.
    @inlinable
    public init() {}
}

/// The result of a machine made of two others that has no activities beyond theirs.
public struct PairActivities<First: ActivityList, Second: ActivityList>: ActivityList, Sendable {
    @inlinable
    public static var isPossible: Bool { First.isPossible || Second.isPossible }

    /// Creates an empty list.
    @inlinable
    public init() {}
}

extension ExecutableTransducer {
    /// Whether the machine or any of its children may have activities in some state.
    @inlinable
    @inline(__always)
    static var mayHaveActivities: Bool { Activities.isPossible }

    /// Returns no activities for any state.
    ///
    /// - Parameter state: The state.
    @inlinable
    public static func activities(in state: State) -> NoActivities { NoActivities() }
}

extension ExecutableTransducer where Activities == NoActivities {
    @inlinable
    public static func live(in state: State) -> Active<Self> { Active() }

    @inlinable
    public static func mayHaveActivities(in state: State) -> Bool { false }
}

extension ExecutableTransducer where Activities == [TransducerEffect<Event, Env, Input>] {
    @inlinable
    public static func live(in state: State) -> Active<Self> {
        Active().with(activities(in: state))
    }

    @inlinable
    public static func mayHaveActivities(in state: State) -> Bool { !activities(in: state).isEmpty }
}

extension CompositeTransducer {
    /// Returns no activities beyond those of the children.
    ///
    /// - Parameter state: The state.
    @inlinable
    public static func activities(in state: State) -> ChildActivities { ChildActivities() }
}

extension CompositeTransducer where Activities == ChildActivities {
    @inlinable
    public static func live(in state: State) -> Active<Self> { LiveQuery.taken { activeChildren(in: state) } }

    @inlinable
    public static func mayHaveActivities(in state: State) -> Bool { activeChildren(in: state).mayHaveActivities }
}

extension CompositeTransducer where Activities == [TransducerEffect<Event, Env, Input>] {
    @inlinable
    public static func live(in state: State) -> Active<Self> {
        LiveQuery.taken { activeChildren(in: state) }.with(activities(in: state))
    }

    @inlinable
    public static func mayHaveActivities(in state: State) -> Bool {
        !activities(in: state).isEmpty || activeChildren(in: state).mayHaveActivities
    }
}

extension PairTransducer {
    /// Returns no activities beyond those of the two machines.
    ///
    /// - Parameter state: The states of both machines.
    @inlinable
    public static func activities(in state: State) -> PairActivities<First.Activities, Second.Activities> {
        PairActivities()
    }
}

extension ExecutableTransducer {
    @inlinable
    public static func mayHaveActivities(in state: State) -> Bool { true }
}

// Never callable: exists for its diagnostic when no declaration above fits.
extension ExecutableTransducer {
    @available(
        *, unavailable,
        message: "let 'activities' return '[Effect]': 'static func activities(in state: State) -> [Effect]'"
    )
    public static func live(in state: State) -> Active<Self> {
        while true {}
    }
}
