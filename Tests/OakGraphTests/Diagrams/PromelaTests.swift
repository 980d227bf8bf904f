import Testing

@testable import OakGraph

@Suite struct PromelaTests {
    @Test("The program has the tables of the graph and the counts of SPIN")
    func tables() {
        let text = DiagramModels.guarded.promela
        #expect(text.hasPrefix("/* Turnstile: 3 states, 13 transitions */\n/* SPIN stores 3 states and counts 14 "))
        #expect(text.contains("static const int first_transition_0[4096] = {\n0, 7, 13,\n};"))
        #expect(text.contains("static const int transition_count_0[4096] = {\n7, 6, 0,\n};"))
        #expect(
            text.contains("static const int transition_target_0[4096] = {\n0, 1, 1, 1, 0, 2, 2, 0, 2, 2, 2, 2, 2,\n};"))
        #expect(text.contains("int state = 0;"))
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("    :: ") }.count == 7)
    }

    @Test("Several initial states are preceded by an additional state")
    func starts() {
        let text = DiagramModels.severalStarts.promela
        #expect(text.contains("/* SPIN stores 4 states and counts 5 transitions. */"))
        #expect(text.contains("int state = 3;"))
        #expect(text.contains("static const int transition_target_0[4096] = {\n2, 2, 0, 1,\n};"))
    }

    @Test("Tables are split into pages that SPIN accepts, and their size is proportional to the graph")
    func pages() {
        func ring(_ count: Int) -> String {
            GraphModel(
                machine: "Ring", states: Array(repeating: .init(text: ""), count: count), initial: [0], events: ["x"],
                transitions: (0..<count).map {
                    .init(source: $0, target: ($0 + 1) % count, event: "x", intent: .handled)
                }
            ).promela
        }
        let pages = ring(20_000).split(separator: "c_decl {")
        #expect(pages.allSatisfy { $0.utf8.count < 65_536 })
        // Five pages for each table, the tables of pages, the function, and the text before the first page.
        #expect(pages.count == 1 + 3 * 5 + 3 + 1)
        #expect(ring(20_000).split(separator: ",").count < 2 * ring(10_000).split(separator: ",").count + 100)
    }

    @Test("Names and reasons cannot escape from their comment", arguments: DiagramModels.hostileTexts)
    func comments(text: String) {
        var model = DiagramModels.lamp
        model.machine = text
        model.cut = text
        let lines = model.promela.split(separator: "\n").prefix(3)
        #expect(lines.allSatisfy { $0.hasPrefix("/* ") && $0.hasSuffix(" */") })
        #expect(lines.allSatisfy { !$0.dropFirst(2).dropLast(2).contains("*/") && !$0.dropFirst(2).contains("/*") })
    }
}
