import Oak

/// A graph as it is seen from outside, by events and observations: at most one move of a state for each event.
struct ObservedGraph {
    let graph: ComparedGraph
    /// The class of each state; states of one class take the same sequences, with the same observations.
    let classes: [Int]
    /// The first state of each class.
    let representatives: [Int]
    /// Whether each class has all events.
    let isComplete: Bool

    /// - Parameter graph: The graph; of several moves of a state for one event the first counts.
    init(_ graph: ComparedGraph) {
        let refinement = Refinement(of: graph)
        var (numbers, representatives) = (Numbering<Int>(), [Int]())
        classes = (0..<graph.count).map { state in
            let number = numbers.number(of: refinement.block(of: state))
            if number == representatives.count { representatives.append(state) }
            return number
        }
        let eventCount = Set(graph.moves.map(\.input)).count
        isComplete = representatives.allSatisfy { Set(graph.moves(of: $0).map(\.input)).count == eventCount }
        (self.graph, self.representatives) = (graph, representatives)
    }

    func move(of state: Int, on event: Int) -> ComparedGraph.Move? {
        graph.moves(of: state, on: event).min { $0.transition < $1.transition }
    }

    /// The moves of a state, one for each event.
    func moves(of state: Int) -> [ComparedGraph.Move] {
        graph.moves(of: state).map(\.input).unique.compactMap { move(of: state, on: $0) }
    }

    /// The moves for a sequence of events, as far as a state has them.
    func moves(along sequence: [Int], from state: Int) -> [ComparedGraph.Move] {
        var (current, moves) = (state, [ComparedGraph.Move]())
        for event in sequence {
            guard let move = move(of: current, on: event) else { break }
            moves.append(move)
            current = move.target
        }
        return moves
    }

    /// Whether both states have the events of a sequence up to an observation that differs.
    func doesTell(_ sequence: [Int], _ one: Int, from other: Int) -> Bool {
        zip(moves(along: sequence, from: one), moves(along: sequence, from: other)).contains { $0.label != $1.label }
    }

    private struct Pair: Hashable {
        let one: Int
        let other: Int
    }

    /// A shortest sequence of events that both states have, the last of which is observed differently; `nil` if none
    /// exists.
    ///
    /// States of different classes have one unless they differ only in the events that they have.
    func sequence(telling one: Int, from other: Int) -> [Int]? {
        guard classes[one] != classes[other] else { return nil }
        var ways: [Pair: [Int]] = [Pair(one: one, other: other): []]
        var ahead = [Pair(one: one, other: other)]
        var next = 0
        while next < ahead.count {
            let pair = ahead[next]
            let way = ways[pair] ?? []
            next += 1
            for move in moves(of: pair.one) {
                guard let match = self.move(of: pair.other, on: move.input) else { continue }
                if move.label != match.label { return way + [move.input] }
                let targets = Pair(one: move.target, other: match.target)
                guard classes[targets.one] != classes[targets.other], ways[targets] == nil else { continue }
                ways[targets] = way + [move.input]
                ahead.append(targets)
            }
        }
        return nil
    }
}

/// Sequences of events by which the states of a graph can be told apart: a characterizing set.
///
/// Two states that have no sequence in common with different observations are *compatible*: nothing shows which of them
/// an implementation is in. In a graph whose states have all events, compatible states behave alike.
// Moore, "Gedanken-experiments on sequential machines" (1956), for the partitions; Chow (1978) and Vasilevskii (1973)
// for the use of the set.
struct DistinguishingSequences {
    /// The sequences, as numbers of events.
    private(set) var sequences: [[Int]] = []

    private let observed: ObservedGraph
    /// The number of the first sequence that tells two classes apart, by the larger and the smaller of them; empty if
    /// all classes can be told apart.
    private var separators: [[Int?]] = []

    init(_ observed: ObservedGraph) {
        self.observed = observed
        if observed.isComplete { chooseBySplitting() } else { chooseByPairs() }
    }

    /// Chooses sequences until each class is on its own.
    private mutating func chooseBySplitting() {
        var open = [observed.representatives].filter { $0.count > 1 }
        while let block = open.popLast() {
            guard let sequence = observed.sequence(telling: block[0], from: block[1]) else { continue }
            sequences.append(sequence)
            open = (open + [block]).flatMap { block in
                Dictionary(grouping: block) { observed.moves(along: sequence, from: $0).map(\.label) }.values
                    .filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
            }
        }
    }

    /// Chooses a sequence for each two classes that no earlier one tells apart.
    private mutating func chooseByPairs() {
        for (number, state) in observed.representatives.enumerated() {
            separators.append(
                observed.representatives.prefix(number).map { other in
                    if let known = sequences.firstIndex(where: { observed.doesTell($0, state, from: other) }) {
                        return known
                    }
                    guard let sequence = observed.sequence(telling: state, from: other) else { return nil }
                    sequences.append(sequence)
                    return sequences.count - 1
                })
        }
    }

    /// The first sequence that tells two classes apart; `nil` if they are compatible.
    private func separator(of one: Int, _ other: Int) -> Int? {
        guard one != other else { return nil }
        guard separators.isEmpty else { return separators[max(one, other)][min(one, other)] }
        let (state, otherState) = (observed.representatives[one], observed.representatives[other])
        return sequences.firstIndex { observed.doesTell($0, state, from: otherState) }
    }

    /// The sequences that tell a class from all others; two classes share the one that tells them apart.
    func identifiers(of number: Int) -> [[Int]] {
        let numbers = Set(observed.representatives.indices.compactMap { separator(of: number, $0) })
        return numbers.sorted().map { sequences[$0] }
    }

    /// Sets of classes of which each two can be told apart, as large as a greedy search finds; each class is in one.
    var distinguishableSets: [Set<Int>] {
        let all = observed.representatives.indices
        guard !separators.isEmpty else { return [Set(all)] }
        return all.map { first in
            all.reduce(into: [first]) { set, number in
                if set.allSatisfy({ separator(of: $0, number) != nil }) { set.insert(number) }
            }
        }.unique
    }
}
