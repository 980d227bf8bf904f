import OakTesting
import TestSupport
import Testing

@Suite("The test clock")
struct TestClockTests {
    private func sleeper(on clock: TestClock, _ seconds: Int, _ log: Recorder<String>)
        -> @Sendable () async throws -> Void
    {
        {
            try await clock.sleep(for: .seconds(seconds))
            log.record("\(seconds)")
        }
    }

    @Test("Sleeping tasks wake in the order of their deadlines")
    func order() async {
        let (clock, executor, log) = (TestClock(), DeterministicExecutor(), Recorder<String>())
        for seconds in [3, 1, 2] { executor.start(sleeper(on: clock, seconds, log)) }
        executor.run()
        #expect(clock.sleepers.map(\.offset) == [.seconds(1), .seconds(2), .seconds(3)])

        await clock.advance(by: .seconds(2))
        #expect(log.values == ["1", "2"])
        await clock.runToNext()
        #expect(log.values == ["1", "2", "3"])
        #expect(await !clock.runToNext())
        #expect(clock.now.offset == .seconds(3))
    }

    @Test("A task that sleeps repeatedly wakes at each deadline")
    func repeatedly() async {
        let (clock, executor, log) = (TestClock(), DeterministicExecutor(), Recorder<String>())
        let ticker = executor.start {
            while true {
                try await clock.sleep(for: .seconds(1))
                log.record("\(clock.now.offset)")
            }
        }
        executor.run()
        await clock.advance(by: .milliseconds(3500))
        #expect(log.values == ["1.0 seconds", "2.0 seconds", "3.0 seconds"])
        #expect(clock.now.offset == .milliseconds(3500))

        let issues = await Issues.of { await clock.runUntilIdle(limit: 10) }
        #expect(issues.messages.first?.contains("sleeps again and again") == true)
        ticker.cancel()
        executor.run()
        #expect(clock.sleepers.isEmpty)
    }

    @Test("Time does not go back")
    func past() async {
        let clock = TestClock(now: .init(offset: .seconds(5)))
        await clock.advance(by: .seconds(-3))
        #expect(clock.now.offset == .seconds(5))
    }

    @Test("A test on any executor can wait for sleeping tasks and wake them")
    func anywhere() async throws {
        let clock = TestClock()
        let tasks = (1...5).map { seconds in Task { try await clock.sleep(for: .seconds(seconds)) } }
        try await clock.untilAsleep(5)
        await clock.advance(by: .seconds(5))
        for task in tasks { try await task.value }
    }

    @Test("A clock that advances when idle waits until nothing else can happen")
    func whenIdle() async throws {
        let (clock, executor, log) = (TestClock(advancing: .whenIdle), DeterministicExecutor(), Recorder<String>())
        for seconds in [60, 1] { executor.start(sleeper(on: clock, seconds, log)) }
        executor.start {
            await Task.yield()
            log.record("awake")
        }
        await executor.runUntilIdle()
        #expect(log.values == ["awake", "1", "60"])
    }

    @Test("A task sleeps on such a clock nowhere but where something knows when nothing else can happen")
    func neverIdle() async {
        let issues = await Issues.of {
            let clock = TestClock(advancing: .whenIdle, line: 3)
            await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
            try? await clock.sleep(for: .zero)
        }
        #expect(issues.lines == [3])
        #expect(issues.only.contains("would sleep on it for ever"))
    }

    @Test("Decimal fractions of a second add up exactly")
    func fractions() async {
        let (clock, executor, log) = (TestClock(), DeterministicExecutor(), Recorder<String>())
        executor.start(sleeper(on: clock, 2, log))
        executor.run()
        await clock.advance(by: .seconds(1.9))
        #expect(log.values == [])
        await clock.advance(by: .seconds(0.1))
        #expect(log.values == ["2"])
        #expect(clock.now.offset == .seconds(2))

        for _ in 1...10 { await clock.advance(by: .seconds(0.1)) }
        #expect(clock.now.offset == .seconds(3))
        #expect(TestClock.Instant(offset: .seconds(-1.9)).offset == .milliseconds(-1_900))
        #expect(TestClock.Instant(offset: .nanoseconds(1) / 2).offset == clock.minimumResolution)
    }

    @Test("Instants beyond the range of the clock are clamped")
    func endOfTime() async {
        let (clock, executor, log) = (TestClock(now: .init(offset: .seconds(1))), DeterministicExecutor(), Counter())
        for duration in [.seconds(Int64.max), .seconds(Int64.max) * 18] as [Duration] {
            executor.start {
                try await clock.sleep(until: clock.now.advanced(by: duration))
                log.increment()
            }
        }
        executor.run()
        await clock.advance(by: .seconds(Int64.max - 2))
        #expect(log.value == 0)
        await clock.advance(by: .seconds(Int64.max) * 18)
        #expect(log.value == 2)
        #expect(clock.now.offset == .seconds(Int64.max))
        #expect(TestClock().now.advanced(by: .seconds(Int64.min) * 18).offset == .seconds(-Int64.max))
    }

    @Test("The description of a sleeping task contains the current time of the clock")
    func standing() async {
        let (clock, executor) = (TestClock(), DeterministicExecutor())
        let task = executor.start { try await clock.sleep(for: .seconds(2)) }
        executor.run()
        #expect(executor.waits == ["a TestClock, which stands at 0.0 seconds, to reach 2.0 seconds: advance it"])
        await clock.advance(by: .seconds(1.5))
        #expect(executor.waits == ["a TestClock, which stands at 1.5 seconds, to reach 2.0 seconds: advance it"])
        task.cancel()
        executor.run()
        #expect(executor.waits == [])
    }
}
