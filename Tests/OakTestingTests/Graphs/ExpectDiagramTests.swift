import Foundation
import Oak
import OakGraph
import TestSupport
import Testing

@testable import OakTesting

struct ExpectDiagramTests {
    @Test("A stored diagram is compared, and a change is reported with its lines")
    func storedDiagramCompared() {
        let model = StateGraph(of: Turnstile.self, from: [.locked], events: .allCases).model
        let diagram = DiagramInTest(model: model, style: DiagramStyle())
        guard case .none = diagram.difference(from: diagram.stored()) else {
            Issue.record("A diagram differs from itself.")
            return
        }
        var changed = model
        (changed.states[0].text, changed.states[1].text) = (".dark", ".lost")
        guard
            case .changed(let text) = DiagramInTest(model: changed, style: .init())
                .difference(from: diagram.stored())
        else {
            Issue.record("A change is not seen.")
            return
        }
        #expect(text.contains("dark"))
        let removed = text.split(separator: "\n").filter { $0.hasPrefix("− ") }.map { $0.dropFirst(2) }
        #expect(removed == diagram.stored().split(separator: "\n").filter { removed.contains($0) })
    }
}
