import Oak
import OakGraph
import Testing

@testable import OakTesting

@Suite("Recorded runs against a graph")
struct AdmissionTests {
    private typealias CourierTrace = Trace<Courier.State, Courier.Event, NoOutput>

    private func trace(_ entries: CourierTrace.Entry...) -> CourierTrace {
        var trace = TraceRecorder(of: Courier.self).trace
        trace.entries = entries
        return trace
    }

    private func run(_ events: [Courier.Event]) async throws -> Trace<Courier.State, Courier.Event, NoOutput> {
        let recorder = TraceRecorder(of: Courier.self)
        let proxy = Courier.Proxy()
        for event in events { try proxy.send(event) }
        _ = try await Courier.run(
            initialState: .waiting(parcels: 0), proxy: proxy, env: .init(drive: {}), observer: recorder)
        return recorder.trace
    }

    private var graph: StateGraph<Courier> {
        StateGraph(
            of: Courier.self, from: [.waiting(parcels: 0)],
            events: .events(.drive, .turnBack, .goHome).answers(of: "ride", .arrived).answers(of: "engine", .wait))
    }

    @Test("A graph has a run whose events, senders and states it has")
    func admitted() async throws {
        let trace = try await run([.goHome])
        #expect(graph.admits(trace).isAdmitted)
        var coverage = GraphCoverage(of: graph)
        coverage.add(trace)
        #expect(coverage.transitions.covered == 1)
    }

    @Test("A run leaves a graph with an unknown event, with another state after it, or at its beginning")
    func leaves() throws {
        func departure(_ trace: CourierTrace) throws -> TraceAdmission<Courier>.Departure {
            guard case .leaves(let departure) = graph.admits(trace) else { throw NoDeparture() }
            #expect(!graph.admits(trace).description.isEmpty)
            return departure
        }
        let start = CourierTrace.Entry.runStarted(.waiting(parcels: 0))
        let parcel = try departure(trace(start, .eventTaken(.parcel(named: ""), from: .external)))
        #expect(parcel.entries == 1 && parcel.event == .parcel(named: "") && parcel.state == .waiting(parcels: 0))
        #expect(parcel.expected == [".drive", ".goHome", ".turnBack"])
        let wrong = try departure(trace(start, .eventTaken(.drive, from: .external), .transition(to: .lost)))
        #expect(wrong.entries == 1 && wrong.target == .lost)
        // The answer of an operation that nobody has begun.
        let answer = try departure(trace(start, .eventTaken(.arrived, from: .operation(1))))
        #expect(answer.event == .arrived)
        let other = try departure(trace(.runStarted(.lost)))
        #expect(other.event == nil && other.state == .lost)
    }

    @Test("A run that goes on where the graph is cut is not known to leave it")
    func cut() {
        let cut = StateGraph(
            of: Courier.self, from: [.waiting(parcels: 0)], events: [.parcel(named: ""), .goHome],
            limits: .init(depth: 1))
        let trace = trace(
            .runStarted(.waiting(parcels: 0)), .eventTaken(.parcel(named: ""), from: .external),
            .transition(to: .waiting(parcels: 1)), .eventTaken(.parcel(named: ""), from: .external),
            .transition(to: .waiting(parcels: 2)))
        guard case .unknown = cut.admits(trace) else { return #expect(Bool(false), "\(cut.admits(trace))") }
    }
}

private struct NoDeparture: Error {}
