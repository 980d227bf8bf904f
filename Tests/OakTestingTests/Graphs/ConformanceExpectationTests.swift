import Oak
import OakGraph
import Testing

@testable import OakTesting

@Suite("An implementation is expected to conform")
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

    @Test
    func `An implementation that conforms is not reported`() async {
        let issues = await Issues.of {
            await expectConformance(of: implementation(letsPassTwice: false), to: graph)
            await expectConformance(of: implementation(letsPassTwice: false), to: graph, along: graph.allPairs())
        }
        #expect(issues.messages.isEmpty)
    }

    @Test
    func `A difference is reported with the shortest events to it`() async {
        let issues = await Issues.of {
            await expectConformance(
                of: implementation(letsPassTwice: true), to: graph, along: graph.distinguishingTour(observing: \.output)
            )
        }
        #expect(
            issues.messages.map { $0.split(separator: "\n").dropFirst().joined(separator: "\n") } == [
                """
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
                   ignored
                   output false
                """
            ])
        #expect(issues.message(0).hasPrefix("The implementation differs after 3 events, found in "))
    }

    @Test
    func `A comparison of nothing fails`() async {
        let empty = StateGraph(of: Turnstile.self, from: [], events: .allCases)
        let issues = await Issues.of { await expectConformance(of: implementation(letsPassTwice: false), to: empty) }
        #expect(issues.messages == ["Nothing was compared: the graph has no transitions to take."])
    }
}

@Suite("Recorded runs cover a graph")
struct CoverageOfTracesTests {
    @Test
    func `Events from outside and of operations count, and action events do not`() async throws {
        let recorder = TraceRecorder(of: Loader.self)
        let proxy = Loader.Proxy()
        try proxy.send(.load)
        _ = try await Loader.run(
            initialState: .idle, proxy: proxy, env: .init(load: { $0 == 1 ? .failed : .loaded(7) }), observer: recorder)
        let events: Alphabet<Loader> = [.load]
        let graph = StateGraph(
            of: Loader.self, from: [.idle], events: events.answers(of: "load", .failed, .loaded(7)),
            limits: GraphLimits(depth: 5))
        let coverage = GraphCoverage(of: graph, by: [recorder.trace])
        #expect(coverage.strays.isEmpty)
        #expect(coverage.transitions.covered == 3)
        #expect(coverage.states.covered == 4)
    }
}
