import Oak

extension StateGraph {
    /// Returns sequences of events that take each transition and then identify the state after it: the W-method.
    ///
    /// - Parameter observe: Returns what can be observed of the machine, as in an ``Implementation``.
    /// - Returns: The suite of the W-method for implementations without extra states.
    /// - Complexity: As for ``conformanceSuite(_:extraStates:observing:)``.
    public func distinguishingTour<Observation: Hashable>(
        observing observe: (MacrostepResult<Machine>) -> Observation
    ) -> ConformanceSuite<Machine> { conformanceSuite(.w, observing: observe) }

    /// Returns sequences of events that find every wrong implementation up to a number of states.
    ///
    /// - Parameters:
    ///   - method: The way in which the sequences are chosen; each finds the same implementations.
    ///   - extraStates: The number of states that an implementation may have beside those that observations tell apart.
    ///   - observe: Returns what can be observed of the machine, as in an ``Implementation``.
    /// - Returns: The sequences, which say for which implementations they are complete.
    /// - Complexity: O(*n*² · *e*) for *n* states and *e* events before the first sequence, if each state has each
    ///   event, else up to O(*n*⁴ · *e*). There are up to *n* · *e*ᵏ⁺¹ sequences for *k* extra states, times those that
    ///   tell states apart. The H-method makes them at once, and looks at each pair of a state and a sequence.
    // Chow, "Testing software design modeled by finite-state machines" (1978); Fujiwara, von Bochmann, Khendek, Amalou
    // and Ghedamsi, "Test selection based on finite state models" (1991); Dorofeeva, El-Fakih and Yevtushenko (2005).
    public func conformanceSuite<Observation: Hashable>(
        _ method: ConformanceSuite<Machine>.Method, extraStates: Int = 0,
        observing observe: (MacrostepResult<Machine>) -> Observation
    ) -> ConformanceSuite<Machine> {
        let (graph, limitations) = comparedGraph(observing: observe)
        let observed = ObservedGraph(graph)
        let distinguishing = DistinguishingSequences(observed)
        let traversal = Traversal(
            observed, sets: distinguishing.distinguishableSets, found: space.found, extraStates: max(extraStates, 0))
        let sequences: AnySequence<GraphPath<Machine>>
        switch method {
        case .w: sequences = AnySequence(paths(traversal, observed) { _ in distinguishing.sequences })
        case .wp:
            let identifiers = observed.representatives.indices.map { distinguishing.identifiers(of: $0) }
            sequences = AnySequence(
                paths(traversal, observed) { word in
                    word.isLast ? identifiers[observed.classes[word.state]] : distinguishing.sequences
                })
        case .h:
            sequences = AnySequence(
                tree(traversal, observed).sequences.lazy.map { path(from: $0.start, along: $0.edges) })
        }
        return ConformanceSuite(
            method: method, distinctStates: traversal.states - max(extraStates, 0), states: traversal.states,
            limitations: limitations, graphStates: states.count, sequences: sequences)
    }

    /// The words of a traversal, each followed by the sequences that are chosen for it.
    private func paths(
        _ traversal: Traversal, _ observed: ObservedGraph, suffixes: @escaping (Traversal.Word) -> [[Int]]
    ) -> some Sequence<GraphPath<Machine>> {
        states.indices.lazy.flatMap { start in
            let way = path(to: start)
            return AnySequence(traversal.words(from: start)).lazy.flatMap { word in
                let ends = suffixes(word).map { observed.moves(along: $0, from: word.state).map(\.transition) }
                // The beginning of a longer word needs no sequence of its own.
                let isNeeded = word.isLast || ends.contains { !$0.isEmpty }
                let edges = (ends.contains { !$0.isEmpty } ? ends.filter { !$0.isEmpty } : [[]]).unique
                return (isNeeded ? edges : []).lazy.map { way.appending(word.edges + $0, in: self) }
            }
        }
    }

    /// The words of a traversal as a tree in which each two states are told apart that an implementation may confuse.
    private func tree(_ traversal: Traversal, _ observed: ObservedGraph) -> SequenceTree {
        var tree = SequenceTree(observed)
        let roots = Dictionary(initial.map { ($0, tree.addRoot($0)) }, uniquingKeysWith: { first, _ in first })
        let cover = states.indices.map { state in
            let edges = space.way(to: state) { space.found[$0] == .max ? nil : Int(space.found[$0]) }
            let start = edges.first.map(space.source) ?? state
            return tree.add(observed.moves(alongEdges: edges, from: start), after: roots[start] ?? 0).last
                ?? roots[start] ?? 0
        }
        for (number, node) in cover.enumerated() {
            for other in cover.prefix(number) { tree.tellApart(node, other) }
        }
        for (start, node) in cover.enumerated() {
            for word in traversal.words(from: start) where !word.edges.isEmpty {
                let nodes = tree.add(observed.moves(alongEdges: word.edges, from: start), after: node)
                guard let last = nodes.last else { continue }
                for other in cover + nodes.dropLast() { tree.tellApart(last, other) }
            }
        }
        return tree
    }

    /// The transitions with what can be observed of them, and the reasons why they are not all there is.
    private func comparedGraph<Observation: Hashable>(
        observing observe: (MacrostepResult<Machine>) -> Observation
    ) -> (graph: ComparedGraph, limitations: [ConformanceSuite<Machine>.Limitation]) {
        let player = MachinePlayer<Machine>(actionLimit: limits.actionEvents)
        var (names, observations, labels) = (Numbering<String>(), Numbering<Observation>(), Numbering<[Int]>())
        var limitations: [ConformanceSuite<Machine>.Limitation] = cut.map { [.cut($0)] } ?? []
        var moves: [ComparedGraph.Move] = []
        for state in states.indices {
            var seen: Set<Int> = []
            for transition in transitions(from: state) where Set<Intent>.goingOn.contains(transition.intent) {
                player.state = states[state]
                guard let observation = player.take(transition.event).map(observe) else { continue }
                let text = sourceText(of: transition.event)
                let event = names.number(of: text)
                guard seen.insert(event).inserted else {
                    limitations.append(.severalTransitions(event: text, state: self.text(of: state)))
                    continue
                }
                let isPostponed = transition.intent == .postponed
                if isPostponed { limitations.append(.postponed(event: text)) }
                moves.append(
                    ComparedGraph.Move(
                        input: event, label: labels.number(of: [event, observations.number(of: observation)]),
                        // The state behind a postponed event has no moves.
                        source: state, target: isPostponed ? states.count : transition.target,
                        transition: transition.edge))
            }
        }
        let count = states.count + (moves.contains { $0.target == states.count } ? 1 : 0)
        let graph = ComparedGraph(observations: Array(repeating: 0, count: count), inputs: [], moves: moves)
        return (graph, limitations.unique)
    }
}

extension ObservedGraph {
    /// The moves that belong to edges which follow each other.
    fileprivate func moves(alongEdges edges: [Int], from state: Int) -> [ComparedGraph.Move] {
        var current = state
        return edges.compactMap { edge in
            guard let move = graph.moves(of: current).first(where: { $0.transition == edge }) else { return nil }
            current = move.target
            return move
        }
    }
}
