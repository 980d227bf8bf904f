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
    /// - Parameters:
    ///   - intents: The intents of the transitions to cover; by default all with which a machine goes on.
    ///   - longest: The maximum number of events of a sequence after its way to the first new transition.
    /// - Returns: The sequences, with as few events as a greedy search finds.
    /// - Complexity: O(*t* · *d*) for *t* transitions and a graph of depth *d*.
    public func transitionTour(
        of intents: Set<Intent> = .goingOn, longest: Int = 10_000
    ) -> some Sequence<GraphPath<Machine>> {
        let walk = CoveringWalk(TransitionGround(space: space, intents: intents), longest: longest)
        return sequence(state: walk) { walk in
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
    /// - Parameters:
    ///   - intents: The intents of the transitions to cover; by default all with which a machine goes on.
    ///   - longest: The maximum number of events of a sequence after its way to the first new pair.
    /// - Returns: The sequences, with as few events as a greedy search finds.
    /// - Complexity: O(*p* · *d*) for *p* pairs and a graph of depth *d*.
    // Chow, "Testing software design modeled by finite-state machines", IEEE Transactions on Software Engineering SE-4
    // (1978).
    public func allPairs(
        of intents: Set<Intent> = .goingOn, longest: Int = 10_000
    ) -> some Sequence<GraphPath<Machine>> {
        let ground = PairGround(TransitionGround(space: space, intents: intents))
        let pairs = CoveringWalk(ground, longest: longest)
        // Transitions without a successor belong to a pair unless they begin in an initial state that nothing enters.
        let state = (walk: pairs, isPaired: ground.pairedTransitions, next: 0)
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

extension Set<Intent> {
    /// The intents after which a machine goes on: all but those that end a run or the process.
    public static var goingOn: Set<Intent> { [.handled, .ignored, .postponed, .unexpected, .refused] }
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
    /// Whether transitions are covered, by the code of their intent.
    private let isCovered: [Bool]
    /// The number of states whose transitions are known; a graph that was cut has further states.
    let nodeCount: Int
    let stateCount: Int

    init<State>(space: StateSpace<State>, intents: Set<Intent>) {
        (offsets, targets, notes) = (space.offsets, space.targets, space.notes)
        (nodeCount, stateCount) = (space.leftCount, space.states.count)
        isCovered = (0..<8).map { intents.contains(Intent(code: $0)) }
    }

    func edges(of node: Int) -> Range<Int> {
        node < nodeCount ? Int(offsets[node])..<Int(offsets[node + 1]) : 0..<0
    }

    func covers(_ edge: Int) -> Bool { isCovered[Int(notes[edge].intent.code)] }
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
