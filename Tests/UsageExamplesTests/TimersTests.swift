import Oak
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

@Suite("Timers")
struct TimersTests {
    @Test("Ticks are counted while the timer runs")
    func happyPath() {
        var state = Timers.State()
        #expect(Timers.update(&state, event: .start)?.id == EffectID("timer"))
        #expect(Timers.update(&state, event: .ping) == nil)
        #expect(state == .running(count: 1))
        #expect(Timers.update(&state, event: .stop)?.kind == .cancelTask)
        #expect(state == .start(count: 1))
    }

    @Test("Every event has an answer in every state")
    func everyPair() {
        expectTable(
            [
                Row<Timers>(.start(count: 2), .start, to: .running(count: 2), "operation(id: timer)"),
                Row(.start(count: 2), .terminate, to: .terminated),
                Row(.running(count: 2), .stop, to: .start(count: 2), "cancelTask(id: timer)"),
                Row(.running(count: 2), .ping, to: .running(count: 3)),
                Row(.running(count: 2), .terminate, to: .terminated, "cancelTask(id: timer)"),
            ],
            states: [.start(count: 2), .running(count: 2), .terminated], events: Timers.Event.allCases)
    }

    @Test("The initial state is the default one")
    func initialState() {
        #expect(Timers.initialState == .start())
    }

    @Test("A stopped timer can go on, and a terminated one ends the run")
    func integration() async throws {
        let ticks = ControlledService<Void, Void>()
        let proxy = Timers.Proxy()
        let recorder = StateRecorder(of: Timers.self)
        async let run: Void = Timers.run(
            initialState: Timers.initialState, proxy: proxy, env: Timers.Env(tick: { try await ticks() }),
            observer: recorder)

        try proxy.send(.start)
        try await ticks.next().succeed()
        try await ticks.next().succeed()
        let third = try await ticks.next()
        try proxy.send(.stop)
        for state in [.running(count: 0), .running(count: 1), .running(count: 2), .start(count: 2)] as [Timers.State] {
            #expect(try await recorder.next() == state)
        }

        try proxy.send(.start)
        let fourth = try await ticks.next()
        // The first timer has been cancelled by now, so its tick leads to nothing.
        third.succeed()
        fourth.succeed()
        _ = try await ticks.next()
        try proxy.send(.terminate)

        try await run
        #expect(await recorder.states() == [.running(count: 2), .running(count: 3), .terminated])
    }
}
