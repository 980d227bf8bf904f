import Oak

extension StateGraph {
    /// Returns sequences of events from the initial states that together take each transition at least once.
    ///
    /// ```swift
    /// import OakGraph
    ///
    /// enum Turnstile: Transducer {
    ///     enum State: Hashable { case locked, unlocked }
    ///     enum Event: CaseIterable { case coin, push }
    ///
    ///     static func update(_ state: inout State, event: Event) {
    ///         switch (state, event) {
    ///         case (.locked, .coin): state = .unlocked
    ///         case (.unlocked, .push): state = .locked
    ///         case (.locked, .push), (.unlocked, .coin): break
    ///         }
    ///     }
    /// }
    ///
    /// let graph = StateGraph(of: Turnstile.self, from: [.locked], events: .allCases)
    /// assert(graph.transitionTour().map(\.events) == [[.push, .coin, .coin, .push]])
    /// ```
    ///
    /// A tour finds every wrong output of another implementation, and a wrong state only if a later output of the same
    /// sequence shows it. Each sequence is made when it is asked for. A sequence ends with a postponed event, because a
    /// live machine offers it again later.
    ///
    /// Transitions with which a machine does not go on are left out.
    ///
    /// - Returns: The sequences, with as few events as a greedy search finds.
    /// - Complexity: O(*t* · *d*) for *t* transitions and a graph of depth *d*.
    public func transitionTour() -> some Sequence<GraphPath<Machine>> {
        sequence(state: CoveringWalk(TransitionGround(space: space))) { walk in
            walk.next().map { walk in
                let edges = walk.arcs.map { space.edges(of: $0.node).lowerBound + $0.arc }
                return path(to: walk.start).appending(edges, in: self)
            }
        }
    }

    /// Returns sequences of events from the initial states that together take each pair of transitions that can follow
    /// each other.
    ///
    /// This is 1-switch coverage; a transition tour is 0-switch coverage. It also finds the wrong states that the very
    /// next output shows.
    ///
    /// - Returns: The sequences, with as few events as a greedy search finds.
    /// - Complexity: O(*p* · *d*) for *p* pairs and a graph of depth *d*.
    // Chow, "Testing software design modeled by finite-state machines", IEEE Transactions on Software Engineering SE-4
    // (1978).
    public func allPairs() -> some Sequence<GraphPath<Machine>> {
        let ground = PairGround(TransitionGround(space: space))
        // Transitions without a successor belong to a pair unless they begin in an initial state that nothing enters.
        let state = (walk: CoveringWalk(ground), isPaired: ground.pairedTransitions, next: 0)
        return sequence(state: state) { state in
            if let walk = state.walk.next() {
                let edges = [walk.start] + walk.arcs.map { ground.successor(of: $0.node, $0.arc) }
                return path(to: space.source(of: walk.start)).appending(edges, in: self)
            }
            while state.next < state.isPaired.count {
                defer { state.next += 1 }
                guard !state.isPaired[state.next] else { continue }
                return path(to: space.source(of: state.next)).appending([state.next], in: self)
            }
            return nil
        }
    }
}

extension GraphPath {
    /// The path, continued along edges.
    func appending(_ edges: [Int], in graph: StateGraph<Machine>) -> GraphPath {
        var path = self
        path.steps += graph.path(from: endNumber, along: edges).steps
        return path
    }
}

/// A graph whose arcs are its transitions, without its states, whose type would make each access slow.
struct TransitionGround: WalkGround {
    private let offsets: [UInt32]
    let targets: [UInt32]
    let notes: [EdgeNote]
    /// The number of states whose transitions are known; a graph that was cut has further states.
    let nodeCount: Int
    let stateCount: Int

    init<State>(space: StateSpace<State>) {
        (offsets, targets, notes) = (space.offsets, space.targets, space.notes)
        (nodeCount, stateCount) = (space.leftCount, space.states.count)
    }

    func edges(of node: Int) -> Range<Int> {
        node < nodeCount ? Int(offsets[node])..<Int(offsets[node + 1]) : 0..<0
    }

    func covers(_ edge: Int) -> Bool { notes[edge].intent.hasTarget }
    func degree(of node: Int) -> Int { edges(of: node).count }

    func target(of arc: Int, from node: Int) -> Int? {
        let edge = Int(offsets[node]) + arc
        // The walk ends where a state has not been left.
        return covers(edge) ? min(Int(targets[edge]), nodeCount - 1) : nil
    }

    func isLast(_ arc: Int, from node: Int) -> Bool {
        let edge = Int(offsets[node]) + arc
        return notes[edge].intent == .postponed || Int(targets[edge]) >= nodeCount
    }
}

/// A graph whose nodes are the transitions, and whose arcs are the pairs of them.
struct PairGround: WalkGround {
    private let base: TransitionGround

    init(_ base: TransitionGround) { self.base = base }

    var nodeCount: Int { base.targets.count }

    func degree(of node: Int) -> Int {
        guard base.covers(node), base.notes[node].intent != .postponed else { return 0 }
        return base.degree(of: Int(base.targets[node]))
    }

    func target(of arc: Int, from node: Int) -> Int? {
        let edge = successor(of: node, arc)
        return base.covers(edge) ? edge : nil
    }

    func isLast(_ arc: Int, from node: Int) -> Bool { false }

    /// The transition of an arc.
    func successor(of node: Int, _ arc: Int) -> Int { base.edges(of: Int(base.targets[node])).lowerBound + arc }

    /// Whether each transition belongs to a pair, or is not covered at all.
    var pairedTransitions: [Bool] {
        var isEntered = Array(repeating: false, count: base.stateCount)
        for edge in base.targets.indices where base.covers(edge) && base.notes[edge].intent != .postponed {
            isEntered[Int(base.targets[edge])] = true
        }
        var isPaired = base.targets.indices.map { !base.covers($0) }
        for state in 0..<base.nodeCount {
            for edge in base.edges(of: state) where isEntered[state] || hasArc(edge) { isPaired[edge] = true }
        }
        return isPaired
    }

    private func hasArc(_ edge: Int) -> Bool { (0..<degree(of: edge)).contains { target(of: $0, from: edge) != nil } }
}

/// The directed graph of a covering walk: nodes, and arcs that are numbered from zero at each node.
protocol WalkGround {
    var nodeCount: Int { get }
    func degree(of node: Int) -> Int
    /// The node that an arc leads to; `nil` if the walk does not cover the arc and does not use it.
    func target(of arc: Int, from node: Int) -> Int?
    /// Whether a walk ends with this arc.
    func isLast(_ arc: Int, from node: Int) -> Bool
}

/// Finds walks that together use each arc of a graph at least once.
///
/// The walk takes any arc that is left at its node, loops first. Where none is left, it goes to the nearest node that
/// has one, if a bounded search finds it; otherwise a new walk begins there. The optimum, a tour of the Chinese
/// postman, would need a minimum-cost flow and a strongly connected graph.
// Edmonds and Johnson, "Matching, Euler tours and the Chinese postman", Mathematical Programming 5 (1973); the greedy
// choice of the nearest arc is that of Lee and Yannakakis, "Principles and methods of testing finite state machines",
// Proceedings of the IEEE 84 (1996), section IV.A.
struct CoveringWalk<Ground: WalkGround> {
    /// One walk: its first node, and its arcs.
    struct Walk {
        let start: Int
        var arcs: [(node: Int, arc: Int)] = []
    }

    let ground: Ground
    /// The maximum number of arcs of a walk, without the way to its start.
    private static var longest: Int { 10_000 }
    /// The arcs that are left at each node begin here: loops are taken in a first round, all others in a second.
    private var cursors: [UInt32]
    private var nextStart = 0
    /// The node and arc by which the search has come to a node, and the search that has.
    private var origins: [(node: UInt32, arc: UInt32)] = []
    private var searches: [UInt32] = []
    private var search: UInt32 = 0

    init(_ ground: Ground) {
        self.ground = ground
        cursors = Array(repeating: 0, count: ground.nodeCount)
        origins = Array(repeating: (0, 0), count: ground.nodeCount)
        searches = Array(repeating: 0, count: ground.nodeCount)
    }

    /// The next walk, from a node that has an arc left; `nil` if no node has.
    mutating func next() -> Walk? {
        while nextStart < ground.nodeCount, !hasArc(nextStart) { nextStart += 1 }
        guard nextStart < ground.nodeCount else { return nil }
        var walk = Walk(start: nextStart)
        var node = nextStart
        while walk.arcs.count < Self.longest {
            guard hasArc(node) else {
                guard let way = wayToArc(from: node) else { break }
                for step in way { node = append(step, to: &walk) ?? node }
                continue
            }
            let arc = takeArc(node)
            let isLast = ground.isLast(arc, from: node)
            node = append((node, arc), to: &walk) ?? node
            if isLast { break }
        }
        return walk
    }

    private func append(_ step: (node: Int, arc: Int), to walk: inout Walk) -> Int? {
        walk.arcs.append(step)
        return ground.target(of: step.arc, from: step.node)
    }

    /// Moves the cursor of a node to its next arc.
    private mutating func hasArc(_ node: Int) -> Bool {
        let degree = ground.degree(of: node)
        while Int(cursors[node]) < 2 * degree {
            let cursor = Int(cursors[node])
            let arc = cursor < degree ? cursor : cursor - degree
            if let target = ground.target(of: arc, from: node), (target == node) == (cursor < degree) { return true }
            cursors[node] += 1
        }
        return false
    }

    private mutating func takeArc(_ node: Int) -> Int {
        defer { cursors[node] += 1 }
        let degree = ground.degree(of: node)
        return Int(cursors[node]) < degree ? Int(cursors[node]) : Int(cursors[node]) - degree
    }

    /// The shortest way to a node that has an arc left, if it is near.
    private mutating func wayToArc(from node: Int) -> [(node: Int, arc: Int)]? {
        search += 1
        searches[node] = search
        var queue = [node]
        var index = 0
        var budget = 512
        while index < queue.count {
            let current = queue[index]
            index += 1
            for arc in 0..<ground.degree(of: current) {
                budget -= 1
                guard budget > 0 else { return nil }
                guard let target = ground.target(of: arc, from: current), searches[target] != search,
                    !ground.isLast(arc, from: current)
                else { continue }
                searches[target] = search
                origins[target] = (UInt32(current), UInt32(arc))
                if hasArc(target) { return way(from: node, to: target) }
                queue.append(target)
            }
        }
        return nil
    }

    private func way(from node: Int, to target: Int) -> [(node: Int, arc: Int)] {
        var way: [(node: Int, arc: Int)] = []
        var current = target
        while current != node {
            let origin = origins[current]
            way.append((Int(origin.node), Int(origin.arc)))
            current = Int(origin.node)
        }
        return way.reversed()
    }
}
