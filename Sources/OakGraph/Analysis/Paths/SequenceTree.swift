/// Sequences of events as a tree, to which only what is missing is added: the H-method.
// Dorofeeva, El-Fakih and Yevtushenko, "An improved conformance testing method", FORTE 2005.
struct SequenceTree {
    private struct Node {
        let state: Int
        let edge: Int
        let label: Int
        let parent: Int
        /// The nodes after this one, by event.
        var next: [(event: Int, node: Int)] = []
    }

    private let observed: ObservedGraph
    private var nodes: [Node] = []
    private var known: [Pair: [Int]?] = [:]

    private struct Pair: Hashable {
        let one: Int
        let other: Int
    }

    init(_ observed: ObservedGraph) { self.observed = observed }

    /// Adds an initial state, and returns its node.
    mutating func addRoot(_ state: Int) -> Int {
        nodes.append(Node(state: state, edge: -1, label: -1, parent: -1))
        return nodes.count - 1
    }

    /// Adds moves behind a node, and returns the nodes after them.
    mutating func add(_ moves: [ComparedGraph.Move], after node: Int) -> [Int] {
        var node = node
        return moves.map { move in
            if let next = nodes[node].next.first(where: { $0.event == move.input }) {
                node = next.node
            } else {
                nodes[node].next.append((move.input, nodes.count))
                nodes.append(Node(state: move.target, edge: move.transition, label: move.label, parent: node))
                node = nodes.count - 1
            }
            return node
        }
    }

    /// Sees to it that a sequence behind both nodes tells their states apart, if there is one.
    mutating func tellApart(_ one: Int, _ other: Int) {
        let (state, otherState) = (nodes[one].state, nodes[other].state)
        let pair = Pair(
            one: min(observed.classes[state], observed.classes[otherState]),
            other: max(observed.classes[state], observed.classes[otherState]))
        guard pair.one != pair.other, !areApart(one, other) else { return }
        let sequence: [Int]?
        if let answer = known[pair] {
            sequence = answer
        } else {
            sequence = observed.sequence(telling: state, from: otherState)
            known[pair] = .some(sequence)
        }
        guard let sequence else { return }
        for node in [one, other] { _ = add(observed.moves(along: sequence, from: nodes[node].state), after: node) }
    }

    private func areApart(_ one: Int, _ other: Int) -> Bool {
        var ahead = [(one, other)]
        while let (one, other) = ahead.popLast() {
            for next in nodes[one].next {
                guard let match = nodes[other].next.first(where: { $0.event == next.event }) else { continue }
                if nodes[next.node].label != nodes[match.node].label { return true }
                ahead.append((next.node, match.node))
            }
        }
        return false
    }

    /// The longest sequences, each as its initial state and its edges.
    var sequences: [(start: Int, edges: [Int])] {
        nodes.indices.filter { nodes[$0].next.isEmpty && nodes[$0].parent >= 0 }.map { leaf in
            var (node, edges) = (leaf, [Int]())
            while nodes[node].parent >= 0 {
                edges.append(nodes[node].edge)
                node = nodes[node].parent
            }
            return (nodes[node].state, edges.reversed())
        }
    }
}
