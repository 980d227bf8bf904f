import Oak
import OakTesting
import Testing

@testable import OakGraph

@Suite("Versions that may do less or more")
struct RelationTests {
    private let lamp = Sketch([
        (".off", ".pressed", ".on"), (".on", ".pressed", ".off"), (".on", ".unplugged", ".off"),
    ])
    private let less = Sketch([(".off", ".pressed", ".on"), (".on", ".pressed", ".off")])

    private func events(_ old: GraphModel, _ new: GraphModel, _ relation: GraphComparison.Relation) -> [String]? {
        switch GraphComparison(of: old, and: new, requiring: relation).verdict {
        case .equivalent: nil
        case .different(let separation): separation.events
        case .inconclusive(let reason): [reason]
        }
    }

    @Test("A version that lacks a transition reduces the other, and that one extends it")
    func lessAndMore() {
        #expect(events(lamp.model, less.model, .reduction) == nil)
        #expect(events(lamp.model, less.model, .extension) == [".pressed", ".unplugged"])
        #expect(events(less.model, lamp.model, .extension) == nil)
        #expect(events(less.model, lamp.model, .reduction) == [".pressed", ".unplugged"])
        #expect(events(less.model, lamp.model, .equivalence) != nil)
    }

    @Test("A version that does something else neither reduces nor extends the other")
    func different() {
        let other = lamp.changed { $0.transitions[1].output = "click" }
        #expect(events(lamp.model, other, .reduction) == [".pressed", ".pressed"])
        #expect(events(lamp.model, other, .extension) == [".pressed", ".pressed"])
        let terminal = Sketch([(".off", ".pressed", ".on")], terminal: [".on"])
        #expect(events(lamp.model, terminal.model, .reduction) == [".pressed"])
    }

    @Test("What an incomplete graph lacks is not known")
    func cut() {
        let cut = less.changed { $0.cut = "Interrupted." }
        #expect(events(cut, lamp.model, .reduction) == ["The old graph is incomplete: Interrupted."])
        #expect(events(cut, lamp.model, .extension) == ["The old graph is incomplete: Interrupted."])
    }

    /// The greatest simulation, by removing pairs until nothing changes.
    private func simulates(_ follower: GraphModel, _ leader: GraphModel) -> Bool {
        var pairs: Set<[Int]> = []
        for (one, leading) in leader.states.enumerated() {
            for (other, following) in follower.states.enumerated() where leading.isTerminal == following.isTerminal {
                pairs.insert([one, other])
            }
        }
        while let bad = pairs.first(where: { pair in
            leader.transitions.contains { move in
                move.source == pair[0]
                    && !follower.transitions.contains {
                        $0.source == pair[1] && $0.event == move.event && $0.output == move.output
                            && pairs.contains([move.target, $0.target])
                    }
            }
        }) { pairs.remove(bad) }
        return pairs.contains([0, 0])
    }

    @Test(
        "Random versions reduce and extend each other as the greatest simulation says",
        arguments: 0..<300 as Range<UInt64>)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let old = GraphModel.random(
            states: 3, events: 2, choices: seed % 3 == 0 ? 2 : 1, completeness: 7, by: &random)
        var new = old
        if Bool.random(using: &random) { new.transitions.remove(at: 0) }
        if Bool.random(using: &random), let last = new.transitions.indices.last {
            new.transitions[last].target = Int.random(in: 0..<3, using: &random)
        }
        #expect((events(old, new, .reduction) == nil) == simulates(old, new))
        #expect((events(old, new, .extension) == nil) == simulates(new, old))
    }

    @Test("Machines of different types are compared over a mapping of events, and other events are left out")
    func types() {
        enum Phone: Transducer {
            enum State: Hashable { case hook, talking, ringing }
            enum Event: CaseIterable { case lift, hangUp, call }

            static func update(_ state: inout State, event: Event) {
                switch (state, event) {
                case (_, .hangUp): state = .hook
                case (.hook, .call): state = .ringing
                case (_, .lift), (_, .call): state = .talking
                }
            }
        }
        enum Line: Transducer {
            typealias State = Bool
            typealias Event = Bool

            static func update(_ isBusy: inout Bool, event: Bool) { isBusy = event }
        }
        let (line, phone) = (
            StateGraph(of: Line.self, from: [false], events: [true, false]),
            StateGraph(of: Phone.self, from: [.hook], events: .allCases)
        )
        func comparison(_ relation: GraphComparison.Relation) -> GraphComparison {
            GraphComparison(of: line, and: phone, requiring: relation) { event in
                switch event {
                case .lift: true
                case .hangUp: false
                case .call: nil
                }
            }
        }
        for relation in GraphComparison.Relation.allCases { #expect(comparison(relation).isEquivalent) }
        #expect(comparison(.equivalence).new.events == ["true", "false"])
    }
}
