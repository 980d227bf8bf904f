import Testing

@testable import OakGraph

@Suite("Versions that behave alike")
struct EquivalenceTests {
    private let lamp = Sketch([
        (".off", ".pressed", ".on"), (".on", ".pressed", ".off"), (".off", ".unplugged", ".off"),
        (".on", ".unplugged", ".off"),
    ])

    @Test("A model behaves like itself")
    func same() {
        let comparison = GraphComparison(of: lamp.model, and: lamp.model, comparing: .all)
        #expect(comparison.verdict == .equivalent)
        #expect(comparison.changes == [])
        #expect(comparison.states.pairs.map(\.old) == [0, 1])
        #expect(comparison.description == "Lamp: both versions behave alike.")
    }

    @Test("Renamed states are equivalent, and listed")
    func renamed() {
        let new = lamp.changed { $0.states[1].text = ".bright" }
        let comparison = GraphComparison(of: lamp.model, and: new)
        #expect(comparison.isEquivalent)
        #expect(comparison.changes == [])
        #expect(comparison.description.hasSuffix("Renamed states: .on → .bright"))
        #expect(!GraphComparison(of: lamp.model, and: new, comparing: .all).isEquivalent)
    }

    @Test("Models that differ only in the order of states, events and transitions are equivalent")
    func order() {
        let new = lamp.changed { model in
            model.states.swapAt(0, 1)
            model.initial = [1]
            model.events.reverse()
            for index in model.transitions.indices {
                model.transitions[index].source = 1 - model.transitions[index].source
                model.transitions[index].target = 1 - model.transitions[index].target
            }
            model.transitions.reverse()
        }
        let comparison = GraphComparison(of: lamp.model, and: new, comparing: .all)
        #expect(comparison.isEquivalent)
        #expect(comparison.states.pairs.map(\.old) == [1, 0])
        #expect(comparison.states.renamed == [])
    }

    @Test("An event that is ignored is no different from one that leads to a twin of the state")
    func twin() {
        let new = Sketch([
            (".off", ".pressed", ".on"), (".on", ".pressed", ".off"), (".off", ".unplugged", ".dark"),
            (".on", ".unplugged", ".off"), (".dark", ".pressed", ".on"), (".dark", ".unplugged", ".off"),
        ])
        #expect(GraphComparison(of: lamp.model, and: new.model).verdict == .equivalent)
        #expect(GraphComparison(of: new.model, and: lamp.model).changes == [])
    }

    @Test("A state split in two is equivalent to the original")
    func split() {
        let new = Sketch([
            (".off", ".pressed", ".on"), (".on", ".pressed", ".dark"), (".off", ".unplugged", ".off"),
            (".on", ".unplugged", ".off"), (".dark", ".pressed", ".on"), (".dark", ".unplugged", ".dark"),
        ])
        let comparison = GraphComparison(of: lamp.model, and: new.model)
        #expect(comparison.isEquivalent)
        #expect(comparison.changes == [])
        #expect(comparison.states.added == [2])
        #expect(comparison.states.renamed == [])
    }
}

@Suite("Comparisons without a result")
struct InconclusiveComparisonTests {
    private let lamp = Sketch([(".off", ".pressed", ".on"), (".on", ".pressed", ".off")])

    @Test("An incomplete graph is never equivalent", arguments: [true, false])
    func cut(isOld: Bool) {
        let cut = lamp.changed { $0.cut = "The limit of 2 states is reached." }
        let comparison = GraphComparison(of: isOld ? cut : lamp.model, and: isOld ? lamp.model : cut)
        let name = isOld ? "old" : "new"
        #expect(
            comparison.verdict
                == .inconclusive(reason: "The \(name) graph is incomplete: The limit of 2 states is reached."))
        #expect(!comparison.isEquivalent)
    }

    @Test("The comparison of an incomplete graph covers exactly the transitions that it has")
    func known() {
        let cut = lamp.changed { model in
            model.transitions.removeLast()
            model.cut = "Interrupted."
        }
        let unknown = GraphComparison(of: cut, and: lamp.model)
        #expect(unknown.verdict == .inconclusive(reason: "The old graph is incomplete: Interrupted."))
        #expect(unknown.changes == [])

        var known = cut
        known.transitions[0].output = "1"
        guard case .different(let separation) = GraphComparison(of: known, and: lamp.model).verdict else {
            Issue.record("The output differs.")
            return
        }
        #expect(separation.events == [".pressed"])

        var longer = lamp.model
        longer.events.append(".unplugged")
        longer.transitions.append(.init(source: 0, target: 0, event: ".unplugged", intent: .ignored))
        // Of an incomplete graph not even the alphabet is complete.
        #expect(GraphComparison(of: cut, and: longer).verdict == unknown.verdict)
    }

    @Test("A model without an initial state, or with a missing state, has no result and does not trap")
    func defects() {
        func reason(_ change: (inout GraphModel) -> Void) -> String {
            let comparison = GraphComparison(of: lamp.model, and: lamp.changed(change))
            guard case .inconclusive(let reason) = comparison.verdict else { return "\(comparison)" }
            return reason
        }
        #expect(reason { $0.initial = [] } == "The new graph has no initial state.")
        #expect(reason { $0.initial = [2] } == "The new graph names the initial state 2 and has 2 states.")
        #expect(
            reason { $0.transitions[0].target = 7 }
                == "The new graph has a transition from state 0 to state 7 of 2.")
    }
}
