import Oak
import OakGraph
import Testing

@testable import OakTesting

@Suite("Recorded runs cover a graph")
struct CoverageOfTracesTests {
    @Test("Coverage counts events from outside, of operations and of functions of actions, if the graph has them")
    func coverageCountsEvents() async throws {
        let recorder = TraceRecorder(of: Loader.self)
        let proxy = Loader.Proxy()
        try proxy.send(.load)
        _ = try await Loader.run(
            initialState: .idle, proxy: proxy, env: .init(load: { $0 == 1 ? .failed : .loaded(7) }), observer: recorder)
        func coverage(_ events: Alphabet<Loader>) -> GraphCoverage<Loader> {
            let graph = StateGraph(
                of: Loader.self, from: [.idle], events: events.answers(of: "load", .failed, .loaded(7)),
                limits: GraphLimits(depth: 5))
            var coverage = GraphCoverage(of: graph)
            coverage.add(recorder.trace)
            return coverage
        }
        let complete = coverage([.load, .checked])
        #expect(complete.strays.isEmpty)
        #expect(complete.transitions.covered == 4 && complete.states.covered == 5)
        let incomplete = coverage([.load])
        #expect(incomplete.transitions.covered == 3 && incomplete.states.covered == 4)
        #expect(incomplete.strays.count == 1 && incomplete.strays[0].contains("with .checked"))
    }
}
