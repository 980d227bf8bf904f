import OakTesting
import Synchronization
import Testing

@Suite("Laws of clocks")
struct ClockLawsTests {
    @Test("The test clock and the clocks of the standard library pass the laws")
    func kept() async {
        await checkLaws(ofClock: { TestClock() }, tick: .seconds(1)) { await $0.advance(by: $1) }
        await checkLaws(ofClock: { BrokenClock(nil) }, tick: .seconds(1)) { await $0.advance(by: $1) }
        await checkLaws(ofClock: { ContinuousClock() }, tick: .seconds(10))
        await checkLaws(ofClock: { SuspendingClock() }, tick: .seconds(10))
    }

    @Test("Each fault of a clock breaks its law", arguments: BrokenClock.Fault.allCases)
    func broken(fault: BrokenClock.Fault) async {
        let issues = await Issues.of {
            await checkLaws(
                ofClock: { BrokenClock(fault) }, tick: .seconds(1), advance: { await $0.advance(by: $1) }, line: 9)
        }
        #expect(issues.breaks(fault.rawValue))
        #expect(Set(issues.lines) == [9])
    }

    @Test("A tick of zero is reported")
    func tick() async {
        let issues = await Issues.of { await checkLaws(ofClock: { TestClock() }, tick: .zero) }
        #expect(issues.messages == ["Checking a clock takes a tick above zero, not 0.0 seconds."])
    }
}

/// A clock that does one thing wrong.
final class BrokenClock: Clock {
    /// The faults, each with the beginning of the law that it breaks.
    enum Fault: String, CaseIterable {
        case goesBackwards = "`now` never goes backwards"
        case miscounts = "Moments and durations agree"
        case sleepsInThePast = "A sleep until a"
        case sleepsWhenCancelled = "A task that is"
        case ignoresCancellation = "A sleep that is cancelled"
        case returnsWhenCancelled = "A sleep that is"
        case passesSlowly = "`now` is as much"
        case wakesInOrderOfArrival = "Sleepers wake in the"
        case wakesEverybody = "No sleeper wakes before its"
    }

    struct Instant: InstantProtocol {
        var offset: Duration
        var fault: Fault?

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration, fault: fault) }
        func duration(to other: Instant) -> Duration {
            other.offset - offset + (fault == .miscounts ? .nanoseconds(1) : .zero)
        }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private let base = TestClock()
    private let reads = Mutex(0)
    /// The sleeping tasks in the order of their arrival; only for one kind of fault.
    private let arrivals = Mutex<[CheckedContinuation<Void, Never>]>([])
    private let fault: Fault?

    init(_ fault: Fault?) { self.fault = fault }

    var minimumResolution: Duration { .zero }

    var now: Instant {
        let read = reads.withLock { count in
            count += 1
            return count
        }
        let drift = fault == .goesBackwards ? Duration.seconds(read) : .zero
        return Instant(offset: base.now.offset - drift, fault: fault)
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let moment = TestClock.Instant(offset: deadline.offset)
        switch fault {
        case .sleepsInThePast where deadline.offset <= base.now.offset:
            try await base.sleep(until: base.now.advanced(by: .seconds(1)))
        case .sleepsWhenCancelled where Task.isCancelled, .ignoresCancellation:
            let base = base
            await Task { try? await base.sleep(until: moment) }.value
        case .returnsWhenCancelled: try? await base.sleep(until: moment)
        case .wakesInOrderOfArrival where deadline.offset > base.now.offset,
            .wakesEverybody where deadline.offset > base.now.offset:
            await withCheckedContinuation { continuation in arrivals.withLock { $0.append(continuation) } }
        case .goesBackwards, .miscounts, .sleepsInThePast, .sleepsWhenCancelled, .passesSlowly, .wakesInOrderOfArrival,
            .wakesEverybody, nil:
            try await base.sleep(until: moment)
        }
    }

    func advance(by duration: Duration) async {
        await base.advance(by: fault == .passesSlowly ? duration / 2 : duration)
        let woken = arrivals.withLock { arrivals in
            let count = fault == .wakesEverybody ? arrivals.count : min(1, arrivals.count)
            defer { arrivals.removeFirst(count) }
            return arrivals.prefix(count)
        }
        for sleeper in woken { sleeper.resume() }
    }
}
