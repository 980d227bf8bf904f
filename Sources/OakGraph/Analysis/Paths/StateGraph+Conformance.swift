import Oak

extension StateGraph {
    /// Runs sequences of events in an implementation, and compares what can be observed with the machine.
    ///
    /// A transition tour finds every wrong observation that belongs to a transition, but a wrong state only if it shows
    /// within the same sequence. A ``conformanceSuite(_:extraStates:observing:)`` finds all of them, up to a number of
    /// states. The comparison ends with the first difference, which is then shortened.
    ///
    /// - Parameters:
    ///   - implementation: The implementation.
    ///   - sequences: The sequences of events, such as ``allPairs(of:longest:)``; a transition tour by default.
    /// - Returns: The shortest difference that was found, and the extent of the comparison.
    /// - Complexity: O(*l*) for *l* events in total.
    public nonisolated(nonsending) func conformance<Observation>(
        of implementation: Implementation<Machine, Observation>, along sequences: some Sequence<GraphPath<Machine>>
    ) async -> Conformance<Machine, Observation> {
        var (count, events) = (0, 0)
        for path in sequences where !path.steps.isEmpty {
            count += 1
            let difference = await difference(of: implementation, along: path)
            events += difference?.path.steps.count ?? path.steps.count
            guard let difference else { continue }
            let shortest = await shortened(difference, of: implementation)
            return Conformance(difference: shortest, sequences: count, events: events, cut: cut)
        }
        return Conformance(difference: nil, sequences: count, events: events, cut: cut)
    }

    /// Runs a transition tour in an implementation, and compares what can be observed with the machine.
    ///
    /// - Parameter implementation: The implementation.
    /// - Returns: The shortest difference that was found, and the extent of the comparison.
    public nonisolated(nonsending) func conformance<Observation>(
        of implementation: Implementation<Machine, Observation>
    ) async -> Conformance<Machine, Observation> {
        await conformance(of: implementation, along: transitionTour())
    }

    private nonisolated(nonsending) func difference<Observation>(
        of implementation: Implementation<Machine, Observation>, along path: GraphPath<Machine>
    ) async -> Conformance<Machine, Observation>.Difference? {
        let player = MachinePlayer<Machine>(actionLimit: limits.actionEvents)
        player.state = path.start
        var index = 0
        var expected: Observation?
        do {
            try await implementation.reset(path.start)
            for step in path.steps {
                guard let result = player.take(step.event) else { return nil }
                expected = implementation.observe(result)
                index += 1
                let actual = try await implementation.take(step.event)
                guard actual == expected else {
                    return expected.map {
                        .init(path: path.prefix(index), expected: $0, actual: actual, error: nil)
                    }
                }
            }
            return nil
        } catch {
            // An error of the reset belongs to the first event.
            if expected == nil {
                expected = path.steps.first.flatMap { player.take($0.event) }.map(implementation.observe)
            }
            return expected.map { .init(path: path.prefix(max(index, 1)), expected: $0, actual: nil, error: error) }
        }
    }

    /// Replaces as much as possible of the beginning by a shortest path to the same state.
    private nonisolated(nonsending) func shortened<Observation>(
        _ difference: Conformance<Machine, Observation>.Difference,
        of implementation: Implementation<Machine, Observation>
    ) async -> Conformance<Machine, Observation>.Difference {
        let steps = difference.path.steps
        var best = difference
        var kept = 1
        // The number of kept events doubles, so that a long sequence is not tried for each of its events.
        while kept < steps.count {
            let state = steps[steps.count - kept - 1].number
            var path = path(to: state)
            path.steps += steps.suffix(kept)
            if path.steps.count < best.path.steps.count,
                let shorter = await self.difference(of: implementation, along: path)
            {
                best = shorter
                break
            }
            kept = kept < 8 ? kept + 1 : kept * 2
        }
        return best
    }
}

extension GraphPath {
    /// The beginning of the path.
    fileprivate func prefix(_ count: Int) -> GraphPath {
        var path = self
        path.steps = Array(steps.prefix(count))
        return path
    }
}
