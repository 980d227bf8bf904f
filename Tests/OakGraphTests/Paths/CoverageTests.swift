import Oak
import Testing

@testable import OakGraph

@Suite("Coverage of a graph")
struct CoverageTests {
    @Test("Coverage counts states, transitions and pairs once")
    func coverageCountsStates() {
        var coverage = GraphCoverage(of: Counting.graph)
        for _ in 1...2 { coverage.add([.up, .up, .down]) }
        #expect(coverage.states == .init(covered: 3, total: 5))
        #expect(coverage.transitions == .init(covered: 3, total: 15))
        #expect(coverage.pairs == .init(covered: 2, total: 45))
        coverage.add([.up], from: .init(count: 3))
        #expect(coverage.states == .init(covered: 5, total: 5))
        #expect(coverage.transitions == .init(covered: 4, total: 15))
    }

    @Test("Uncovered states, transitions and pairs are listed with shortest paths to them")
    func missingStatesTransitions() {
        var coverage = GraphCoverage(of: Counting.graph)
        coverage.add([.up, .up])
        #expect(coverage.missingStates.map(\.events) == [[.up, .up, .up], [.up, .up, .up, .up]])
        #expect(coverage.missingTransitions.map(\.events).first == [.down])
        #expect(coverage.missingPairs.map(\.events).first == [.up, .down])
        #expect(
            coverage.text(missing: 2) == """
                states       3 of 5 (60 %)
                transitions  2 of 15 (13 %)
                pairs        1 of 45 (2 %)
                Missing states:
                  State(count: 3), after .up, .up, .up
                  State(count: 4), after .up, .up, .up, .up
                Missing transitions:
                  State(count: 0) — .down → State(count: 0), at the beginning
                  State(count: 0) — .reset → State(count: 0), at the beginning
                  … and 11 more
                """)
    }

    @Test("Events and states that are not in the graph are named but not counted")
    func eventsStatesOutside() {
        let graph = StateGraph(of: Counting.self, from: [.init()], events: [.up])
        var coverage = GraphCoverage(of: graph)
        coverage.add([.up, .reset, .up])
        coverage.add([.up], from: .init(count: 9))
        #expect(coverage.transitions.covered == 1)
        #expect(
            coverage.strays == [
                ".reset in State(count: 1) is not in the graph; the rest of its sequence is not counted",
                "State(count: 9) is not in the graph; its sequence is not counted",
            ])
    }
}
