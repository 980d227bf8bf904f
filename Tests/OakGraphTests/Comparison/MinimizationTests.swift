import OakTesting
import Testing

@testable import OakGraph

@Suite("The smallest model of a behaviour")
struct MinimizationTests {
    @Test("A minimal model has one state for each class that pairs of states show", arguments: 0..<120 as Range<UInt64>)
    func classes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let model = GraphModel.random(
            states: 2 + Int(seed % 11), events: 1 + Int(seed % 3), choices: seed % 4 == 0 ? 2 : 1,
            completeness: seed % 2 == 0 ? 8 : 6, by: &random)
        let minimal = model.minimized()
        #expect(minimal.states.count == classCount(of: model))
        #expect(GraphComparison(of: model, and: minimal).isEquivalent)
        #expect(minimal.minimized() == minimal)
    }

    @Test("States that split one behaviour are merged again, and names keep them apart")
    func split() {
        let lamp = Sketch([
            (".off", ".pressed", ".on"), (".on", ".pressed", ".dark"), (".off", ".unplugged", ".off"),
            (".on", ".unplugged", ".off"), (".dark", ".pressed", ".on"), (".dark", ".unplugged", ".off"),
        ])
        let model = lamp.changed { model in
            for index in model.transitions.indices where model.transitions[index].source == 1 {
                model.transitions[index].output = "dim"
            }
        }
        let minimal = model.minimized()
        #expect(minimal.states.map(\.text) == [".off", ".on"])
        #expect(minimal.transitions.map(\.intent) == [.handled, .handled, .ignored, .handled])
        #expect(model.minimized(comparing: .all).states.count == 3)
    }

    @Test("A state that nothing leads to is left out, and a broken model is returned as it is")
    func unreachable() {
        let lamp = Sketch(
            [(".off", ".pressed", ".on"), (".lost", ".pressed", ".off")], terminal: [".on"])
        #expect(lamp.model.minimized().states.map(\.text) == [".off", ".on"])
        let broken = lamp.changed { $0.initial = [9] }
        #expect(broken.minimized() == broken)
    }

    /// Counts classes by marking pairs that differ, as in Moore's table (1956).
    private func classCount(of model: GraphModel) -> Int {
        let outgoing = Dictionary(grouping: model.transitions, by: \.source)
        var isApart: [[Bool]] = model.states.map { one in
            model.states.map { one.isTerminal != $0.isTerminal }
        }
        func matches(_ one: Int, _ other: Int) -> Bool {
            (outgoing[one] ?? []).allSatisfy { move in
                (outgoing[other] ?? []).contains {
                    $0.event == move.event && $0.output == move.output && !isApart[move.target][$0.target]
                }
            }
        }
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for one in model.states.indices {
                for other in model.states.indices where !isApart[one][other] {
                    guard !matches(one, other) || !matches(other, one) else { continue }
                    isApart[one][other] = true
                    hasChanged = true
                }
            }
        }
        var (reached, ahead): (Set<Int>, [Int]) = ([], model.initial)
        while let state = ahead.popLast() {
            if reached.insert(state).inserted { ahead += (outgoing[state] ?? []).map(\.target) }
        }
        return Set(reached.map { isApart[$0].firstIndex(of: false) }).count
    }
}
