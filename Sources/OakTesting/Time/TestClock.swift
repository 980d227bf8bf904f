/// A clock whose time passes when a test says so.
///
/// Use it wherever a `Clock` is expected. Nobody really sleeps: a task that sleeps until a moment goes on when the clock
/// reaches that moment, in the order of the deadlines.
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
/// Its moments are whole nanoseconds, as those of a real clock are: 1.9 seconds and then 0.1 seconds are 2 seconds, although
/// neither has an exact `Double`.
///
/// Tasks that run on a ``DeterministicExecutor``, as those of a ``TransducerTester`` or of an exploration do, are run until
/// they wait again each time the clock wakes some of them, so that what sleeps over and over wakes over and over. In an
/// exploration the seed decides who goes on first: who is woken, or who waits at a ``Gate`` that another task opens while
/// time passes.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public final class TestClock: Clock {
    /// A moment, told by how long after the beginning of the clock it is.
    public struct Instant: InstantProtocol {
        /// The time since the beginning of the clock, in whole nanoseconds.
        public let offset: Duration

        /// Creates a moment.
        ///
        /// - Parameter offset: The time since the beginning of the clock; rounded to the nearest nanosecond, and at most as
        ///   long as `Int64` can count its seconds.
        public init(offset: Duration) { self.offset = offset.clamped.roundedToNanoseconds }

        /// Returns a later moment, or the last one there is.
        ///
        /// - Parameter duration: How much later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration.clamped) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    /// What lets the time of a clock pass.
    public enum Advance: Sendable {
        /// The test calls one of the functions for it.
        case onRequest
        /// Time passes to the next deadline whenever nothing else can happen on the ``DeterministicExecutor`` of the sleeper.
        ///
        /// This is how time passes in an exploration: whoever is due at the same moment races, and nobody else does.
        case whenIdle
    }

    let mode: Advance
    /// Those who sleep, and the moment at which the clock stands.
    private let sleeping: WaitingList<Instant, Instant, Void>
    /// Those who wait until so many sleep.
    private let watching = WaitingList<Void, Int, Void>(())

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - now: The moment at which the clock stands.
    ///   - mode: What lets its time pass.
    public init(now: Instant = Instant(offset: .zero), advancing mode: Advance = .onRequest) {
        self.mode = mode
        sleeping = WaitingList(now)
    }

    public var now: Instant { sleeping.withState { $0 } }
    public var minimumResolution: Duration { .nanoseconds(1) }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
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
    /// Not needed for tasks on a ``DeterministicExecutor``: they are asleep when they have nothing else to do.
    ///
    /// - Parameter count: How many have to sleep.
    /// - Throws: `CancellationError` when the calling task is cancelled first.
    public nonisolated(nonsending) func untilAsleep(_ count: Int = 1) async throws {
        let wait = Wait("\(count) to sleep on a TestClock")
        try await watching.wait(count, as: wait) { [sleeping] _ in
            sleeping.count >= count ? .success(()) : nil
        }
    }
}

// MARK: - Letting time pass

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TestClock {
    /// Lets time pass, and wakes those who are due.
    ///
    /// Who was let go on by a ``Gate`` just before sleeps from the new moment on: let a ``TransducerTester`` settle in between.
    ///
    /// - Parameter duration: How much time is to pass.
    public nonisolated(nonsending) func advance(by duration: Duration) async {
        await advance(to: now.advanced(by: duration))
    }

    /// Lets time pass until a moment, and wakes those who are due.
    ///
    /// - Parameter moment: Where the clock is to stand; if it is past that already, nothing happens.
    public nonisolated(nonsending) func advance(to moment: Instant) async {
        await letOthersGoFirst(until: moment)
        while let deadline = nextDeadline, deadline <= moment { await wake(until: deadline) }
        sleeping.withState { $0 = max($0, moment) }
    }

    /// Lets time pass until the next task is due, and wakes it together with all others due at the same moment.
    ///
    /// - Returns: Whether there was any.
    @discardableResult
    public nonisolated(nonsending) func runToNext() async -> Bool {
        await letOthersGoFirst(until: nil)
        guard let deadline = nextDeadline else { return false }
        await wake(until: deadline)
        return true
    }

    /// Lets time pass until nobody sleeps any more.
    ///
    /// A task that sleeps again and again would keep this from ending; that is reported as a failure of the test.
    ///
    /// - Parameter limit: How many deadlines there may be before that is reported.
    public nonisolated(nonsending) func runUntilIdle(
        limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) async {
        for _ in 0..<max(0, limit) {
            guard await runToNext() else { return }
        }
        guard let next = nextDeadline else { return }
        report(
            """
            After \(limit) deadlines somebody still sleeps on the clock, until \(next.offset): a task sleeps again and again. \
            Advance the clock by a duration instead, or end that task first.
            """, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    private var nextDeadline: Instant? { sleeping.least }

    /// Returns when nobody else can go on who has to before time passes.
    ///
    /// - Parameter moment: How far it passes at most, if that is known.
    private nonisolated(nonsending) func letOthersGoFirst(until moment: Instant?) async {
        guard let room = currentWaitingRoom() else { return }
        await room.idleBeforeTimePasses()
        if let deadline = nextDeadline, deadline <= moment ?? deadline { return }
        // Nobody is woken with whom those who were let go on by a gate could race.
        room.timeHasPassed()
        await room.idle()
    }

    private nonisolated(nonsending) func wake(until deadline: Instant) async {
        var rooms: [any WaitingRoom] = []
        for room in ring(at: deadline) where !rooms.contains(where: { $0 === room }) { rooms.append(room) }
        currentWaitingRoom()?.timeHasPassed()
        for room in rooms { await room.idle() }
    }

    /// Sets the clock to a moment, and wakes those who are due, the earliest first.
    ///
    /// - Returns: Where those who were woken run.
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
                "a TestClock to reach \(deadline.offset)",
                alarm: Alarm(offset: .init(deadline.offset.components)) { [weak self] in self?.ring(at: deadline) })
        }
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Duration {
    /// A duration whose seconds can be counted, and the sum of two of them as well.
    fileprivate var clamped: Duration { max(.seconds(-Int64.max), min(.seconds(Int64.max), self)) }

    /// The nearest whole number of nanoseconds.
    ///
    /// Made of a `Double`, a duration differs from what was written by some attoseconds; two of them would add up to a moment
    /// just before the one that a person reads.
    fileprivate var roundedToNanoseconds: Duration {
        let nanosecond: Int64 = 1_000_000_000
        let (seconds, attoseconds) = components
        let rest = attoseconds % nanosecond
        let carry =
            if rest >= nanosecond / 2 { nanosecond } else if rest <= -nanosecond / 2 { -nanosecond } else { Int64(0) }
        return Duration(secondsComponent: seconds, attosecondsComponent: attoseconds - rest + carry)
    }
}
