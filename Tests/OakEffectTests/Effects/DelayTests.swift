import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C19 Delays of every length", .onOneExecutor)
struct DelayTests {
    /// Starts an operation after a delay, cancels it, and ends.
    private func cancelling<C: Clock>(_ duration: C.Duration, on clock: C) async throws where C.Duration: Sendable {
        let begun = Counter()
        let operation = Script.Effect(
            id: "late", operation: { _, _ in begun.increment() }, after: duration, clock: clock)
        let other = Script.Effect(
            id: "later", operation: { _, _ in begun.increment() }, after: duration, clock: clock)
        let proxy = Script.Proxy()
        async let names = Script.run(initialState: .init(), proxy: proxy)
        try proxy.send(.init("start", .combine(operation, other)))
        await idle()
        #expect(begun.value == 0)
        try proxy.send(.init("cancel", .combine(.cancelTask("late"), .cancelTask("later"))))
        try proxy.send(.end)
        #expect(try await names == ["start", "cancel", "end"])
        #expect(begun.value == 0)
    }

    @Test(
        "C19 The longest delay never ends and can be cancelled",
        arguments: [.seconds(10_000_000_000), .seconds(Int64.max), .seconds(Int64.max) * 18] as [Duration])
    func long(_ duration: Duration) async throws {
        try await cancelling(duration, on: ContinuousClock())
        try await cancelling(duration, on: SuspendingClock())
        try await cancelling(duration, on: TestClock())
        try await cancelling(duration, on: TestClock(now: .init(offset: .seconds(Int64.max - 1))))
    }

    @Test(
        "C19 A delay of zero or less does not wait",
        arguments: [.zero, .seconds(-1), .seconds(Int64.min), .seconds(Int64.min) * 18] as [Duration])
    func none(_ duration: Duration) async throws {
        func check(on clock: some Clock<Duration>) async throws {
            let work = Script.Effect(operation: { _, input in try input.send(.end) }, after: duration, clock: clock)
            let names = try await Script.play(.init("start", work))
            #expect(names == ["start", "end"])
        }
        try await check(on: ContinuousClock())
        try await check(on: SuspendingClock())
        try await check(on: TestClock())
        try await check(on: TestClock(now: .init(offset: .seconds(-Int64.max))))
    }

    @Test("C19 An operation of a child begins after its delay")
    func ofChild() async throws {
        let clock = TestClock()
        let operation = Script.Effect(
            operation: { _, input in try input.send(.init("late")) }, after: .seconds(60), clock: clock)
        let proxy = ScriptComposite.Proxy(initialEvent: .a(.init("start", operation)))
        async let log = ScriptComposite.run(initialState: .init(.a), proxy: proxy)
        try await clock.untilAsleep()
        #expect(clock.sleepers == [.init(offset: .seconds(60))])
        await clock.advance(by: .seconds(60))
        await idle()
        try proxy.send(.end)
        #expect(try await log == ["a start", "a late"])
    }

    @Test("C19 A cancelled operation does not begin even without a delay")
    func cancelled() async throws {
        let begun = Counter()
        let work = Script.Effect(
            id: "work", operation: { _, _ in begun.increment() }, after: .zero, clock: TestClock())
        let names = try await Script.play(
            .init("start", .combine(work, .event(.init("at once", .cancelTask("work"))))), .end)
        #expect(names == ["start", "at once", "end"])
        #expect(begun.value == 0)
    }

    @Test("C9 A grace period can have any length", arguments: [Int64.min, -1, 0, .max])
    func gracePeriod(_ seconds: Int64) async throws {
        let clock = TestClock(now: .init(offset: .seconds(1)))
        let (mayEnd, begun) = (Gate<Void>(), Gate<Void>())
        let (overdue, reported) = (Counter(), Gate<Void>())
        let observer = ScriptObserver { occurrence in
            guard case .effectOverdue = occurrence else { return }
            overdue.increment()
            reported.open()
        }
        let work = Script.Effect(id: "work") { _, _ in
            begun.open()
            await mayEnd.waitIgnoringCancellation()
        }
        let proxy = Script.Proxy(initialEvent: .init("start", work))
        async let names = Script.run(
            initialState: .init(), proxy: proxy, observer: observer,
            settings: RunSettings(gracePeriod: .duration(.seconds(seconds), clock: clock)))
        try await begun.wait()
        try proxy.send(.init("cancel", .cancelTask("work")))
        if seconds <= 0 { try await reported.wait() }
        mayEnd.open()
        try proxy.send(.end)
        _ = try await names
        #expect(overdue.value == (seconds > 0 ? 0 : 1))
    }
}
