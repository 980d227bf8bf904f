import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C27 Activities and what goes on beside them", .timeLimit(.minutes(20)))
struct ActivityNameTests {
    private enum Radio: EffectTransducer {
        enum State: Equatable, Terminable {
            case quiet, loud, off
            var isTerminal: Bool { self == .off }
        }
        enum Event: Sendable { case song, cancel, begin, turnUp, turnOff }
        typealias Env = Recorder<String>

        static func activities(in state: State) -> [Effect] {
            switch state {
            case .quiet, .loud: [Effect(id: "x", { _ in }, success: .song)]
            case .off: []
            }
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.quiet, .song): return .postpone
            case (_, .song):
                return Effect(action: { env in
                    env.record("song")
                    return [] as [Event]
                })
            case (_, .cancel): return .cancelTask("x")
            case (_, .begin): return Effect(id: "x") { _, _ in }
            case (_, .turnUp): state = .loud
            case (_, .turnOff): state = .off
            }
            return nil
        }
    }

    @Test(
        "A postponed event of an activity is offered again, although an effect of its name is cancelled or begins")
    func postponed() async throws {
        for event in [Radio.Event.cancel, .begin] {
            try await interleave(seed: 1) {
                let (proxy, heard) = (Radio.Proxy(), Recorder<String>())
                let run = Task(executorPreference: DeterministicExecutor.current) {
                    try await Radio.run(initialState: .quiet, proxy: proxy, env: heard)
                }
                await DeterministicExecutor.current?.idle()
                for event in [event, .turnUp, .turnOff] {
                    try proxy.send(event)
                    await DeterministicExecutor.current?.idle()
                }
                try await run.value
                #expect(heard.values == ["song"], "\(event)")
            }
        }
    }

    // MARK: -

    private enum Bee: EffectTransducer {
        struct State {}
        enum Event: Sendable { case none }
        typealias Env = Recorder<String>

        static func activities(in state: State) -> [Effect] {
            [
                Effect(id: "buzz") { env, _ in
                    env.record("began")
                    _ = try await Gate<Void>().wait()
                }
            ]
        }

        static func update(_ state: inout State, event: Event) -> Effect? { nil }
    }

    private enum Hive: CompositeTransducer {
        struct State: Terminable {
            var bees: Children<Int, Bee.State> = [1: .init(), 2: .init()]
            var bygone: Children<Int, Bee.State> = [:]
            var isTerminal = false
        }
        enum Event: Sendable { case bee(Int, Bee.Event), fly, flyHome, end }
        typealias Env = Recorder<String>

        static let bees = children("bee", Bee.self, event: Event.bee, env: { env, _ in env })

        static func activeChildren(in state: State) -> Active<Self> { bees(state.bees) }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .bee(let number, let event): return bees.step(&state.bees, number, event).effect
            case .fly:
                state.bygone = state.bees
                state.bees[1] = nil
                return .event(.flyHome)
            case .flyHome: state.bees = state.bygone
            case .end: state.isTerminal = true
            }
            return nil
        }
    }

    @Test("C27, C28 A child that goes and is put back as it was, within a macrostep, has its activities anew")
    func putBack() async throws {
        try await interleave(seed: 1) {
            let (proxy, heard) = (Hive.Proxy(), Recorder<String>())
            async let run: Void = Hive.run(initialState: Hive.State(), proxy: proxy, env: heard)
            await idle()
            #expect(heard.values.count == 2)
            try proxy.send(.fly)
            await idle()
            #expect(heard.values.count == 3)
            try proxy.send(.end)
            try await run
        }
    }
}
