import Oak
import OakGraph
import Testing

/// Input without a graph is reported with a remedy.
struct BadInputTests {
    enum Tally: Transducer {
        struct State: Hashable { var count = 0, isOn = false }
        enum Event: CaseIterable { case next, toggle }
        static func update(_ state: inout State, event: Event) {
            switch event {
            case .next: state.count += 1
            case .toggle: state.isOn.toggle()
            }
        }
    }

    @Test("Infinitely many states make a graph incomplete, and the message names the growing part of the state")
    func infinitelyManyStates() {
        let graph = StateGraph(
            of: Tally.self, from: [.init()], events: .allCases, limits: .init(states: 1_000))
        #expect(graph.states.count == 1_000)
        #expect(graph.cut == .states(limit: 1_000, growing: "count"))
        #expect("\(graph.check())".contains("'count' takes more and more values"))
        #expect(graph.check().findings.isEmpty, "\(graph.check())")
        #expect(graph.path(to: 999).end == graph.states[999])
    }

    @Test("A depth limit or an interruption makes a graph incomplete")
    func depthInterruptionMake() {
        let deep = StateGraph(of: Tally.self, from: [.init()], events: .allCases, limits: .init(depth: 3))
        #expect(deep.cut == .depth(limit: 3))
        #expect(deep.states.map(\.count).max() == 3)
        var calls = 0
        let stopped = StateGraph(of: Tally.self, from: [.init()], events: .allCases) { progress in
            calls += 1
            return progress.states < 10_000
        }
        #expect(stopped.cut == .interrupted)
        #expect(calls > 1)
        #expect(stopped.check().verdict != .holds)
    }

    @Test("An abstraction of the state makes the graph finite")
    func abstractionStateMakes() {
        let graph = StateGraph(of: Tally.self, from: [.init()], events: .allCases, showing: \.isOn)
        #expect(graph.states.count == 2)
        #expect(graph.cut == nil)
        #expect(graph.model.states.map(\.text) == ["false", "true"])
    }

    enum Countdown: Transducer {
        struct State: Hashable { var left = 3 }
        enum Event: CaseIterable { case tick }
        static func isTerminal(_ state: State) -> Bool { false }
        static func update(_ state: inout State, event: Event) { state.left = max(0, state.left - 1) }
    }

    @Test("An abstraction is inexact if states with the same text behave differently")
    func statesShownAlike() {
        let graph = StateGraph(of: Countdown.self, from: [.init()], events: .allCases, showing: { $0.left > 0 })
        #expect(graph.cut == .inexactAbstraction(shown: "true", event: ".tick"))
        #expect(graph.check().verdict != .holds)
    }

    @Test("A graph without initial states or events names the reason")
    func graphWithoutInitial() {
        let empty = StateGraph(of: Tally.self, from: [], events: .allCases)
        #expect(empty.cut == .noInitialState)
        #expect(empty.check().verdict != .holds)
        let silent = StateGraph(of: Tally.self, from: [.init()], events: .generated { _ in [] })
        #expect(silent.cut == .noEvent(state: "State(count: 0, isOn: false)"))
        let fixed = StateGraph(of: Tally.self, from: [.init()], events: [])
        #expect(fixed.cut == .noEvent(state: "State(count: 0, isOn: false)"))
    }

    struct UnreliableState: Hashable {
        var value = 0, shadow = 0
        static func == (lhs: Self, rhs: Self) -> Bool { lhs.value == rhs.value }
        func hash(into hasher: inout Hasher) { hasher.combine(shadow) }
    }
    enum UnreliableMachine: Transducer {
        typealias State = UnreliableState
        enum Event: CaseIterable { case next }
        static func update(_ state: inout UnreliableState, event: Event) { state.shadow += 1 }
    }
    enum NotANumber: Transducer {
        struct State: Hashable { var value = 0.0 }
        enum Event: CaseIterable { case divide }
        static func update(_ state: inout State, event: Event) { state.value = 0 / state.value }
    }

    @Test("A state with an unreliable hash makes the graph incomplete")
    func stateUnreliableHash() {
        let unreliable = StateGraph(of: UnreliableMachine.self, from: [.init()], events: .allCases)
        let nan = StateGraph(of: NotANumber.self, from: [.init()], events: .allCases)
        for cut in [unreliable.cut, nan.cut] {
            guard case .unreliableEquality = cut else { return #expect(Bool(false), "\(String(describing: cut))") }
        }
    }
}
