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

    /// Lets tasks go on that have waited at a gate: at the same time others may let time pass.
    func letGo(_ open: () -> Void)

    /// Returns when nothing more can happen by itself, except what may as well happen when time has passed.
    nonisolated(nonsending) func idleBeforeTimePasses() async

    /// Notes that a clock has woken its sleepers.
    func timeHasPassed()
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
    /// The components of a `Duration`, which older Apple systems have no name for.
    struct Offset: Comparable {
        let seconds: Int64
        let attoseconds: Int64

        init(_ components: (seconds: Int64, attoseconds: Int64)) { (seconds, attoseconds) = components }

        static func < (lhs: Offset, rhs: Offset) -> Bool {
            (lhs.seconds, lhs.attoseconds) < (rhs.seconds, rhs.attoseconds)
        }
    }

    /// How long after its beginning the clock reaches this moment.
    let offset: Offset
    /// Lets the clock reach it.
    let ring: @Sendable () -> Void
}

/// The waiting room of the current task, if it runs in one.
func currentWaitingRoom() -> (any WaitingRoom)? {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    return DeterministicExecutor.current
}
