import Oak
import Testing

@testable import OakGraph

@Suite("Differences of two versions")
struct DifferenceTests {
    private let login = Sketch(
        [
            (".out", ".submitted", ".busy"), (".busy", ".failed", ".out"), (".busy", ".succeeded", ".in"),
            (".out", ".cancelled", ".out"), (".busy", ".cancelled", ".out"),
        ], terminal: [".in"])

    private func separation(_ comparison: GraphComparison) -> GraphComparison.Separation? {
        guard case .different(let separation) = comparison.verdict else { return nil }
        return separation
    }

    @Test("Each aspect of a transition is compared, unless it is left out")
    func aspects() {
        let changes: [(GraphComparison.Aspects, (inout GraphModel.Transition) -> Void)] = [
            (.intents, { $0.intent = .unexpected }), (.outputs, { $0.output = "1" }),
            (.effects, { $0.effect = .init(kind: "operation", id: "1") }),
            (.actions, { $0.actions = [.init(event: ".a", state: ".out", intent: .handled)] }),
            (.senders, { $0.sender = "1" }), (.intents, { $0.child = "lamp" }),
        ]
        for (aspect, change) in changes {
            let new = login.changed { change(&$0.transitions[1]) }
            let comparison = GraphComparison(of: login.model, and: new)
            #expect(separation(comparison)?.events == [".submitted", ".failed"], "\(comparison)")
            #expect(comparison.changes.count == (aspect == .senders ? 2 : 1), "\(comparison)")
            let rest = GraphComparison.Aspects.behaviour.subtracting(aspect)
            #expect(GraphComparison(of: login.model, and: new, comparing: rest).isEquivalent, "\(aspect)")
            #expect(!GraphComparison(of: login.model, and: new, comparing: aspect).isEquivalent, "\(aspect)")
        }
    }

    private enum Till: Transducer {
        struct Money: CustomStringConvertible {
            let amount: Int
            let currency: String
            var description: String { "\(amount)" }
        }
        struct State: Hashable, CustomStringConvertible {
            let currency: String
            var description: String { "open" }
        }
        enum Event: CaseIterable { case pay }

        static func update(_ state: inout State, event: Event) -> [Money] {
            [Money(amount: 5, currency: state.currency)]
        }
    }

    @Test("Outputs with one description differ in their parts, and a stored graph keeps them")
    func descriptions() throws {
        let (euro, yen) = ("EUR", "JPY")
        func model(_ currency: String) -> GraphModel {
            StateGraph(of: Till.self, from: [.init(currency: currency)], events: .allCases).model
        }
        #expect(model(euro).transitions.map(\.output) == ["[5]"])
        let comparison = GraphComparison(of: try GraphModel(text: try model(euro).text()), and: model(yen))
        #expect(separation(comparison)?.events == [".pay"])
        #expect([euro, yen].allSatisfy { comparison.description.contains("Money(amount: 5, currency: \"\($0)\")") })
        #expect(GraphComparison(of: model(euro), and: model(euro)).isEquivalent)
    }

    @Test("Each aspect of a state is compared, unless it is left out")
    func aspectsOfStates() {
        let changes: [(GraphComparison.Aspects, (inout GraphModel.State) -> Void)] = [
            (.termination, { $0.isTerminal = true }), (.live, { $0.children = ["lamp"] }),
            (.live, { $0.activities = [.init(kind: "operation", id: "1")] }), (.live, { $0.operations = ["1"] }),
            (.names, { $0.text = ".working" }),
        ]
        for (aspect, change) in changes {
            let new = login.changed { change(&$0.states[1]) }
            let comparison = GraphComparison(of: login.model, and: new, comparing: .all)
            #expect(separation(comparison)?.events == [".submitted"], "\(comparison)")
            #expect(comparison.changes.map(\.event) == [nil], "\(comparison)")
            let rest = GraphComparison.Aspects.all.subtracting(aspect)
            #expect(GraphComparison(of: login.model, and: new, comparing: rest).isEquivalent, "\(aspect)")
        }
    }

    @Test("Without action events, the outputs and effects of a macrostep still count, in their order")
    func outputsOfActions() {
        func model(_ outputs: [String?]) -> GraphModel {
            login.changed { model in
                model.transitions[0].output = outputs[0]
                model.transitions[0].actions = outputs.dropFirst().map {
                    .init(event: ".a", state: ".busy", intent: .handled, output: $0)
                }
            }
        }
        func areAlike(_ old: [String?], _ new: [String?], _ aspects: GraphComparison.Aspects) -> Bool {
            GraphComparison(of: model(old), and: model(new), comparing: aspects).isEquivalent
        }
        #expect(areAlike(["1", "2"], [nil, "1", "2"], .outputs))
        #expect(!areAlike(["1", "2"], ["2", "1"], .outputs))
        #expect(!areAlike(["1", "2"], [nil, "1", "2"], [.outputs, .actions]))
    }

    @Test("The description shows the sequence in both versions and the differences of each state")
    func description() {
        var new = Sketch(
            [
                (".out", ".submitted", ".working"), (".working", ".failed", ".locked"),
                (".working", ".succeeded", ".in"), (".locked", ".submitted", ".locked"),
                (".out", ".cancelled", ".out"), (".working", ".cancelled", ".out"), (".locked", ".cancelled", ".out"),
            ], terminal: [".in"]
        ).model
        new.transitions[1].output = "\"Locked\""
        new.transitions[1].effect = .init(kind: "operation", id: "\"wait\"", delay: ".seconds(60)")
        #expect(
            GraphComparison(of: login.model, and: new).description == """
                Lamp: the versions differ after .submitted, .failed.

                   event       old    new
                               .out   .out
                   .submitted  .busy  .working
                >  .failed     .out   .locked + .operation(id: "wait", after: .seconds(60)) / "Lo…

                   state     event       old   new
                ~  .working  .failed     .out  .locked + .operation(id: "wait", after: .seconds(60)) / "Lo…
                +  .locked   .submitted  —     ignored
                +  .locked   .cancelled  —     .out

                States of the new version only: .locked

                Renamed states: .busy → .working
                """)
    }

    @Test("States with the same text are distinguished by their live children and activities")
    func details() {
        let new = login.changed { $0.states[1].children = ["lamp"] }
        #expect(
            GraphComparison(of: login.model, and: new).description == """
                Lamp: the versions differ after .submitted.

                   event       old    new
                               .out   .out
                >  .submitted  .busy  .busy [lamp]

                   state  event  old    new
                ~  .busy         .busy  .busy [lamp]
                """)
    }

    @Test("Initial states that differ are separated without any event")
    func start() {
        let new = login.changed { $0.states[0].isTerminal = true }
        let comparison = GraphComparison(of: login.model, and: new)
        #expect(separation(comparison)?.events == [])
        #expect(
            comparison.description.hasPrefix(
                """
                Lamp: the versions differ in their initial states.

                   event  old   new
                >         .out  .out (terminal)
                """))
    }

    @Test("An event of one version only is a difference, and the other events are still compared")
    func events() {
        let new = login.changed { model in
            model.events.append(".locked")
            model.transitions.append(.init(source: 1, target: 0, event: ".locked", intent: .handled))
        }
        let added = GraphComparison(of: login.model, and: new)
        #expect(separation(added)?.events == [".submitted", ".locked"])
        #expect(separation(added)?.steps.last?.oldTransitions == [])
        #expect(added.addedEvents == [".locked"])
        #expect(added.changes.map(\.kind) == [.added])
        #expect(added.changes.map(\.state) == [".busy"])
        #expect(added.states.pairs.count == 3)
        let removed = GraphComparison(of: new, and: login.model)
        #expect(separation(removed)?.events == [".submitted", ".locked"])
        #expect(removed.removedEvents == [".locked"])
        #expect(removed.changes.map(\.kind) == [.removed])
        #expect(removed.description.contains("Events of the old version only: .locked"))
    }

    @Test("A sequence of events of both versions is preferred to an event of one version")
    func commonEvents() {
        let new = login.changed { model in
            model.transitions.append(.init(source: 0, target: 0, event: ".locked", intent: .handled))
            model.transitions[1].output = "1"
        }
        let comparison = GraphComparison(of: login.model, and: new)
        #expect(separation(comparison)?.events == [".submitted", ".failed"])
        #expect(comparison.changes.map(\.event) == [".locked", ".failed"])
    }

    @Test("Long tables and lists are cut and state how many entries are left out")
    func limits() {
        let old = Sketch((0..<40).map { (".s\($0)", ".next", ".s\($0 + 1)") })
        let new = old.changed { model in for index in 30..<40 { model.transitions[index].output = "1" } }
        let text = GraphComparison(of: old.model, and: new).text(limit: 4)
        #expect(
            text == """
                Lamp: the versions differ after 31 events.

                   event        old   new
                                .s0   .s0
                   .next        .s1   .s1
                   .next        .s2   .s2
                   … 27 more …
                   .next        .s30  .s30
                >  .next        .s31  .s31 / 1

                   state  event  old   new
                ~  .s30   .next  .s31  .s31 / 1
                ~  .s31   .next  .s32  .s32 / 1
                ~  .s32   .next  .s33  .s33 / 1
                ~  .s33   .next  .s34  .s34 / 1
                … and 6 more
                """)
    }
}
