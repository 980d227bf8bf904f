/// The sequences of events that lead an implementation with extra states into each of them.
///
/// From each state of the graph a sequence goes on until the classes of one set, all of which can be told apart, have
/// been visited more often than an implementation has states beside those that the graph itself shows. Where all
/// classes can be told apart, these are all sequences of one event more than there are extra states.
// Petrenko and Yevtushenko, "Testing from partial deterministic FSM specifications", IEEE Transactions on Computers 54
// (2005), for counting states; Chow (1978) for graphs whose states have all events.
struct Traversal {
    /// A sequence from a state of the graph.
    struct Word {
        let start: Int
        var state: Int
        /// The edges from the start.
        var edges: [Int] = []
        /// The visits of each set of classes after the start.
        fileprivate var visits: [Int]
        /// Whether no word goes on from here.
        var isLast = false
    }

    private let observed: ObservedGraph
    private let sets: [Set<Int>]
    /// The edge by which each state was found.
    private let found: [UInt32]
    /// The largest number of states of an implementation.
    let states: Int

    init(_ observed: ObservedGraph, sets: [Set<Int>], found: [UInt32], extraStates: Int) {
        (self.observed, self.sets, self.found) = (observed, sets, found)
        states = (sets.map(\.count).max() ?? 0) + extraStates
    }

    /// The words from a state, each before those that go on from it.
    func words(from start: Int) -> some Sequence<Word> {
        var first = Word(start: start, state: start, visits: sets.map { _ in 0 })
        // A state that is found from here has words of its own, which go as far.
        let moves = observed.moves(of: start)
        first.isLast = moves.isEmpty
        var ahead = [(word: first, moves: moves.filter { !isFound($0) })]
        return AnyIterator {
            guard let (word, moves) = ahead.popLast() else { return nil }
            for move in moves.reversed() {
                var next = word
                next.state = move.target
                next.edges.append(move.transition)
                for number in sets.indices where sets[number].contains(observed.classes[move.target]) {
                    next.visits[number] += 1
                }
                let isEnough = zip(next.visits, sets).contains { $0 + $1.count > states }
                let onward = isEnough ? [] : observed.moves(of: move.target)
                next.isLast = onward.isEmpty
                ahead.append((next, onward))
            }
            return word
        }
    }

    private func isFound(_ move: ComparedGraph.Move) -> Bool {
        move.target < found.count && found[move.target] == UInt32(move.transition)
    }
}
