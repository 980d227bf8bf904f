import OakTesting
import Testing

@testable import OakGraph

@Suite("Stored graphs")
struct StoredGraphTests {
    private let model = GraphModel(
        machine: "Login",
        states: [
            .init(text: ".out", cases: ["out"]),
            .init(
                text: ".busy(\"a/b\")", cases: ["busy"], children: ["lamp"],
                activities: [.init(kind: "operation", id: "\"wait\"", delay: ".seconds(1)")],
                operations: ["\"login\""]),
            .init(text: ".in", isTerminal: true),
        ], initial: [0], events: [".submitted", ".failed"],
        transitions: [
            .init(
                source: 0, target: 1, event: ".submitted", intent: .handled,
                effect: .init(kind: "sequence", parts: [.init(kind: "events", events: [".a", ".b"])]), output: "1",
                actions: [.init(event: ".a", state: ".busy", intent: .unexpected, effect: .init(kind: "action"))]),
            .init(
                source: 1, target: 1, event: ".failed", intent: .refused, sender: "\"login\"", child: "lamp"),
        ])

    @Test("A stored graph has one line for each state and each transition")
    func lines() throws {
        #expect(
            try model.text() == #"""
                {"schema":1,
                "machine":"Login",
                "initial":[".out"],
                "events":[
                ".submitted",
                ".failed"
                ],
                "states":[
                {"cases":["out"],"state":".out"},
                {"activities":[{"delay":".seconds(1)","id":"\"wait\"","kind":"operation"}],"cases":["busy"],\#
                "children":["lamp"],"operations":["\"login\""],"state":".busy(\"a/b\")"},
                {"state":".in","terminal":true}
                ],
                "transitions":[
                {"from":".out","on":".submitted","output":"1",\#
                "then":[{"intent":"unexpected","on":".a","to":".busy","with":{"kind":"action"}}],\#
                "to":".busy(\"a/b\")","with":{"kind":"sequence","parts":[{"events":[".a",".b"],"kind":"events"}]}},
                {"from":".busy(\"a/b\")","in":"lamp","intent":"refused","on":".failed",\#
                "sender":"\"login\"","to":".busy(\"a/b\")"}
                ]}

                """#)
    }

    @Test("A model is read as it was written")
    func roundTrip() throws {
        #expect(try GraphModel(text: model.text()) == model)
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20 {
            var random = GraphModel.random(states: 9, events: 3, choices: 2, completeness: 6, by: &generator)
            random.cut = Bool.random(using: &generator) ? "Interrupted." : nil
            // Several states with one text, also with a text that looks like a numbered one.
            for index in random.states.indices where Bool.random(using: &generator) {
                random.states[index].text = [".s", ".s #2", ".s #2 #2"].randomElement(using: &generator) ?? ".s"
            }
            #expect(try GraphModel(text: random.text()) == random)
        }
    }

    @Test("A new state leaves the lines of the other states unchanged")
    func stability() throws {
        var longer = model
        longer.states.insert(.init(text: ".locked"), at: 1)
        longer.initial = [0]
        for index in longer.transitions.indices {
            longer.transitions[index].source += longer.transitions[index].source > 0 ? 1 : 0
            longer.transitions[index].target += longer.transitions[index].target > 0 ? 1 : 0
        }
        let difference = try longer.text().split(separator: "\n").difference(from: model.text().split(separator: "\n"))
        #expect(difference.removals.isEmpty)
        #expect(difference.insertions.count == 1)
    }

    @Test("Another version of the schema and a text without a graph are errors with a remedy")
    func errors() throws {
        let text = try model.text()
        func message(_ text: String) -> String {
            do {
                _ = try GraphModel(text: text)
                return "no error"
            } catch { return "\(error)" }
        }
        let newer = text.replacing("\"schema\":1", with: "\"schema\":2")
        #expect(throws: GraphVersionError.self) { try GraphModel(text: newer) }
        #expect(message(newer).contains("has version 2 of the schema"))
        #expect(message("{\"schema\":3}").contains("has version 3 of the schema"))
        #expect(message("# Lamp").hasPrefix("The text is not a stored graph: "))
        #expect(message("{\"schema\":1}").contains("\"machine\" is missing."))
        #expect(
            message(text.replacing("\"state\":\".in\"", with: "\"state\":\".out\"")).contains("'.out' occurs twice"))
        #expect(
            message(text.replacing("\"to\":\".busy(\\\"a/b\\\")\"", with: "\"to\":\".lost\""))
                .contains("names the state '.lost', which has no line of its own"))
        #expect(throws: GraphTextError.self) {
            var broken = model
            broken.transitions[0].target = 3
            _ = try broken.text()
        }
    }
}
