import Oak

extension StateGraph {
    func result(of check: GraphCheck, declared: [Machine.State]) -> CheckResult<Machine> {
        switch check {
        case .unexpectedEvents: CheckResult(unexpectedEvents)
        case .refusedEvents: CheckResult(findings(of: check, with: .refused) { "\($0) is refused in \($1)." })
        case .determinism: CheckResult(differences)
        case .reachability: reachability(of: declared)
        case .unhandledEvents: cut == nil ? CheckResult(unhandledEvents) : CheckResult()
        case .deadEnds: CheckResult(deadEnds)
        case .sinks: CheckResult(sinks)
        case .traps: CheckResult(traps)
        case .termination: termination
        case .endlessActions:
            CheckResult(
                findings(of: check, with: .endless) { event, state in
                    "\(event) in \(state) leads to more than \(limits.actionEvents) action events."
                })
        case .consistency: CheckResult(inconsistencies)
        case .outlivingOperations: outlivingOperations
        case .replacedOperations: replacedOperations
        case .unansweredEffects: unansweredEffects
        case .postponedForEver: CheckResult(postponedForEver)
        }
    }

    func finding(_ check: GraphCheck, _ message: String, at number: Int, on event: Machine.Event? = nil)
        -> GraphFinding<Machine>
    {
        GraphFinding(.check(check), message, at: .state(number, self), event: event)
    }

    /// The findings for all transitions with an intent.
    func findings(of check: GraphCheck, with intent: Intent, message: (String, String) -> String)
        -> [GraphFinding<Machine>]
    {
        transitions { $0.intent == intent }.map { transition in
            finding(
                check, message(sourceText(of: transition.event), text(of: transition.source)),
                at: transition.source, on: transition.event)
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
}

// MARK: - Completeness

extension StateGraph {
    private var unexpectedEvents: [GraphFinding<Machine>] {
        transitions { $0.intent == .unexpected || $0.hasUnexpectedAction }.map { transition in
            let event = sourceText(of: transition.event)
            let state = text(of: transition.source)
            guard transition.hasUnexpectedAction else {
                return finding(
                    .unexpectedEvents, "\(event) is unexpected in \(state).", at: transition.source,
                    on: transition.event)
            }
            let action =
                steps(of: transition.event, in: space.states[transition.source])
                .first { $0.intent == .unexpected }.map { sourceText(of: $0.event) } ?? ""
            return finding(
                .unexpectedEvents, "\(event) in \(state) leads to the action event \(action), which is unexpected.",
                at: transition.source, on: transition.event)
        }
    }

    private var unhandledEvents: [GraphFinding<Machine>] {
        var events: [(name: String, event: Machine.Event)] = []
        var handled: Set<String> = []
        switch alphabet.source {
        case .fixed(let all) where alphabet.answers.isEmpty:
            // Each state tries the same events in the same order, so that nothing has to be named more than once.
            var isHandled = [Bool](repeating: false, count: all.count)
            for number in 0..<space.leftCount {
                for (index, edge) in space.edges(of: number).enumerated() where !isHandled[index] {
                    isHandled[index] = isUseful(space.notes[edge].intent)
                }
            }
            events = all.map { (alphabet.name($0), $0) }
            handled = Set(zip(events, isHandled).filter(\.1).map(\.0.name))
        case .fixed, .generated:
            var known: Set<String> = []
            for number in 0..<space.leftCount {
                for transition in transitions(from: number) {
                    let name = alphabet.name(transition.event)
                    if known.insert(name).inserted { events.append((name, transition.event)) }
                    if isUseful(transition.intent) { handled.insert(name) }
                }
            }
        }
        var reported = handled
        return events.filter { reported.insert($0.name).inserted }.map { name, event in
            GraphFinding(.check(.unhandledEvents), "\(name) is handled in no reachable state.", event: event)
        }
    }

    private func isUseful(_ intent: Intent) -> Bool {
        switch intent {
        case .handled, .endless: true
        case .ignored, .postponed, .unexpected, .refused, .invalid, .trapped: false
        }
    }

    private func reachability(of declared: [Machine.State]) -> CheckResult<Machine> {
        guard !declared.isEmpty else {
            return CheckResult(notApplicable: "No states are declared; give them with 'declaring:'.")
        }
        let reached = space.states + passedStates
        let keys = Set(reached.compactMap(key))
        let missing = declared.filter { state in
            key(of: state).map { !keys.contains($0) } ?? !reached.contains { isSame($0, state) }
        }
        let findings = missing.map { state in
            GraphFinding<Machine>(.check(.reachability), "\(shownText(state)) cannot be reached.", at: .missing(state))
        }
        return cut == nil || findings.isEmpty ? CheckResult(findings) : CheckResult(inconclusive: cut?.description)
    }

    /// A value that tells a state apart; `nil` if only ``isSame`` does.
    private func key(of state: Machine.State) -> AnyHashable? { (shownPart?(state) ?? state) as? AnyHashable }

    /// The states between the transitions of macrosteps.
    var passedStates: [Machine.State] {
        transitions { $0.hasActions }.flatMap { transition in
            steps(of: transition.event, in: space.states[transition.source]).dropLast().map(\.state)
        }
    }
}

// MARK: - Traps

extension StateGraph {
    private var traps: [GraphFinding<Machine>] {
        transitions { $0.intent == .trapped }.map { transition in
            let note = space.traps[transition.edge] ?? ""
            return finding(
                .traps, "\(sourceText(of: transition.event)) in \(text(of: transition.source)): update \(note).",
                at: transition.source, on: transition.event)
        }
    }
}
