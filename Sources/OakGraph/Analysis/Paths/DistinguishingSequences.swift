/// Sequences of events by which the states of a graph can be told apart: a characterizing set.
///
/// States that no sequence tells apart behave alike; the set has nothing for them.
// Moore, "Gedanken-experiments on sequential machines" (1956), for the partitions; Chow (1978) and Vasilevskii (1973)
// for the use of the set.
struct DistinguishingSequences {
    /// An event in a state.
    struct Arc {
        let event: Int
        let observation: Int
        let target: Int
    }

    /// The sequences, as numbers of events.
    private(set) var sequences: [[Int]] = []

    private let arcs: [[Arc]]
    /// The classes of states that sequences of each length tell apart.
    private var levels: [[Int]]

    /// - Parameter arcs: The arcs of each state, sorted by event.
    init(_ arcs: [[Arc]]) {
        self.arcs = arcs
        levels = [Array(repeating: 0, count: arcs.count)]
        var count = arcs.isEmpty ? 0 : 1
        while true {
            let next = refined(levels[levels.count - 1])
            let nextCount = (next.max() ?? -1) + 1
            guard nextCount > count else { break }
            levels.append(next)
            count = nextCount
        }
        choose()
    }

    private func refined(_ classes: [Int]) -> [Int] {
        var numbers = Numbering<[Int]>()
        return arcs.indices.map { state in
            var signature = [classes[state]]
            for arc in arcs[state] { signature += [arc.event, arc.observation, classes[arc.target]] }
            return numbers.number(of: signature)
        }
    }

    /// Chooses sequences until each class is on its own.
    private mutating func choose() {
        var representatives: [Int: Int] = [:]
        for (state, number) in levels[levels.count - 1].enumerated() where representatives[number] == nil {
            representatives[number] = state
        }
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

    private func arc(_ event: Int, of state: Int) -> Arc? { arcs[state].first { $0.event == event } }

    /// The observations of a sequence as far as a state has its events.
    private func run(_ sequence: [Int], from state: Int) -> [Int] {
        var current = state
        var observations: [Int] = []
        for event in sequence {
            guard let arc = arc(event, of: current) else { break }
            observations.append(arc.observation)
            current = arc.target
        }
        return observations
    }

    private func sequence(telling one: Int, from other: Int) -> [Int]? {
        var (one, other) = (one, other)
        var sequence: [Int] = []
        while let level = levels.firstIndex(where: { $0[one] != $0[other] }), level > 0 {
            var next: (event: Int, one: Int, other: Int)?
            for arc in arcs[one] {
                guard let match = self.arc(arc.event, of: other) else { continue }
                if arc.observation != match.observation { return sequence + [arc.event] }
                if next == nil, levels[level - 1][arc.target] != levels[level - 1][match.target] {
                    next = (arc.event, arc.target, match.target)
                }
            }
            guard let next else { return nil }
            sequence.append(next.event)
            (one, other) = (next.one, next.other)
        }
        return nil
    }
}
