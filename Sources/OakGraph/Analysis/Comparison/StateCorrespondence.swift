extension GraphComparison {
    /// The states of two versions that correspond to each other.
    ///
    /// States correspond if they behave alike; of several such states, those with the same text. The states left over
    /// correspond if they have the same text, or if the same event leads to them from states that correspond. Only the
    /// events of both versions count.
    package struct StateCorrespondence: Hashable, Sendable {
        /// A state of each version, as indices.
        package struct Pair: Hashable, Sendable {
            /// The index in the old version.
            package let old: Int
            /// The index in the new version.
            package let new: Int
        }

        /// The states with a counterpart, in the order of the new version.
        package var pairs: [Pair] = []
        /// The indices of the states that only the new version has.
        package var added: [Int] = []
        /// The indices of the states that only the old version has.
        package var removed: [Int] = []
        /// The pairs of states with different texts.
        package var renamed: [Pair] = []
    }
}

extension GraphComparison.StateCorrespondence {
    /// Finds the counterparts of states.
    init(_ versions: ComparedVersions) {
        var matching = Matching(versions)
        matching.matchAlike()
        matching.matchNames()
        matching.matchTargets()
        let (old, new) = (versions.old.states, versions.new.states)
        pairs = new.indices.compactMap { index in matching.oldStates[index].map { Pair(old: $0, new: index) } }
        added = new.indices.filter { matching.oldStates[$0] == nil }
        removed = old.indices.filter { matching.newStates[$0] == nil }
        renamed = pairs.filter { old[$0.old].text != new[$0.new].text }
    }
}

/// Pairs of states, found step by step.
private struct Matching {
    private let versions: ComparedVersions
    /// The new state of each old one.
    private(set) var newStates: [Int?]
    /// The old state of each new one.
    private(set) var oldStates: [Int?]
    private var inOrder: [(old: Int, new: Int)] = []

    private var old: GraphModel { versions.old }
    private var new: GraphModel { versions.new }

    init(_ versions: ComparedVersions) {
        self.versions = versions
        newStates = Array(repeating: nil, count: versions.old.states.count)
        oldStates = Array(repeating: nil, count: versions.new.states.count)
    }

    private mutating func match(_ oldState: Int, _ newState: Int) {
        guard newStates[oldState] == nil, oldStates[newState] == nil else { return }
        newStates[oldState] = newState
        oldStates[newState] = oldState
        inOrder.append((oldState, newState))
    }

    /// The states without a counterpart, by a key.
    private func unmatched<Key: Hashable>(
        _ oldKey: (Int) -> Key, _ newKey: (Int) -> Key
    ) -> [(old: [Int], new: [Int])] {
        let newGroups = new.states.indices.filter { oldStates[$0] == nil }.grouped(by: newKey)
        let newByKey = Dictionary(uniqueKeysWithValues: newGroups.map { ($0.key, $0.elements) })
        return old.states.indices.filter { newStates[$0] == nil }.grouped(by: oldKey).compactMap { key, elements in
            newByKey[key].map { (elements, $0) }
        }
    }

    /// Pairs states that behave alike: those with the same text, then the others in order.
    mutating func matchAlike() {
        struct Key: Hashable {
            let block: Int
            let text: String?
        }
        let (refinement, offset) = (versions.refinement, old.states.count)
        for isNamed in [true, false] {
            let groups = unmatched(
                { Key(block: refinement.block(of: $0), text: isNamed ? old.states[$0].text : nil) },
                { Key(block: refinement.block(of: $0 + offset), text: isNamed ? new.states[$0].text : nil) })
            for group in groups {
                for (oldState, newState) in zip(group.old, group.new) { match(oldState, newState) }
            }
        }
    }

    /// Pairs states with the same text that no other state has.
    mutating func matchNames() {
        for group in unmatched({ old.states[$0].text }, { new.states[$0].text })
        where group.old.count == 1 && group.new.count == 1 {
            match(group.old[0], group.new[0])
        }
    }

    /// Pairs initial states, then states that the only transitions for an event lead to from states that are paired.
    mutating func matchTargets() {
        if old.initial.count == 1, new.initial.count == 1 { match(old.initial[0], new.initial[0]) }
        let (graph, offset) = (versions.graph, old.states.count)
        var next = 0
        while next < inOrder.count {
            let (oldState, newState) = inOrder[next]
            next += 1
            for move in graph.moves(of: oldState) where newStates[move.target] == nil {
                let (moves, others) = (
                    graph.moves(of: oldState, on: move.input), graph.moves(of: newState + offset, on: move.input)
                )
                guard moves.count == 1, others.count == 1, let other = others.first else { continue }
                match(move.target, other.target - offset)
            }
        }
    }
}
