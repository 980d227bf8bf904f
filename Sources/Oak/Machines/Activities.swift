/// The answer of ``ExecutableTransducer/activities(in:)``: an array of effects, ``NoActivities``, or one for composites.
public protocol ActivityList {
    /// Whether there may be activities in some state; known when a run is compiled.
    static var isPossible: Bool { get }
}

extension Array: ActivityList {
    @inlinable
    public static var isPossible: Bool { true }
}

/// The answer of a machine that has no activities in any state.
public struct NoActivities: ActivityList, Sendable {
    @inlinable
    public static var isPossible: Bool { false }

    /// Creates a list of no activities.
    @inlinable
    public init() {}
}

/// The answer of a composite that has no activities but those of its children.
public struct ChildActivities: ActivityList, Sendable {
    @inlinable
    public static var isPossible: Bool { true }

    /// Creates a list of no activities.
    @inlinable
    public init() {}
}

/// The answer of a machine that consists of two others, and has no activities but theirs.
public struct BothActivities<First: ActivityList, Second: ActivityList>: ActivityList, Sendable {
    @inlinable
    public static var isPossible: Bool { First.isPossible || Second.isPossible }

    /// Creates a list of no activities.
    @inlinable
    public init() {}
}

extension ExecutableTransducer {
    /// Whether the machine, or a child of it, may have activities in some state.
    @inlinable
    @inline(__always)
    static var mayHaveActivities: Bool { Activities.isPossible }

    /// No activities, in any state.
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
    /// No activities but those of the children.
    ///
    /// - Parameter state: The state.
    @inlinable
    public static func activities(in state: State) -> ChildActivities { ChildActivities() }
}

extension CompositeTransducer where Activities == ChildActivities {
    @inlinable
    public static func live(in state: State) -> Active<Self> { Census.taken { activeChildren(in: state) } }

    @inlinable
    public static func mayHaveActivities(in state: State) -> Bool { activeChildren(in: state).mayHaveActivities }
}

extension CompositeTransducer where Activities == [TransducerEffect<Event, Env, Input>] {
    @inlinable
    public static func live(in state: State) -> Active<Self> {
        Census.taken { activeChildren(in: state) }.with(activities(in: state))
    }

    @inlinable
    public static func mayHaveActivities(in state: State) -> Bool {
        !activities(in: state).isEmpty || activeChildren(in: state).mayHaveActivities
    }
}

extension PairTransducer {
    /// No activities but those of the two machines.
    ///
    /// - Parameter state: The states of both.
    @inlinable
    public static func activities(in state: State) -> BothActivities<First.Activities, Second.Activities> {
        BothActivities()
    }
}

extension ExecutableTransducer {
    @inlinable
    public static func mayHaveActivities(in state: State) -> Bool { true }
}

// It cannot be called: it is there for what the compiler says when none of those above fits.
extension ExecutableTransducer {
    @available(
        *, unavailable,
        message: "let 'activities' return '[Effect]': 'static func activities(in state: State) -> [Effect]'"
    )
    public static func live(in state: State) -> Active<Self> {
        while true {}
    }
}
