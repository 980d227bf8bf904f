import Oak
import OakGraph
import Testing

enum Turnstile: Transducer {
    enum State: Hashable { case locked, unlocked }
    enum Event: CaseIterable { case coin, push }

    static func update(_ state: inout State, event: Event) -> Bool {
        switch (state, event) {
        case (.locked, .coin): state = .unlocked
        case (.unlocked, .push):
            state = .locked
            return true
        case (.locked, .push), (.unlocked, .coin): break
        }
        return false
    }
}

struct ExplorationTests {
    @Test("The graph of a machine has every reachable state, nearest first")
    func graphMachineEvery() {
        let graph = StateGraph(of: Turnstile.self, from: [.locked], events: .allCases)
        #expect(graph.states == [.locked, .unlocked])
        #expect(graph.initial == [0])
        #expect(graph.transitionCount == 4)
        #expect(graph.cut == nil)
        #expect(graph.transitions(from: 0).map(\.intent) == [.handled, .ignored])
        #expect(graph.path(to: 1).events == [.coin])
        let model = graph.model
        #expect(model.machine == "Turnstile")
        #expect(model.events == [".coin", ".push"])
        #expect(model.transitions.map(\.output) == ["false", "false", "false", "true"])
        #expect(model.states.map(\.cases) == [["locked"], ["unlocked"]])
    }

    enum Clock: Transducer {
        struct State: Hashable, Sendable { var ticks = 0 }
        enum Event: CaseIterable, Sendable { case tick }
        static func update(_ state: inout State, event: Event) { state.ticks += 1 }
    }

    @Test func `An exploration beside its caller tells its progress, and ends with its task`() async throws {
        // The limit of states is beyond the first call, which cancels the task that calls.
        let exploration = Task {
            try await StateGraph(
                exploring: Clock.self, from: [.init()], events: .allCases, limits: .init(states: 20_000, seconds: nil),
                progress: { now in if now.states > 1 { withUnsafeCurrentTask { $0?.cancel() } } })
        }
        await #expect(throws: CancellationError.self) { try await exploration.value }

        let graph = try await StateGraph(
            exploring: Clock.self, from: [.init()], events: .allCases, limits: .init(depth: 3))
        #expect(graph.states.map(\.ticks) == [0, 1, 2, 3])
    }
}
