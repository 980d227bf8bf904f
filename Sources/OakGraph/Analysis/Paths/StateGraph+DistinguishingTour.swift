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
        let (arcs, names) = arcs(observing: observe)
        let suffixes = DistinguishingSequences(arcs).sequences
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

    private func arcs<Observation: Hashable>(
        observing observe: (MacrostepResult<Machine>) -> Observation
    ) -> (arcs: [[DistinguishingSequences.Arc]], names: Numbering<String>) {
        let player = MachinePlayer<Machine>(actionLimit: limits.actionEvents)
        var (names, observations) = (Numbering<String>(), Numbering<Observation>())
        let arcs = states.indices.map { state in
            transitions(from: state).compactMap { transition -> DistinguishingSequences.Arc? in
                guard Set<Intent>.goingOn.contains(transition.intent) else { return nil }
                player.state = states[state]
                guard let observation = player.take(transition.event).map(observe) else { return nil }
                return DistinguishingSequences.Arc(
                    event: names.number(of: sourceText(of: transition.event)),
                    observation: observations.number(of: observation), target: transition.target)
            }.sorted { $0.event < $1.event }
        }
        return (arcs, names)
    }
}
