import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C27 Activities and other effects", .interleaved)
struct ActivityNameTests {
    private enum PostponingActivity: EffectTransducer {
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
        "A postponed event of an activity survives effects of the same identity")
    func postponed() async throws {
        for event in [PostponingActivity.Event.cancel, .begin] {
            let (proxy, heard) = (PostponingActivity.Proxy(), Recorder<String>())
            let run = Task {
                try await PostponingActivity.run(initialState: .quiet, proxy: proxy, env: heard)
            }
            await idle()
            for event in [event, .turnUp, .turnOff] {
                try proxy.send(event)
                await idle()
            }
            try await run.value
            #expect(heard.values == ["song"], "\(event)")
        }
    }

    // MARK: -

    private enum LastingChild: EffectTransducer {
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

    private enum RestoringComposite: CompositeTransducer {
        struct State: Terminable {
            var bees: Children<Int, LastingChild.State> = [1: .init(), 2: .init()]
            var bygone: Children<Int, LastingChild.State> = [:]
            var isTerminal = false
        }
        enum Event: Sendable { case bee(Int, LastingChild.Event), fly, flyHome, end }
        typealias Env = Recorder<String>

        static let bees = children(
            "bee", LastingChild.self, event: Event.bee, env: { env, _ in env }, failure: .endsTheRun)

        static func activeChildren(in state: State) -> some ActiveChildren<Self> { bees(state.bees) }

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

    @Test("C27, C28 A child that departs and is restored within a macrostep begins its activities again")
    func putBack() async throws {
        let (proxy, heard) = (RestoringComposite.Proxy(), Recorder<String>())
        async let run: Void = RestoringComposite.run(initialState: RestoringComposite.State(), proxy: proxy, env: heard)
        await idle()
        #expect(heard.values.count == 2)
        try proxy.send(.fly)
        await idle()
        #expect(heard.values.count == 3)
        try proxy.send(.end)
        try await run
    }
}
