/// Sequences of events by which the states of a graph can be told apart: a characterizing set.
///
/// States that no sequence tells apart behave alike; the set has nothing for them.
// Moore, "Gedanken-experiments on sequential machines" (1956), for the partitions; Chow (1978) and Vasilevskii (1973)
// for the use of the set.
struct DistinguishingSequences {
    /// The sequences, as numbers of events.
    private(set) var sequences: [[Int]] = []

    private let graph: ComparedGraph
    /// The classes of states that sequences of each length tell apart.
    private let classes: Refinement

    init(_ graph: ComparedGraph) {
        self.graph = graph
        classes = Refinement(of: graph)
        choose()
    }

    /// Chooses sequences until each class is on its own.
    private mutating func choose() {
        var representatives: [Int: Int] = [:]
        for state in (0..<graph.count).reversed() { representatives[classes.block(of: state)] = state }
        var open = [representatives.values.sorted()].filter { $0.count > 1 }
        while let block = open.popLast() {
            guard let sequence = sequence(telling: block[0], from: block[1]) else {
                // They differ only in the events that they have.
                open += [Array(block.dropFirst())].filter { $0.count > 1 }
                continue
            }
            sequences.append(sequence)
            open = (open + [block]).flatMap { split($0, by: sequence) }
        }
    }

    private func split(_ block: [Int], by sequence: [Int]) -> [[Int]] {
        let groups = Dictionary(grouping: block) { run(sequence, from: $0) }
        return groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    }

    private func move(of state: Int, on event: Int) -> ComparedGraph.Move? {
        graph.moves(of: state, on: event).min { $0.transition < $1.transition }
    }

    /// The observations of a sequence as far as a state has its events.
    private func run(_ sequence: [Int], from state: Int) -> [Int] {
        var current = state
        var observations: [Int] = []
        for event in sequence {
            guard let move = move(of: current, on: event) else { break }
            observations.append(move.label)
            current = move.target
        }
        return observations
    }

    private func sequence(telling one: Int, from other: Int) -> [Int]? {
        var (one, other) = (one, other)
        var sequence: [Int] = []
        while let round = classes.round(separating: one, other) {
            var next: (event: Int, one: Int, other: Int)?
            for move in graph.moves(of: one) {
                guard let match = self.move(of: other, on: move.input) else { continue }
                if move.label != match.label { return sequence + [move.input] }
                let (target, otherTarget) = (move.target, match.target)
                if next == nil,
                    classes.block(of: target, after: round - 1) != classes.block(of: otherTarget, after: round - 1)
                {
                    next = (move.input, target, otherTarget)
                }
            }
            guard let next else { return nil }
            sequence.append(next.event)
            (one, other) = (next.one, next.other)
        }
        return nil
    }
}
