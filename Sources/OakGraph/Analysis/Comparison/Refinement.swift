/// The states of a graph in classes of the same behaviour.
///
/// Round zero puts states with the same observation together. After round *k*, states are together if no sequence of
/// *k* moves tells them apart (Moore, "Gedanken-experiments on sequential machines", 1956), where moves of one label
/// have to be matched one by one (bisimilarity; Kanellakis and Smolka, 1990). Each round reads only the states with a
/// successor whose class has changed in the round before, and the largest part of a class keeps its number. A state
/// therefore changes its number at most log₂ *n* times (Jacobs and Wißmann, "Fast coalgebraic bisimilarity
/// minimization", POPL 2023). A chain of *n* states, which takes *n* rounds, costs no more than one of few rounds.
struct Refinement {
    private var partition: Partition
    private(set) var rounds = 0
    /// The number of moves read, as a measure of the effort.
    private(set) var movesRead = 0

    /// The class of a state.
    func block(of state: Int) -> Int { partition.blocks[state] }

    /// Refines the classes until nothing changes.
    ///
    /// - Complexity: O(*d* · *m* log *n*) for *n* states, *m* moves and at most *d* moves of a state.
    init(of graph: ComparedGraph) {
        let reversed = Buckets(graph.moves, count: graph.count) { graph.moves[$0].target }
        partition = Partition(graph.observations)
        var (dirty, marks) = (Array(0..<graph.count), Array(repeating: 0, count: graph.count))
        while !dirty.isEmpty {
            let groups = dirty.grouped { signature(of: $0, in: graph) }
            let changed = partition.split(into: groups.map(\.elements))
            guard !changed.isEmpty else { break }
            rounds += 1
            dirty.removeAll(keepingCapacity: true)
            for state in changed {
                for move in reversed[state] where marks[move.source] != rounds {
                    marks[move.source] = rounds
                    dirty.append(move.source)
                }
            }
        }
    }

    /// The class of a state, and the classes of its successors by label.
    private mutating func signature(of state: Int, in graph: ComparedGraph) -> [Int] {
        let moves = graph.moves(of: state)
        movesRead += moves.count
        var signature = [partition.blocks[state]]
        signature.reserveCapacity(1 + 2 * moves.count)
        var first = moves.startIndex
        while first < moves.endIndex {
            let label = moves[first].label
            var end = first + 1
            while end < moves.endIndex, moves[end].label == label { end += 1 }
            if end == first + 1 {
                signature.append(label)
                signature.append(partition.blocks[moves[first].target])
            } else {
                for block in Set(moves[first..<end].map { partition.blocks[$0.target] }).sorted() {
                    signature.append(label)
                    signature.append(block)
                }
            }
            first = end
        }
        return signature
    }
}
