import Oak
import Testing

@testable import OakGraph

@Suite("A tour covers a graph")
struct TourTests {
    @Test("A transition tour takes every transition, and each sequence is a path through the graph")
    func transitionTourTakes() {
        let graph = Download.graph
        let tour = Array(graph.transitionTour())
        #expect(GraphCoverage(of: graph, by: tour).transitions.isComplete)
        for path in tour { expectWalk(path, in: graph) }
    }

    @Test("A strongly connected graph is toured in one sequence")
    func stronglyConnectedGraph() {
        let tour = Array(Counting.graph.transitionTour())
        #expect(tour.count == 1)
        // Fifteen transitions, and the paths back to the transitions that are left.
        #expect(tour[0].steps.count <= 30)
    }

    @Test("A pair tour takes all pairs of transitions and all single transitions")
    func allPairsTransitions() {
        for graph in [Counting.graph, StateGraph(of: Counting.self, from: [.init(count: 4)], events: [.up])] {
            let coverage = GraphCoverage(of: graph, by: Array(graph.allPairs()))
            #expect(coverage.pairs.isComplete && coverage.transitions.isComplete)
        }
        let graph = Download.graph
        let pairs = Array(graph.allPairs())
        for path in pairs { expectWalk(path, in: graph) }
        let coverage = GraphCoverage(of: graph, by: pairs)
        #expect(coverage.transitions.isComplete)
        // A postponed event ends its sequence: pairs that begin with it are left out.
        for path in coverage.missingPairs { #expect(path.steps.suffix(2).first?.intent == .postponed) }
    }

    @Test("A machine that ends is toured in several sequences")
    func machineEndsToured() {
        let graph = StateGraph(of: Fork.self, from: [0], events: Alphabet(1...5))
        let tour = Array(graph.transitionTour())
        #expect(tour.map(\.events) == [[1], [2], [3], [4], [5]])
        #expect(Array(graph.allPairs()).map(\.events) == [[1], [2], [3], [4], [5]])
    }

    @Test("A tour's sequence ends with a postponed event and omits events that end the graph")
    func sequenceTourEnds() {
        for path in Download.graph.transitionTour() {
            #expect(!path.steps.dropLast().contains { $0.intent == .postponed && $0.sender == nil })
        }
        let graph = StateGraph(of: Broken.self, from: [0], events: [1, 2])
        #expect(graph.transitions(from: 0).map(\.intent) == [.endless, .handled])
        #expect(graph.transitionTour().map(\.events) == [[2, 2]])
    }

    @Test("A tour takes all transitions of an incomplete graph")
    func tourTakesAll() {
        let graph = StateGraph(of: Endless.self, from: [0], events: [1], limits: GraphLimits(states: 5))
        let tour = Array(graph.transitionTour())
        #expect(GraphCoverage(of: graph, by: tour).transitions.isComplete)
        _ = Array(graph.allPairs())
    }

    @Test("A tour of a large graph needs few events for each transition")
    func tourLargeGraph() {
        let graph = StateGraph(of: Grid.self, from: [.init(x: 0, y: 0)], events: .allCases)
        #expect(graph.states.count == 2_500)
        var events = 0
        for path in graph.transitionTour() { events += path.steps.count }
        #expect(events < 3 * graph.transitionCount)
    }

    private func expectWalk<Machine: ExecutableTransducer>(_ path: GraphPath<Machine>, in graph: StateGraph<Machine>) {
        #expect(graph.initial.contains(path.startNumber))
        var number = path.startNumber
        for step in path.steps {
            let transitions = graph.transitions(from: number)
            let event = sourceText(of: step.event)
            #expect(transitions.contains { $0.target == step.number && sourceText(of: $0.event) == event })
            number = step.number
        }
    }

    private enum Fork: Transducer {
        typealias State = Int
        typealias Event = Int

        static func isTerminal(_ state: Int) -> Bool { state > 0 }
        static func update(_ state: inout Int, event: Int) { state = event }
    }

    private enum Broken: EffectTransducer {
        typealias State = Int
        typealias Event = Int

        static func update(_ state: inout Int, event: Int) -> Effect? {
            if event == 1 { return .event(1) }
            state = 1 - state
            return nil
        }
    }

    private enum Endless: Transducer {
        typealias State = Int
        typealias Event = Int

        static func update(_ state: inout Int, event: Int) { state += event }
    }

    private enum Grid: Transducer {
        struct State: Hashable { var x: Int, y: Int }
        enum Event: CaseIterable { case left, right, up, down }

        static func update(_ state: inout State, event: Event) {
            switch event {
            case .left: state.x = max(state.x - 1, 0)
            case .right: state.x = min(state.x + 1, 49)
            case .up: state.y = max(state.y - 1, 0)
            case .down: state.y = min(state.y + 1, 49)
            }
        }
    }
}
