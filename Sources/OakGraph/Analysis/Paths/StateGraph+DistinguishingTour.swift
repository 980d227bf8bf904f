import Oak

extension StateGraph {
    /// Returns sequences of events that take each transition and then identify the state after it: the W-method.
    ///
    /// They find every difference of an implementation that is deterministic, can be reset, and has no more states than
    /// the machine, as far as states are told apart by what can be observed. An implementation with further states may
    /// differ and still agree on all sequences.
    ///
    /// - Parameter observe: Returns what can be observed of the machine, as in an ``Implementation``.
    /// - Returns: The sequences, made when they are asked for.
    /// - Complexity: O(*n*² · *e*) for *n* states and *e* events, before the first sequence.
    // Chow (1978) and Vasilevskii (1973), for an implementation without extra states.
    public func distinguishingTour<Observation: Hashable>(
        observing observe: (MacrostepResult<Machine>) -> Observation
    ) -> some Sequence<GraphPath<Machine>> {
        let (graph, names) = graph(observing: observe)
        let suffixes = DistinguishingSequences(graph).sequences
        return space.targets.indices.lazy
            .filter { Set<Intent>.goingOn.contains(space.notes[$0].intent) }
            .flatMap { edge in
                let path = path(through: [edge])
                // A live machine offers a postponed event again later.
                guard !suffixes.isEmpty, space.notes[edge].intent != .postponed else { return [path] }
                return suffixes.map { path.appending(edges(of: $0, named: names, from: path.endNumber), in: self) }
            }
    }

    /// The edges of a sequence of events as far as the graph has them.
    private func edges(of sequence: [Int], named names: Numbering<String>, from start: Int) -> [Int] {
        var state = start
        var edges: [Int] = []
        for event in sequence {
            let transition = transitions(from: state).first {
                Set<Intent>.goingOn.contains($0.intent) && names[sourceText(of: $0.event)] == event
            }
            guard let transition else { break }
            edges.append(transition.edge)
            state = transition.target
            if transition.intent == .postponed { break }
        }
        return edges
    }

    /// The transitions with what can be observed of them, and the numbers of their events.
    private func graph<Observation: Hashable>(
        observing observe: (MacrostepResult<Machine>) -> Observation
    ) -> (graph: ComparedGraph, names: Numbering<String>) {
        let player = MachinePlayer<Machine>(actionLimit: limits.actionEvents)
        var (names, observations, labels) = (Numbering<String>(), Numbering<Observation>(), Numbering<[Int]>())
        var moves: [ComparedGraph.Move] = []
        for state in states.indices {
            for transition in transitions(from: state) where Set<Intent>.goingOn.contains(transition.intent) {
                player.state = states[state]
                guard let observation = player.take(transition.event).map(observe) else { continue }
                let event = names.number(of: sourceText(of: transition.event))
                let label = labels.number(of: [event, observations.number(of: observation)])
                moves.append(
                    ComparedGraph.Move(
                        input: event, label: label, source: state, target: transition.target,
                        transition: transition.edge))
            }
        }
        return (ComparedGraph(observations: states.map { _ in 0 }, inputs: [], moves: moves), names)
    }
}
