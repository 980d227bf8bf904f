import Oak
import OakTesting
import Testing

@testable import Timers

@Suite("A timer")
struct TimersTests {
    @Test("Every state handles every event")
    func table() {
        expectTable(
            of: Timers.self, states: [.start(count: 3), .running(count: 3), .terminated],
            events: [.start, .stop, .ping, .terminate])
    }

    @Test("A timer counts intervals, stops, continues from its count and ends")
    func run() async {
        let clock = TestClock()
        let tester = TransducerTester(of: Timers.self, initialState: Timers.State(), env: Timers.Env(clock: clock))

        await tester.send(.start) { $0 = .running(count: 0) }
        tester.expectStarted(.activity(.operation(id: Timers.Work.timer)))
        for count in 1...3 {
            await clock.advance(by: .seconds(1))
            await tester.receive(.ping) { $0 = .running(count: count) }
        }
        await tester.send(.stop) { $0 = .start(count: 3) }
        tester.expectCancelled(.activity(.operation(id: Timers.Work.timer)), because: .stateLeft)

        await tester.send(.start) { $0 = .running(count: 3) }
        tester.expectStarted(.activity(.operation(id: Timers.Work.timer)))
        await clock.advance(by: .seconds(1))
        await tester.receive(.ping) { $0 = .running(count: 4) }
        await tester.send(.terminate) { $0 = .terminated }
        tester.expectCancelled(.activity(.operation(id: Timers.Work.timer)), because: .machineEnded)

        await tester.finish()
        #expect(clock.sleepers.isEmpty)
    }

    @Test("A tick that races with a stop is counted before the stop or not at all")
    func stoppedTick() async {
        await explore(seeds: 1...300) {
            let clock = TestClock(advancing: .whenIdle)
            let proxy = Timers.Proxy(initialEvent: .start)
            let recorder = TraceRecorder(of: Timers.self)
            async let stopping: Void = {
                // At this moment the third tick is due as well.
                try await clock.sleep(for: .seconds(3))
                try proxy.send(.stop)
                try await clock.sleep(for: .seconds(10))
                try proxy.send(.terminate)
            }()
            try await Timers.run(
                initialState: Timers.State(), proxy: proxy, env: Timers.Env(clock: clock), observer: recorder)
            try await stopping
            let afterwards = recorder.trace.events.drop { $0 != .stop }
            expectThat(afterwards.elementsEqual([.stop, .terminate]), "\(recorder.trace.events)")
        }
    }
}
