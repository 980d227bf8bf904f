import Oak
import OakGraph
import Testing

@Suite("A report shows one cause once")
struct ReportTextTests {
    /// Expects no `start` once it runs.
    private enum Motor: EffectTransducer {
        struct State: Hashable {
            enum Phase: Hashable { case idle, running(speed: Int), stopped }
            var phase = Phase.idle
        }
        enum Event: CaseIterable { case start, faster, stop }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state.phase, event) {
            case (.idle, .start): state.phase = .running(speed: 0)
            case (.running(let speed), .faster): state.phase = .running(speed: min(speed + 1, 3))
            case (.running, .stop): state.phase = .stopped
            case (.running, .start), (.stopped, .faster): return .unexpected
            case (.idle, _), (.stopped, _): break
            }
            return nil
        }
    }

    @Test("Findings for one event are one paragraph with a count, and the list of findings has all")
    func grouped() {
        let report = StateGraph(of: Motor.self, from: [.init()], events: .allCases).check([.unexpectedEvents])
        #expect(report.findings.count == 5)
        let lines = report.description.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
        #expect(lines.count { $0.contains("is unexpected in") } == 2)
        let others = [1, 2, 3].map { "State(phase: .running(speed: \($0)))" }.joined(separator: ", ")
        #expect(lines.contains { $0 == "The same for .start in 3 other states: \(others)" })
        #expect(!report.description.contains("The same for .faster"))
    }

    @Test("Findings of which some are exempted are not taken together")
    func exempted() {
        let graph = StateGraph(of: Motor.self, from: [.init()], events: .allCases)
        let late = GraphExemption<Motor>(.unexpectedEvents, in: .init(phase: .running(speed: 0)), because: "Late")
        let report = graph.check([.unexpectedEvents], allowing: [late])
        #expect(report.description.contains("The same for .start in 2 other states"))
        #expect(report.description.contains("Exempted: Late"))
    }

    @Test("The cases of a structure are those of its first property that is an enum")
    func mode() {
        let model = StateGraph(of: Motor.self, from: [.init()], events: .allCases).model
        #expect(model.states.map(\.cases.first) == ["idle", "running", "running", "stopped", "running", "running"])
        let picture = model.mermaid(DiagramStyle(folding: .depth(1)))
        #expect(picture.contains("running ×4") && !picture.contains("inexact") && !picture.contains("Incomplete"))
    }
}
