import Oak

extension StateGraph {
    /// - Parameter undeclared: The effects whose answers are not declared, if they are known.
    func findings(
        of check: GraphCheck, declared: [Machine.State], undeclared: [PlacedEffect]? = nil
    ) -> [GraphFinding<Machine>] {
        switch check {
        case .unexpectedEvents: unexpectedEvents
        case .refusedEvents:
            findings(of: check, where: { $0.intent == .refused }) { event, state, _ in
                "\(event) is refused in \(state)."
            }
        case .determinism: differences
        case .reachability: doubt == nil ? missing(of: declared) : []
        case .unhandledEvents: doubt == nil ? unhandledEvents : []
        case .deadEnds: deadEnds
        case .sinks: sinks
        case .traps:
            findings(of: check, where: { $0.intent == .trapped }) { event, state, edge in
                "\(event) in \(state): update \(space.traps[edge] ?? "")."
            }
        case .termination: statesWithoutEnd
        case .endlessActions:
            findings(of: check, where: { $0.intent == .endless }) { event, state, _ in
                "\(event) in \(state) leads to more than \(limits.actionEvents) action events."
            }
        case .consistency: inconsistencies
        case .outlivingOperations: outlivingOperations
        case .replacedOperations: replacedOperations
        case .undeclaredAnswers: undeclaredAnswers(of: undeclared ?? undeclaredEffects)
        case .unansweredEffects: doubt == nil ? unansweredEffects : []
        case .postponedForEver: postponedForEver
        case .unhandledFailures: unhandledFailures
        }
    }

    func finding(_ check: GraphCheck, _ message: String, at number: Int, on event: Machine.Event? = nil)
        -> GraphFinding<Machine>
    {
        GraphFinding(.check(check), message, at: .state(number, self), event: event)
    }

    func finding(_ check: GraphCheck, _ message: String, on transition: Transition) -> GraphFinding<Machine> {
        finding(check, message, at: transition.source, on: transition.event)
    }

    /// The findings for all transitions whose note satisfies a condition.
    ///
    /// - Parameter message: Receives the event, the state before it, and the number of the transition.
    func findings(
        of check: GraphCheck, where condition: (EdgeNote) -> Bool,
        message: (_ event: String, _ state: String, _ edge: Int) -> String
    ) -> [GraphFinding<Machine>] {
        transitions(where: condition).map { transition in
            let message = message(sourceText(of: transition.event), text(of: transition.source), transition.edge)
            return finding(check, message, on: transition)
        }
    }

    /// The reason why a check does not apply to the machine; `nil` if it applies.
    func reason(against check: GraphCheck, declared: [Machine.State]) -> String? {
        switch check {
        case .reachability where declared.isEmpty: "No states are declared; give them with 'declaring:'."
        case .termination where !isMeantToEnd: "The machine has no terminal state."
        case .outlivingOperations where alphabet.answers.isEmpty, .replacedOperations where alphabet.answers.isEmpty,
            .unansweredEffects where alphabet.answers.isEmpty:
            "The alphabet declares no answers of effects; see 'answers(of:_:ends:fails:)'."
        case _: nil
        }
    }

    /// The transitions whose note satisfies a condition, found without calling the machine.
    func transitions(where condition: (EdgeNote) -> Bool) -> [Transition] {
        (0..<space.leftCount).flatMap { number -> [Transition] in
            let edges = space.edges(of: number)
            guard edges.contains(where: { condition(space.notes[$0]) }) else { return [] }
            return transitions(from: number).filter { condition(space.notes[$0.edge]) }
        }
    }

    // MARK: Completeness

    private var unexpectedEvents: [GraphFinding<Machine>] {
        transitions { $0.intent == .unexpected || $0[.unexpectedAction] }.map { transition in
            let (event, state) = (sourceText(of: transition.event), text(of: transition.source))
            guard transition.hasUnexpectedAction else {
                return finding(.unexpectedEvents, "\(event) is unexpected in \(state).", on: transition)
            }
            let action =
                steps(of: transition)
                .first { $0.intent == .unexpected }.map { sourceText(of: $0.event) } ?? ""
            return finding(
                .unexpectedEvents, "\(event) in \(state) leads to the action event \(action), which is unexpected.",
                on: transition)
        }
    }

    private var unhandledEvents: [GraphFinding<Machine>] {
        let fixedKeys = fixedEvents?.map { Likeness($0) }
        var events = Array(zip(fixedKeys ?? [], fixedEvents ?? []))
        var known = Set(fixedKeys ?? [])
        var handled: Set<Likeness> = []
        for number in 0..<space.leftCount {
            for (index, transition) in transitions(from: number).enumerated() {
                let key = fixedKeys?[index] ?? Likeness(transition.event)
                if known.insert(key).inserted { events.append((key, transition.event)) }
                if [.handled, .endless].contains(transition.intent) { handled.insert(key) }
            }
        }
        var reported = handled
        return events.filter { reported.insert($0.0).inserted }.map { _, event in
            let message = "\(sourceText(of: event)) is handled in no reachable state."
            return GraphFinding(.check(.unhandledEvents), message, event: event)
        }
    }

    /// The findings for declared states that cannot be reached.
    private func missing(of declared: [Machine.State]) -> [GraphFinding<Machine>] {
        // The states between the transitions of macrosteps are reached, too.
        let passed = transitions { $0[.actions] }.flatMap { steps(of: $0).dropLast().map(\.state) }
        let reached = space.states + passed
        let keys = Set(reached.compactMap(key))
        let missing = declared.filter { state in
            key(of: state).map { !keys.contains($0) } ?? !reached.contains { isSame($0, state) }
        }
        return missing.map { state in
            GraphFinding(.check(.reachability), "\(shownText(state)) cannot be reached.", at: .missing(state))
        }
    }

    /// A value that tells a state apart; `nil` if only ``isSame`` does.
    private func key(of state: Machine.State) -> AnyHashable? { (shownPart?(state) ?? state) as? AnyHashable }

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
