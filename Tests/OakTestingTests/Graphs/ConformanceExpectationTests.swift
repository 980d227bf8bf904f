import Oak
import OakGraph
import Testing

@testable import OakTesting

@Suite("An asynchronous implementation conforms")
struct ConformanceExpectationTests {
    private var graph: StateGraph<Turnstile> {
        StateGraph(of: Turnstile.self, from: [.locked], events: .allCases)
    }

    private func implementation(letsPassTwice: Bool) -> Implementation<Turnstile, Bool> {
        var passes = 0
        return Implementation(of: Turnstile.self, observing: \.output) { _ in
            passes = 0
        } take: { event in
            // An implementation may be asynchronous.
            await Task.yield()
            switch event {
            case .coin:
                passes = letsPassTwice ? 2 : 1
                return false
            case .push:
                defer { passes = max(passes - 1, 0) }
                return passes > 0
            }
        }
    }

    @Test func `An implementation that conforms has no difference`() async {
        #expect(await graph.conformance(of: implementation(letsPassTwice: false)).holds)
        #expect(await graph.conformance(of: implementation(letsPassTwice: false), along: graph.allPairs()).holds)
    }

    @Test func `A difference is described with the shortest events to it`() async {
        let conformance = await graph.conformance(
            of: implementation(letsPassTwice: true), along: graph.conformanceSuite(.w, observing: \.output))
        let text = "\(conformance)"
        #expect(
            text.split(separator: "\n").dropFirst().joined(separator: "\n") == """
                Expected: false
                Actual:   true
                .locked
                1. .coin
                   .locked → .unlocked
                   output false
                2. .push
                   .unlocked → .locked
                   output true
                3. .push
                   output false
                """)
        #expect(text.hasPrefix("The implementation differs after 3 events, found in "))
    }

    @Test func `A comparison without paths does not hold`() async {
        let empty = StateGraph(of: Turnstile.self, from: [], events: .allCases)
        let conformance = await empty.conformance(of: implementation(letsPassTwice: false))
        #expect(!conformance.holds)
        #expect("\(conformance)" == "Nothing was compared: the graph has no transitions to take.")
    }
}

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
            return GraphCoverage(of: graph, by: [recorder.trace])
        }
        let complete = coverage([.load, .checked])
        #expect(complete.strays.isEmpty)
        #expect(complete.transitions.covered == 4 && complete.states.covered == 5)
        let incomplete = coverage([.load])
        #expect(incomplete.transitions.covered == 3 && incomplete.states.covered == 4)
        #expect(incomplete.strays.count == 1 && incomplete.strays[0].contains("with .checked"))
    }
}
