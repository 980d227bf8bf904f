/// Knows what tasks wait for, and runs them.
protocol WaitingRoom: AnyObject, Sendable {
    /// Notes that a task begins to wait.
    ///
    /// - Returns: A number to leave with.
    func enter(_ wait: Wait) -> Int

    /// Notes that a task need not wait any longer.
    func leave(_ number: Int)

    /// Returns when nothing more can happen by itself, except that time passes.
    nonisolated(nonsending) func idle() async
}

/// Something that a task waits for, which does not come by itself.
struct Wait: Sendable {
    /// Says what is waited for as things stand now, and what the test can do about it.
    let describe: @Sendable () -> String
    /// What happens when nothing else does, if time passes by itself.
    let alarm: Alarm?

    /// A wait for something that changes while it lasts.
    init(describe: @escaping @Sendable () -> String) {
        self.describe = describe
        alarm = nil
    }

    init(_ description: String, alarm: Alarm? = nil) {
        describe = { description }
        self.alarm = alarm
    }
}

/// The end of a wait on a clock that advances when nothing else happens.
struct Alarm: Sendable {
    // The components of a `Duration`, which older Apple systems have no name for.
    typealias Offset = (seconds: Int64, attoseconds: Int64)

    /// How long after its beginning the clock reaches this moment.
    let offset: Offset
    /// Lets the clock reach it.
    let ring: @Sendable () -> Void

    func isBefore(_ other: Alarm) -> Bool { offset < other.offset }
}

/// The waiting room of the current task, if it runs in one.
func currentWaitingRoom() -> (any WaitingRoom)? {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    return DeterministicExecutor.current
}
