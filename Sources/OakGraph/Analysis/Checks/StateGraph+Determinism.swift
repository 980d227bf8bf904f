import Oak

extension StateGraph {
    /// The transitions that have another result when `update` is called again.
    var differences: [GraphFinding<Machine>] {
        var macrostep = Macrostep<Machine>(actionLimit: limits.actionEvents)
        var findings: [GraphFinding<Machine>] = []
        for number in 0..<space.leftCount {
            for transition in transitions(from: number) where transition.intent != .trapped {
                let (state, note) = repeated(transition, &macrostep)
                let expected = space.states[transition.target]
                let leadsNowhere = note.intent == .endless || note.intent == .invalid
                if note != space.notes[transition.edge] || !leadsNowhere && !isSame(state, expected) {
                    let (first, second) = (shownText(expected), shownText(state))
                    findings.append(
                        difference(
                            transition,
                            first == second
                                ? "was answered differently" : "led to \(first) at first and to \(second)"))
                } else if let what = difference(in: transition) {
                    findings.append(difference(transition, "had \(what)"))
                }
            }
        }
        return findings
    }

    /// Tries a transition again.
    private func repeated(_ transition: Transition, _ macrostep: inout Macrostep<Machine>) -> (Machine.State, EdgeNote)
    {
        if let outcome = liveOutcome(of: transition) { return (outcome.machine.state, outcome.note) }
        var state = space.states[transition.source]
        let isUnchanged = isUnchanged
        let note = macrostep.take(&state, transition.event, isSame: { isUnchanged(copy $0, copy $1) })
        return (state, note)
    }

    private func difference(_ transition: Transition, _ what: String) -> GraphFinding<Machine> {
        finding(
            .determinism,
            """
            \(sourceText(of: transition.event)) in \(text(of: transition.source)) \(what) when it was tried again. Let \
            'update' depend on its arguments alone.
            """, on: transition)
    }

    /// The difference of the effects or outputs of two calls.
    private func difference(in transition: Transition) -> String? {
        let hasOutput = Machine.Output.self != Void.self
        guard hasOutput || space.notes[transition.edge][.effect] else { return nil }
        let (first, second) = (steps(of: transition), steps(of: transition))
        for (one, other) in zip(first, second) {
            if let difference = one.difference(from: other) { return difference }
        }
        return nil
    }
}
