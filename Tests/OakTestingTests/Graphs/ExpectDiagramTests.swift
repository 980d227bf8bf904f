import Foundation
import Oak
import OakGraph
import Testing

@testable import OakTesting

@Suite
struct ExpectDiagramTests {
    enum Lamp: Transducer {
        enum State: Hashable { case off, on, broken }
        enum Event: CaseIterable { case pressed, dropped }
        static func update(_ state: inout State, event: Event) {
            switch (state, event) {
            case (.off, .pressed): state = .on
            case (.on, .pressed): state = .off
            case (_, .dropped): state = .broken
            case (.broken, .pressed): break
            }
        }
    }

    @Test("A stored diagram is compared, and a change is reported with its lines", arguments: DiagramFormat.allCases)
    func storedDiagramCompared(format: DiagramFormat) {
        let model = StateGraph(of: Lamp.self, from: [.off], events: .allCases).model
        let diagram = DiagramInTest(model: model, format: format, style: DiagramStyle())
        guard case .none = diagram.difference(from: diagram.stored()) else {
            Issue.record("A diagram differs from itself.")
            return
        }
        var changed = model
        (changed.states[0].text, changed.states[2].text) = (".dark", ".lost")
        guard
            case .changed(let text) = DiagramInTest(model: changed, format: format, style: .init())
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
