/// The product of a graph and an automaton for the words that violate a property.
///
/// Its nodes are found breadth first and numbered in this order, so that of two nodes the one with the smaller number
/// takes no more events. A node has eight bytes, and each pair of a state and a state of the automaton four.
// Vardi and Wolper, "An automata-theoretic approach to automatic program verification", 1986.
struct Product {
    let graph: WordGraph
    let automaton: Automaton
    /// The transitions of the automaton, in the order of their sources, and where those of each source begin.
    private let transitions: [Automaton.Transition]
    private let firstTransition: [Int]
    /// The nodes of pairs, numbered from one.
    private var nodeOfPair: [UInt32]
    private var pairs: [UInt32] = []
    /// The node by which a node was found; the largest number for the first nodes.
    private var parents: [UInt32] = []
    /// The first node from which each word violates the property.
    private(set) var certain: Int?

    /// The largest number of pairs.
    static let limit = Int(UInt32.max) - 1

    /// - Returns: `nil` if there are too many pairs.
    init?(_ graph: WordGraph, _ automaton: Automaton) {
        let size = graph.stateCount.multipliedReportingOverflow(by: automaton.transitions.count)
        guard !size.overflow, size.partialValue < Self.limit else { return nil }
        (self.graph, self.automaton) = (graph, automaton)
        transitions = automaton.transitions.flatMap { $0 }
        firstTransition = automaton.transitions.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
        nodeOfPair = [UInt32](repeating: 0, count: size.partialValue)
        // Memory that is not touched costs nothing, and an array that grows is copied.
        pairs.reserveCapacity(size.partialValue)
        parents.reserveCapacity(size.partialValue)
        findNodes()
    }

    var count: Int { pairs.count }

    @inline(__always)
    func state(of node: Int) -> Int { Int(pairs[node]) / automaton.transitions.count }

    @inline(__always)
    func automatonState(of node: Int) -> Int { Int(pairs[node]) % automaton.transitions.count }

    @inline(__always)
    func node(_ state: Int, _ automatonState: Int) -> Int {
        Int(nodeOfPair[state &* automaton.transitions.count &+ automatonState]) - 1
    }

    @inline(__always)
    private mutating func reach(_ state: Int, _ automatonState: Int, from parent: UInt32) {
        let pair = state &* automaton.transitions.count &+ automatonState
        guard nodeOfPair[pair] == 0 else { return }
        pairs.append(UInt32(truncatingIfNeeded: pair))
        parents.append(parent)
        nodeOfPair[pair] = UInt32(truncatingIfNeeded: pairs.count)
        if automatonState == automaton.sink { certain = pairs.count - 1 }
    }

    private mutating func findNodes() {
        for state in graph.initial {
            for transition in automaton.transitions[0] where transition.letters.contains(graph.letter(of: state)) {
                reach(state, transition.target, from: .max)
            }
        }
        var next = 0
        while next < pairs.count, certain == nil {
            let (state, automatonState) = (state(of: next), automatonState(of: next))
            let edges = graph.edges(of: state)
            for edge in edges where graph.isRead(edge, from: state) {
                let target = Int(graph.targets[edge])
                var cursor = 0
                while let step = step(edge, at: edge &- edges.lowerBound, from: automatonState, &cursor) {
                    reach(target, step.target, from: UInt32(truncatingIfNeeded: next))
                }
            }
            next += 1
        }
    }

    /// The nodes on the shortest way to a node.
    func way(to node: Int) -> [Int] {
        var way = [node]
        while let last = way.last, parents[last] != .max { way.append(Int(parents[last])) }
        return way.reversed()
    }

    /// The edges of the shortest way to a node, and the state in which it begins.
    func path(to node: Int) -> (start: Int, edges: [Int]) {
        let way = way(to: node)
        let edges = zip(way, way.dropFirst()).compactMap { source, target in
            steps(from: source).first { $0.node == target }?.edge
        }
        return (state(of: way[0]), edges)
    }

    /// A step along an edge from one node to another.
    struct Step {
        let source: Int
        let edge: Int
        let node: Int
        let marks: UInt64
    }

    /// The steps of a node within its component of the automaton, and out of it.
    func steps(from node: Int) -> [Step] {
        let (state, automatonState) = (state(of: node), automatonState(of: node))
        let edges = graph.edges(of: state)
        var found: [Step] = []
        for edge in edges where graph.isRead(edge, from: state) {
            let target = Int(graph.targets[edge])
            var cursor = 0
            while let step = step(edge, at: edge - edges.lowerBound, from: automatonState, &cursor) {
                found.append(
                    Step(source: node, edge: edge, node: self.node(target, step.target), marks: step.marks))
            }
        }
        return found
    }

    /// The next state of the automaton after the letters of an edge.
    ///
    /// - Parameters:
    ///   - place: The edge's place in its state.
    ///   - automatonState: The state of the automaton before the edge.
    ///   - cursor: The place at which the search for the next one goes on, zero at first.
    @inline(__always)
    func step(
        _ edge: Int, at place: Int, from automatonState: Int, _ cursor: inout Int
    ) -> (target: Int, marks: UInt64)? {
        if graph.notes[edge][.actions], let chain = graph.chains[edge] {
            let steps = steps(along: chain, from: automatonState)
            defer { cursor += 1 }
            return cursor < steps.count ? (steps[cursor].target, steps[cursor].marks) : nil
        }
        let letter = graph.letter(of: edge, at: place)
        var index = firstTransition[automatonState] &+ cursor
        let end = firstTransition[automatonState &+ 1]
        while index < end {
            cursor &+= 1
            if transitions[index].letters.contains(letter) {
                return (transitions[index].target, transitions[index].marks)
            }
            index &+= 1
        }
        return nil
    }

    /// The states of the automaton after several letters.
    private func steps(along letters: [UInt64], from automatonState: Int) -> [Automaton.Transition] {
        var current = [Automaton.Transition(letters: .init(), target: automatonState, marks: 0)]
        for letter in letters {
            let next = current.flatMap { before in
                automaton.transitions[before.target].filter { $0.letters.contains(letter) }.map {
                    Automaton.Transition(letters: .init(), target: $0.target, marks: before.marks | $0.marks)
                }
            }
            current = Automaton.withoutWeaker(next)
        }
        return current
    }
}
