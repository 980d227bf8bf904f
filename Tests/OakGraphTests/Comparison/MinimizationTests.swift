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

    /// Counts the classes of the states that are reached, by pairs that differ.
    private func classCount(of model: GraphModel) -> Int {
        let separations = GraphModel.separations(of: model, and: model)
        var (reached, ahead): (Set<Int>, [Int]) = ([], model.initial)
        while let state = ahead.popLast() {
            guard reached.insert(state).inserted else { continue }
            ahead += model.transitions.filter { $0.source == state }.map(\.target)
        }
        return Set(reached.map { separations[$0].firstIndex(of: nil) }).count
    }
}
