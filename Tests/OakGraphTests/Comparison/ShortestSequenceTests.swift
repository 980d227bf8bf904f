import OakTesting
import TestSupport
import Testing

@testable import OakGraph

@Suite("Shortest sequences")
struct ShortestSequenceTests {
    /// Checks that a sequence leads through both versions with the same look, up to its last step.
    private func check(_ separation: GraphComparison.Separation, _ old: GraphModel, _ new: GraphModel) {
        var (oldState, newState) = (separation.oldStart, separation.newStart)
        #expect(old.initial.contains(oldState) && new.initial.contains(newState))
        for (index, step) in separation.steps.enumerated() {
            let oldMoves = step.oldTransitions.map { old.transitions[$0] }
            let newMoves = step.newTransitions.map { new.transitions[$0] }
            #expect(oldMoves.allSatisfy { $0.source == oldState && $0.event == step.event })
            #expect(newMoves.allSatisfy { $0.source == newState && $0.event == step.event })
            guard index < separation.steps.count - 1 else {
                func looks(_ move: GraphModel.Transition, in model: GraphModel) -> [String?] {
                    [move.output, "\(model.states[move.target].isTerminal)"]
                }
                #expect(oldMoves.map { looks($0, in: old) } != newMoves.map { looks($0, in: new) })
                return
            }
            guard oldMoves.count == 1, newMoves.count == 1 else {
                Issue.record("Step \(index) of \(separation) has several transitions.")
                return
            }
            #expect(oldMoves[0].output == newMoves[0].output)
            (oldState, newState) = (oldMoves[0].target, newMoves[0].target)
            #expect(old.states[oldState].isTerminal == new.states[newState].isTerminal)
        }
        if separation.steps.isEmpty {
            #expect(old.states[oldState].isTerminal != new.states[newState].isTerminal)
        }
    }

    @Test("The sequence has the length that an exhaustive search finds", arguments: [(1, 8), (1, 6), (2, 8), (3, 7)])
    func minimal(choices: Int, completeness: Int) {
        var generator = SeededGenerator(seed: UInt64(choices * 16 + completeness))
        var lengths: [Int?: Int] = [:]
        for _ in 0..<Effort.size(400) {
            let count = Int.random(in: 1...7, using: &generator)
            let old = GraphModel.random(
                states: count, events: Int.random(in: 1...3, using: &generator), choices: choices,
                completeness: completeness, by: &generator)
            var new = old
            // A change of one place keeps the versions close, so that long sequences and equivalent versions occur.
            if let index = new.transitions.indices.randomElement(using: &generator) {
                new.transitions[index].target = Int.random(in: 0..<count, using: &generator)
            }
            if Bool.random(using: &generator) { new.initial.append(Int.random(in: 0..<count, using: &generator)) }
            let expected = GraphModel.shortestSeparation(of: old, and: new)
            lengths[expected, default: 0] += 1
            switch GraphComparison(of: old, and: new).verdict {
            case .equivalent: #expect(expected == nil)
            case .inconclusive(let reason): Issue.record("\(reason)")
            case .different(let separation):
                #expect(separation.steps.count == expected, "\(old) \(new)")
                check(separation, old, new)
            }
        }
        #expect(lengths[nil, default: 0] > 0)
        #expect(lengths.keys.count >= 4, "\(lengths)")
    }

    @Test("Each state of two versions is in the class that an exhaustive search finds")
    func classes() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<50 {
            let model = GraphModel.random(states: 6, events: 2, choices: 2, completeness: 6, by: &generator)
            let versions = ComparedVersions(model, model, aspects: .behaviour)
            for (lhs, rhs) in model.states.indices.flatMap({ l in model.states.indices.map { (l, $0) } }) {
                var (old, new) = (model, model)
                (old.initial, new.initial) = ([lhs], [rhs])
                let isTold = GraphModel.shortestSeparation(of: old, and: new) != nil
                #expect(versions.areAlike(lhs, rhs + versions.offset) != isTold)
            }
        }
    }
}

@Suite("Cost of a comparison")
struct ComparisonEffortTests {
    private func movesRead(_ model: GraphModel) -> Int {
        ComparedVersions(model, model, aspects: .behaviour).refinement.movesRead
    }

    /// States that differ only in the number of events that lead to the last state.
    private func chain(_ count: Int) -> GraphModel {
        GraphModel(
            machine: "Chain", states: (0..<count).map { .init(text: ".s\($0)", isTerminal: $0 == count - 1) },
            initial: [0], events: [".next"],
            transitions: (0..<count - 1).map { .init(source: $0, target: $0 + 1, event: ".next", intent: .handled) })
    }

    @Test("A chain of 100 000 states takes 100 000 rounds, and reads each transition a few times")
    func chains() {
        let count = 100_000
        let refinement = ComparedVersions(chain(count), chain(count), aspects: .behaviour).refinement
        #expect(refinement.rounds == count - 2)
        #expect(refinement.movesRead < 8 * 2 * count)
    }

    @Test("The cost is proportional to the number of transitions, not to its square")
    func random() {
        var generator = SeededGenerator(seed: 1)
        let (small, large) = (500, 4000)
        let model = { (count: Int, generator: inout SeededGenerator) in
            GraphModel.random(states: count, events: 8, choices: 1, by: &generator)
        }
        let (few, many) = (movesRead(model(small, &generator)), movesRead(model(large, &generator)))
        #expect(many < few * large / small * 2)
    }
}
