import OakGraph

/// A clock whose time passes when a test says so.
///
/// Use it wherever a `Clock` is expected. Sleeping takes no real time: a sleeping task resumes when the clock reaches
/// its deadline, and tasks resume in the order of their deadlines.
///
/// ```swift
/// let clock = TestClock()
/// let alarm = Task { try await clock.sleep(for: .seconds(60)) }
/// try await clock.untilAsleep()
///
/// await clock.advance(by: .seconds(60))
/// try await alarm.value
/// ```
///
/// Its moments are whole nanoseconds, like those of a real clock: 1.9 seconds and then 0.1 seconds are 2 seconds,
/// although neither has an exact `Double`.
///
/// Tasks on a ``DeterministicExecutor``, such as those of a ``TransducerTester`` or an exploration, run until they wait
/// again each time the clock wakes some of them; a task that sleeps repeatedly wakes repeatedly. In an exploration the
/// seed decides which goes on first: a woken task, or one at a ``Gate`` that another task opens while time passes.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public final class TestClock: Clock {
    /// A moment, measured from the beginning of the clock.
    public struct Instant: InstantProtocol {
        /// The time since the beginning of the clock, in whole nanoseconds.
        public let offset: Duration

        /// Creates a moment.
        ///
        /// - Parameter offset: The time since the beginning of the clock; rounded to the nearest nanosecond, and
        ///   limited to the seconds that an `Int64` can count.
        public init(offset: Duration) { self.offset = offset.clamped.roundedToNanoseconds }

        /// Returns a later moment, limited to the last one that can be represented.
        ///
        /// - Parameter duration: The distance to the later moment.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration.clamped) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    /// The trigger that advances a clock.
    public enum Advance: Sendable {
        /// The test calls a function of the clock.
        case onRequest
        /// Time passes to the next deadline whenever nothing else can happen on the ``DeterministicExecutor`` of the
        /// sleeper; a sleeper without one fails the test, and does not sleep.
        ///
        /// In an exploration, this makes tasks race that are due at the same moment, and no others.
        case whenIdle
    }

    let mode: Advance
    private let origin: CallSite
    /// The sleeping tasks, and the current moment.
    private let sleeping: WaitingList<Instant, Instant, Void>
    /// The tasks that wait for a number of sleepers.
    private let watching = WaitingList<Void, Int, Void>(())

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - now: The current moment of the clock.
    ///   - mode: The trigger that advances the clock.
    public init(
        now: Instant = Instant(offset: .zero), advancing mode: Advance = .onRequest,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.mode = mode
        origin = CallSite(fileID, filePath, line, column)
        sleeping = WaitingList(now)
    }

    public var now: Instant { sleeping.withState { $0 } }
    public var minimumResolution: Duration { .nanoseconds(1) }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        if mode == .whenIdle, deadline > now, currentWaitingRoom() == nil {
            report(
                """
                This clock advances when nothing else can happen, which only an exploration, a tester and a \
                `DeterministicExecutor` know: a task outside of them would sleep on it for ever. Advance a \
                `TestClock()` in the test, after `untilAsleep()`.
                """, at: origin)
            throw CancellationError()
        }
        try await sleeping.wait(deadline, as: wait(until: deadline)) { now in
            deadline <= now ? .success(()) : nil
        } listed: {
            let count = sleeping.count
            for watcher in watching.release({ _ in count }) { watcher.resume(with: .success(())) }
        }
    }

    /// The moments until which tasks sleep, the earliest first.
    public var sleepers: [Instant] { sleeping.waiting }

    /// Returns when tasks sleep.
    ///
    /// Tasks on a ``DeterministicExecutor`` do not need it: they are asleep once they have nothing else to do.
    ///
    /// - Parameter count: The number of tasks that have to sleep.
    /// - Throws: `CancellationError` if the calling task is cancelled first.
    public nonisolated(nonsending) func untilAsleep(_ count: Int = 1) async throws {
        let wait = Wait { "\(count) to sleep on a TestClock" }
        try await watching.wait(count, as: wait) { [sleeping] _ in
            sleeping.count >= count ? .success(()) : nil
        }
    }

    // MARK: Letting time pass

    /// Advances the clock, and wakes the tasks that are due.
    ///
    /// A task that was released by a ``Gate`` just before sleeps from the new moment on: let a ``TransducerTester``
    /// settle in between.
    ///
    /// - Parameter duration: The time that passes.
    public nonisolated(nonsending) func advance(by duration: Duration) async {
        await advance(to: now.advanced(by: duration))
    }

    /// Advances the clock to a moment, and wakes the tasks that are due.
    ///
    /// - Parameter moment: The new moment of the clock; a past moment has no effect.
    public nonisolated(nonsending) func advance(to moment: Instant) async {
        await letOthersGoFirst(until: moment)
        while let deadline = sleeping.least, deadline <= moment { await wake(until: deadline) }
        sleeping.withState { $0 = max($0, moment) }
    }

    /// Advances the clock to the next deadline, and wakes all tasks that are due then.
    ///
    /// - Returns: Whether any task was sleeping.
    @discardableResult
    public nonisolated(nonsending) func runToNext() async -> Bool {
        await letOthersGoFirst(until: nil)
        guard let deadline = sleeping.least else { return false }
        await wake(until: deadline)
        return true
    }

    /// Advances the clock until no task sleeps any more.
    ///
    /// A task that keeps going back to sleep would make this endless, which is reported as a failure of the test.
    ///
    /// - Parameter limit: The number of deadlines after which that is reported.
    public nonisolated(nonsending) func runUntilIdle(
        limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) async {
        for _ in 0..<max(0, limit) {
            guard await runToNext() else { return }
        }
        guard let next = sleeping.least else { return }
        report(
            """
            After \(limit) deadlines somebody still sleeps on the clock, until \(next.offset): a task sleeps again and \
            again. Advance the clock by a duration instead, or end that task first.
            """, at: CallSite(fileID, filePath, line, column))
    }

    /// Returns when no other task can go on that has to before time passes.
    ///
    /// - Parameter moment: The latest moment that the clock may reach, if it is known.
    private nonisolated(nonsending) func letOthersGoFirst(until moment: Instant?) async {
        guard let room = currentWaitingRoom() else { return }
        await room.idle(beforeTimePasses: true)
        if let deadline = sleeping.least, deadline <= moment ?? deadline { return }
        // No sleeper wakes with which tasks released by a gate could race.
        room.timeHasPassed()
        await room.idle(beforeTimePasses: false)
    }

    private nonisolated(nonsending) func wake(until deadline: Instant) async {
        var rooms: [any WaitingRoom] = []
        for room in ring(at: deadline) where !rooms.contains(where: { $0 === room }) { rooms.append(room) }
        currentWaitingRoom()?.timeHasPassed()
        for room in rooms { await room.idle(beforeTimePasses: false) }
    }

    /// Sets the clock to a moment, and wakes the tasks that are due, the earliest first.
    ///
    /// - Returns: The waiting rooms of the woken tasks.
    @discardableResult
    private func ring(at moment: Instant) -> [any WaitingRoom] {
        let due = sleeping.release { now in
            now = max(now, moment)
            return moment
        }
        for sleeper in due { sleeper.resume(with: .success(())) }
        return due.compactMap(\.room)
    }

    private func wait(until deadline: Instant) -> Wait {
        switch mode {
        case .onRequest:
            Wait { [weak self] in
                let place = self.map { ", which stands at \($0.now.offset)," } ?? ""
                return "a TestClock\(place) to reach \(deadline.offset): advance it"
            }
        case .whenIdle:
            Wait(
                describe: { "a TestClock to reach \(deadline.offset)" },
                alarm: Alarm(offset: .init(deadline.offset)) { [weak self] in self?.ring(at: deadline) })
        }
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Duration {
    /// The duration limited to seconds that can be counted, which also keeps the sum of two durations in range.
    fileprivate var clamped: Duration { max(.seconds(-Int64.max), min(.seconds(Int64.max), self)) }

    /// The nearest whole number of nanoseconds.
    ///
    /// A duration made from a `Double` is off by some attoseconds; two of them could add up to a moment just before the
    /// one that a person reads.
    fileprivate var roundedToNanoseconds: Duration {
        let nanosecond: Int64 = 1_000_000_000
        let (seconds, attoseconds) = components
        let half = attoseconds.signum() * nanosecond / 2
        return Duration(secondsComponent: seconds, attosecondsComponent: (attoseconds + half) / nanosecond * nanosecond)
    }
}
