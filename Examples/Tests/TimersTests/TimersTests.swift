import Oak
import TestSupport
import Testing
import Timers

@Suite("A timer")
struct TimersTests {
    struct Pair: Sendable {
        let before: Timers.State
        let event: Timers.Event
        let after: Timers.State
        let effect: EffectKind?

        init(_ before: Timers.State, _ event: Timers.Event, _ after: Timers.State, _ effect: EffectKind? = nil) {
            (self.before, self.event, self.after, self.effect) = (before, event, after, effect)
        }
    }

    static let still = Timers.State.start(count: 3)
    static let running = Timers.State.running(count: 3)

    @Test(
        "Every state answers every event",
        arguments: [
            Pair(still, .start, running, .operation), Pair(still, .stop, still), Pair(still, .ping, still),
            Pair(still, .terminate, .terminated),
            Pair(running, .start, running), Pair(running, .stop, still, .cancelTask),
            Pair(running, .ping, .running(count: 4)), Pair(running, .terminate, .terminated, .cancelTask),
            Pair(.terminated, .start, .terminated), Pair(.terminated, .stop, .terminated),
            Pair(.terminated, .ping, .terminated), Pair(.terminated, .terminate, .terminated),
        ])
    func pairs(pair: Pair) {
        var state = pair.before
        let effect = Timers.update(&state, event: pair.event)
        #expect(state == pair.after)
        #expect(effect?.kind == pair.effect)
    }

    @Test("It counts one for each interval, stops, goes on where it stopped, and ends")
    func run() async throws {
        let clock = ManualClock()
        let recorder = StateRecorder<Timers.State, Timers.State> { $0 }
        let proxy = Timers.Proxy(initialEvent: .start)
        let run = Task {
            try await Timers.run(
                initialState: Timers.State(), proxy: proxy, env: Timers.Env(clock: clock), observer: recorder)
        }
        #expect(await recorder.next() == .running(count: 0))
        for count in 1...3 {
            await clock.untilSomebodySleeps()
            clock.advance(by: .seconds(1))
            #expect(await recorder.next() == .running(count: count))
        }
        try proxy.send(.stop)
        #expect(await recorder.next() == .start(count: 3))
        try proxy.send(.start)
        #expect(await recorder.next() == .running(count: 3))
        await clock.untilSomebodySleeps()
        clock.advance(by: .seconds(1))
        #expect(await recorder.next() == .running(count: 4))
        try proxy.send(.terminate)
        try await run.value
        #expect(!clock.hasSleepers)
    }

    @Test("What a tick comes late by does not add up")
    func lateTicks() async throws {
        let clock = ManualClock()
        let recorder = StateRecorder<Timers.State, Timers.State> { $0 }
        let proxy = Timers.Proxy(initialEvent: .start)
        let run = Task {
            try await Timers.run(
                initialState: Timers.State(), proxy: proxy, env: Timers.Env(clock: clock, interval: .milliseconds(100)),
                observer: recorder)
        }
        #expect(await recorder.next() == .running(count: 0))
        await clock.untilSomebodySleeps()
        clock.advance(by: .milliseconds(150))
        #expect(await recorder.next() == .running(count: 1))
        await clock.untilSomebodySleeps()
        clock.advance(by: .milliseconds(50))
        #expect(await recorder.next() == .running(count: 2))
        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await run.value }
    }
}
