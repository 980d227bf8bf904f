import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C19 Periodic events", .interleaved)
struct EveryTests {
    @Test("C19 An event is sent after each interval, and none after cancellation")
    func even() async throws {
        let told = try await TimedScript.play { session in
            try await session.carryOut(.every(.seconds(1), id: "x", sending: .told("tick"), clock: \.clock))
            await session.pass(.milliseconds(3_500))
            try await session.proxy.sendWaitingForRoom(.told("half"))
            await session.pass(.milliseconds(500))
            try await session.carryOut(.cancelTask("x"))
            await session.pass(.seconds(60))
        }
        #expect(told == ["tick", "tick", "tick", "half", "tick"])
    }

    @Test("C19 Growing intervals follow their backoff, up to a limit of time")
    func growing() async throws {
        let intervals = Backoff.exponential(from: .milliseconds(500), upTo: .seconds(4))
        let told = try await TimedScript.play { session in
            try await session.carryOut(
                .every(intervals, for: .seconds(32), id: "again", sending: .told("again"), clock: \.clock))
            for halfSecond in 1...80 {
                await session.pass(.milliseconds(500))
                guard [1, 3, 7, 15, 63, 80].contains(halfSecond) else { continue }
                try await session.proxy.sendWaitingForRoom(.told("\(halfSecond)"))
            }
        }
        let first = ["again", "1", "again", "3", "again", "7", "again", "15"]
        #expect(told == first + Array(repeating: "again", count: 6) + ["63", "80"])
    }

    /// A clock that wakes sleepers when half of their time is over.
    private struct EarlyClock: Clock {
        let clock: TestClock
        var now: TestClock.Instant { clock.now }
        var minimumResolution: Duration { clock.minimumResolution }

        func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
            let half = max(now.duration(to: deadline) / 2, .milliseconds(1))
            try await clock.sleep(until: now.advanced(by: half), tolerance: tolerance)
        }
    }

    @Test("C16 A clock that wakes too early makes no event early")
    func early() async throws {
        var env = TimedScript.Env()
        env.clock = EarlyClock(clock: env.exact)
        let told = try await TimedScript.play(env: env) { session in
            try await session.carryOut(.every(.seconds(1), id: "x", sending: .told("tick"), clock: \.clock))
            for _ in 0..<7 { await session.pass(.milliseconds(500)) }
            try await session.proxy.sendWaitingForRoom(.told("half"))
        }
        #expect(told == ["tick", "tick", "tick", "half"])
    }

    /// A clock that stands still and wakes each sleeper at once.
    private struct StoppedClock: Clock {
        var now: TestClock.Instant { TestClock.Instant(offset: .zero) }
        var minimumResolution: Duration { .nanoseconds(1) }

        func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws { await Task.yield() }
    }

    @Test("C9, C19 What waits for a clock that never advances ends with the run", arguments: [false, true])
    func stopped(wakes: Bool) async throws {
        var env = TimedScript.Env()
        if wakes { env.clock = StoppedClock() }
        let told = try await TimedScript.play(env: env) { [env] session in
            try await session.proxy.sendWaitingForRoom(
                .carryOut([
                    .every(.seconds(1), id: "x", sending: .told("tick"), clock: \.clock),
                    .timeout(.seconds(1), id: "y", sending: .told("late"), clock: { _ in env.exact }),
                    TimedScript.Effect(operation: { _, _ in }, after: .seconds(1), clock: env.exact),
                ]))
            for _ in 0..<20 { await Task.yield() }
        }
        #expect(told.isEmpty == !wakes && told.allSatisfy { $0 == "tick" })
    }

    @Test("C16 A late machine receives one event for all missed intervals and the following ones on time")
    func late() async throws {
        let clock = TestClock()
        let (entered, left) = (Recorder<Duration>(), Gate<Void>())
        let busy = TimedScript.Effect(action: { _ in
            try await left.wait()
            return [TimedScript.Event]()
        })
        let observer = MachineObserver(of: TimedScript.self) { occurrence in
            if case .eventTaken(.told, _) = occurrence { entered.record(clock.now.offset) }
        }
        _ = try await TimedScript.play(env: .init(clock), observer: observer) { session in
            try await session.carryOut(.every(.seconds(1), sending: .told("tick"), clock: \.clock))
            await session.pass(.seconds(1))
            try await session.carryOut(busy)
            // The machine is busy at 2, so that event waits and also stands for 3, 4 and 5.
            for _ in 0..<9 { await session.pass(.milliseconds(500)) }
            left.open()
            await idle()
            await session.pass(.milliseconds(1_500))
        }
        #expect(entered.values == [.seconds(1), .milliseconds(5_500), .seconds(6), .seconds(7)])
    }

    @Test("C19 Periodic events use real time by default, and the shortest interval is positive", .realThreads)
    func floor() async throws {
        for effect in [
            TimedScript.Effect.every(.seconds(-1), sending: .told("tick")),
            .every(.zero, id: 1, sending: .told("tick")),
        ] {
            let proxy = TimedScript.Proxy(initialEvent: .carryOut([effect]))
            let count = Counter()
            let observer = MachineObserver(of: TimedScript.self) { occurrence in
                guard case .eventTaken(.told, _) = occurrence else { return }
                count.increment()
                if count.value == 3 { try? proxy.send(.end) }
            }
            let told = try await TimedScript.run(initialState: .init(), proxy: proxy, env: .init(), observer: observer)
            #expect(told.count >= 3 && told.allSatisfy { $0 == "tick" })
        }
    }

    @Test("C19 The next periodic event is due at the first multiple of the interval that has not passed")
    func beat() throws {
        let clock = TestClock()
        let third = Duration(secondsComponent: 0, attosecondsComponent: 333_333_333_000_000_000)
        var generator = SeededGenerator(seed: 3)
        for interval in [Duration.nanoseconds(1), .nanoseconds(7), third, .seconds(1), .seconds(86_400)] {
            var beat = Beat(every: interval, on: clock)
            let start = clock.now
            #expect(beat.next == start.advanced(by: interval))
            var now = beat.next
            for _ in 0..<200 {
                let late = Int64.random(in: 0...(1 << Int64.random(in: 0...60, using: &generator)), using: &generator)
                now = max(now, beat.next).advanced(by: .nanoseconds(late))
                beat.advance(past: now)
                try #require(beat.next > now && now.duration(to: beat.next) <= interval)
                let whole = nanoseconds(start.duration(to: beat.next)) % nanoseconds(interval)
                try #require(whole == 0)
            }
        }
    }

    private func nanoseconds(_ duration: Duration) -> Int128 {
        Int128(duration.components.seconds) * 1_000_000_000 + Int128(duration.components.attoseconds / 1_000_000_000)
    }
}
