import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C18–C19 Timed effects in every interleaving")
struct TimingInterleavingTests {
    /// A step that concerns the effect of one name.
    enum Step: CaseIterable, Sendable {
        case timeout, every, debounce, debouncedEffect, stream, retry, cancel, sleep, pause
    }

    /// An effect that has its own number to say, over and over where it can.
    private static func effect(_ step: Step, saying name: String, _ clock: TestClock) -> Script.Effect {
        switch step {
        case .timeout: .timeout(.seconds(1), id: "x", sending: .init(name), clock: { _ in clock })
        case .every: .every(.seconds(1), id: "x", sending: .init(name), clock: { _ in clock })
        case .debounce: .debounce(.seconds(1), id: "x", sending: .init(name), clock: { _ in clock })
        case .debouncedEffect:
            .debounce(.seconds(1), id: "x", .timeout(.seconds(1), id: "y", sending: .init(name)), clock: { _ in clock })
        case .stream:
            .stream(
                id: "x", { _ in AsyncStream(unfolding: { try? await clock.sleep(for: .milliseconds(500)) }) },
                event: { .init(name) })
        case .retry:
            .retry(
                id: "x", attempts: .max, backoff: .constant(.seconds(1)), clock: { _ in clock },
                { _ in throw Failure() },
                retrying: { _, _ in .init(name) }, success: { .init(name) })
        case .cancel, .sleep, .pause: .cancelTask("x")
        }
    }

    @Test("C18 A cancelled or replaced timed effect sends nothing")
    func silence() async {
        let heard = Counter()
        await explore(
            seeds: 1...1_000, events: .lists(of: Generator<Step>.allCases, count: 1...10)
        ) { steps in
            let clock = TestClock(advancing: .whenIdle)
            let proxy = Script.Proxy(bufferSize: 2)
            async let names = Script.run(initialState: .init(), proxy: proxy, output: Callback<[String]>.hesitant)
            for (number, step) in steps.enumerated() {
                switch step {
                case .sleep: try await clock.sleep(for: .seconds(1))
                case .pause: await Task.yield()
                case .timeout, .every, .debounce, .debouncedEffect, .stream, .retry, .cancel:
                    let effect = Self.effect(step, saying: "\(number)", clock)
                    try await proxy.sendWaitingForRoom(.init("start \(number)", effect))
                }
            }
            try await proxy.sendWaitingForRoom(.end)
            expectOwn(try await names, counting: heard)
        }
        #expect(heard.value > 100, "hardly anybody had anything to say")
    }

    @Test("C16 Periodic events never accumulate, are never early, and are complete if the machine keeps up")
    func intervals() async {
        await explore(
            seeds: Effort.seeds(100),
            events: .lists(of: Generator<Int>.weighted([(1, 0), (1, 100), (1, 1_000), (1, 2_700)]), count: 3...8)
        ) { delays in
            let clock = TestClock(advancing: .whenIdle)
            let (moments, turns) = (Recorder<Duration>(), Counter())
            let tick = Script.Effect(action: { _ in
                let turn = turns.value
                turns.increment()
                guard turn < delays.count else { return .end }
                try await clock.sleep(for: .milliseconds(delays[turn]))
                return .init("done")
            })
            let observer = ScriptObserver { occurrence in
                if case .eventTaken(let event, _) = occurrence, event.name == "tick" {
                    moments.record(clock.now.offset)
                }
            }
            let go = Script.Event("go", .every(.seconds(1), sending: .init("tick", tick), clock: { _ in clock }))
            _ = try await Script.play(go, observer: observer)
            var (expected, free) = (Duration.zero, Duration.zero)
            for (turn, moment) in moments.values.enumerated() {
                // The first moment of the beat at which the machine is free.
                repeat { expected += .seconds(1) } while expected <= free
                expectThat(moment == expected, "\(turn): \(moment) instead of \(expected) with \(delays)")
                free = moment + .milliseconds(turn < delays.count ? delays[turn] : 0)
            }
            expectThat(moments.values.count == delays.count + 1)
        }
    }
}
