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
