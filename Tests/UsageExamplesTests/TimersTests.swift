import Oak
import OakTesting
import Testing

/// A timer that can be started and stopped and that counts its ticks.
enum Timers: EffectTransducer {

    enum State: Terminable, DefaultInitializable, Equatable {
        init() { self = .start(count: 0) }

        case start(count: Int = 0)
        case running(count: Int)
        case terminated

        var isTerminal: Bool {
            if case .terminated = self { true } else { false }
        }
    }

    enum Event: CaseIterable {
        case start, stop, ping, terminate
    }

    struct Env: Sendable {
        var tick: @Sendable () async throws -> Void = { try await Task.sleep(nanoseconds: 1_000_000_000) }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (event, state) {
        case (.start, .start(let count)):
            state = .running(count: count)
            return timer
        case (.start, .running):
            return .none

        case (.stop, .running(let count)):
            state = .start(count: count)
            return .cancelTask("timer")
        case (.stop, .start):
            return .none

        case (.ping, .running(let count)):
            state = .running(count: count + 1)
            return .none
        case (.ping, .start):
            return .none

        case (.terminate, .running):
            state = .terminated
            return .cancelTask("timer")
        case (.terminate, .start):
            state = .terminated
            return .none

        case (_, .terminated):
            return .none
        }
    }

    /// Sends a ping after each tick until it is cancelled.
    static let timer = Effect(id: "timer") { env, proxy in
        while true {
            try await env.tick()
            try? proxy.send(.ping)
        }
    }
}

@Suite("Timers", .timeLimit(.minutes(20)))
struct TimersTests {
    @Test("Ticks are counted while the timer runs")
    func happyPath() {
        expectTransitions(of: Timers.self, from: Timers.State())
            .on(.start, to: .running(count: 0), effect: .operation(id: "timer"))
            .on(.ping, to: .running(count: 1))
            .on(.stop, to: .start(count: 1), effect: .cancelTask("timer"))
    }

    @Test("Every event has an answer in every state")
    func everyPair() {
        expectTable(
            of: Timers.self,
            states: [.start(count: 2), .running(count: 2), .terminated], events: Timers.Event.allCases)
    }

    @Test("The initial state is the default one")
    func initialState() {
        #expect(Timers.initialState == .start())
    }

    @Test("A stopped timer can go on, and a terminated one ends the run")
    func integration() async {
        let tick = Gate<Void>("a tick")
        let tester = TransducerTester(
            of: Timers.self, initialState: Timers.initialState, env: Timers.Env(tick: tick.wait))

        await tester.send(.start) { $0 = .running(count: 0) }
        tester.expectStarted(.operation(id: "timer"))
        for count in 1...2 {
            tick.letThrough()
            await tester.receive(.ping) { $0 = .running(count: count) }
        }
        await tester.send(.stop) { $0 = .start(count: 2) }
        tester.expectCancelled(.operation(id: "timer"), because: .cancelTask)
        // Nobody waits for a tick any more.
        #expect(tick.letThrough() == 0)

        await tester.send(.start) { $0 = .running(count: 2) }
        tester.expectStarted(.operation(id: "timer"))
        tick.letThrough()
        await tester.receive(.ping) { $0 = .running(count: 3) }
        await tester.send(.terminate) { $0 = .terminated }
        tester.expectCancelled(.operation(id: "timer"))
        tester.expectStarted(.cancelTask("timer"))
        await tester.finish()
    }
}
