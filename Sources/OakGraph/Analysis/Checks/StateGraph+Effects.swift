import Oak

extension StateGraph {
    /// Errors that would end a run.
    var inconsistencies: [GraphFinding<Machine>] {
        let invalid = findings(of: .consistency, where: { $0.intent == .invalid }) { event, state, _ in
            """
            \(event) in \(state) would end a run with an error: an effect of a child that is not active, a changed \
            state with postpone or unexpected, a postponed action event, or one postponed event too many.
            """
        }
        return invalid + activityFaults
    }

    private var activityFaults: [GraphFinding<Machine>] {
        guard Machine._mayHaveActivities else { return [] }
        return leftStates.compactMap { number -> GraphFinding<Machine>? in
            var seen: Set<EffectID> = []
            let again = Set(Machine.live(in: space.states[number]).activities.compactMap(\.id))
            for activity in Machine.live(in: space.states[number]).activities {
                guard let id = activity.id else {
                    return finding(
                        .consistency, "\(text(of: number)) has an activity without an identity.", at: number)
                }
                if !again.contains(id) {
                    return finding(
                        .consistency,
                        """
                        \(text(of: number)) names the activity \(sourceText(of: id)) only once: its identity is no \
                        function of the state.
                        """, at: number)
                }
                if !seen.insert(id).inserted {
                    return finding(
                        .consistency, "\(text(of: number)) has two activities with the identity \(sourceText(of: id)).",
                        at: number)
                }
            }
            return nil
        }
    }

    /// Whether a transition has a use for its event.
    private func isUseful(_ transition: Transition) -> Bool {
        !Set<Intent>([.ignored, .unexpected, .refused]).contains(transition.intent)
    }

    var outlivingOperations: [GraphFinding<Machine>] {
        guard let live else { return [] }
        var findings: [GraphFinding<Machine>] = []
        for number in leftStates {
            let (activities, operations) = live.live(in: number)
            let transitions = transitions(from: number)
            for answer in activities.union(operations).sorted() {
                let id = alphabet.answers[answer].senderText
                let own = transitions.filter { $0.sender == id }
                guard !own.isEmpty, !own.contains(where: isUseful) else { continue }
                let state = text(of: number)
                let message =
                    if activities.contains(answer) {
                        "\(state) lists the activity \(id), and handles none of its answers. Leave it out of the list."
                    } else {
                        """
                        The operation \(id) may still be live in \(state), which handles none of its answers. Cancel \
                        it on the way, or make it an activity.
                        """
                    }
                findings.append(finding(.outlivingOperations, message, at: number))
            }
        }
        return findings
    }

    var replacedOperations: [GraphFinding<Machine>] {
        guard let live else { return [] }
        var findings: [GraphFinding<Machine>] = []
        for number in leftStates {
            for transition in transitions(from: number) where isHandled(transition.edge) {
                for answer in live.declarations(of: liveOutcome(of: transition)?.machine.replaced ?? []) {
                    let id = alphabet.answers[answer].senderText
                    findings.append(
                        finding(
                            .replacedOperations,
                            """
                            \(sourceText(of: transition.event)) in \(text(of: number)) begins the operation \(id) \
                            while another may be live under this identity.
                            """, on: transition))
                }
            }
        }
        return findings
    }

    var unansweredEffects: [GraphFinding<Machine>] {
        var sent: [EffectID: [Likeness: (first: Int, isHandled: Bool)]] = [:]
        for number in 0..<space.leftCount {
            for transition in transitions(from: number) {
                guard let sender = transition.effect else { continue }
                let event = Likeness(transition.event)
                let known = sent[sender]?[event] ?? (number, false)
                sent[sender, default: [:]][event] = (known.first, known.isHandled || isUseful(transition))
            }
        }
        return alphabet.answers.enumerated().flatMap { place, answer -> [GraphFinding<Machine>] in
            let id = answer.senderText
            guard let sent = sent[answer.sender] ?? (answer.events.isEmpty && isLive(answer: place) ? [:] : nil) else {
                return [GraphFinding(.check(.unansweredEffects), "No reachable state has a live effect \(id).")]
            }
            return answer.events.compactMap { event, _ in
                let known = sent[Likeness(event)]
                if known?.isHandled ?? false { return nil }
                return GraphFinding(
                    .check(.unansweredEffects),
                    "No state in which \(id) is live handles its answer \(sourceText(of: event)).",
                    at: known.map { .state($0.first, self) } ?? .nowhere, event: event)
            }
        }
    }

    /// Whether an effect with declared answers is live in some state.
    private func isLive(answer: Int) -> Bool {
        leftStates.contains { number in
            live.map { $0.live(in: number) }.map { $0.activities.union($0.operations).contains(answer) } ?? false
        }
    }
}

/// An effect that a machine begins, as far as a declaration of its answers is concerned.
private struct BegunEffect: Hashable {
    enum Form: Hashable { case operation(EffectID), namelessOperation, action }

    let form: Form
    let child: [ChildID]
}

extension StateGraph {
    /// An effect, and the first place that begins it.
    struct PlacedEffect {
        fileprivate let effect: BegunEffect
        let place: Int
        /// The event that begins it; `nil` for an activity.
        let event: Machine.Event?
    }

    func undeclaredAnswers(of effects: [PlacedEffect]) -> [GraphFinding<Machine>] {
        effects.map { undeclared in
            let effect = undeclared.effect
            let advice =
                switch effect.form {
                case .operation(let id): "Declare them with '.answers(of: \(argument(id)), …)'."
                case .namelessOperation: "Give it an identity, and declare them with '.answers(of:…)'."
                case .action: "Declare them with '.answers(ofActions: […])'."
                }
            return finding(
                .undeclaredAnswers,
                "The answers of \(noun(of: effect)), which \(cause(of: undeclared)), are not declared. \(advice)",
                at: undeclared.place, on: undeclared.event)
        }
    }

    /// The identity as an argument of any type.
    private func argument(_ id: EffectID) -> String { id.child.isEmpty ? sourceText(of: id) : swiftSource(of: id) }

    private func cause(of effect: PlacedEffect) -> String {
        let place = text(of: effect.place)
        return effect.event.map { "\(sourceText(of: $0)) in \(place) begins" } ?? "\(place) lists"
    }

    /// A sentence for each effect whose answers are not declared.
    func remarks(on effects: [PlacedEffect]) -> [String] {
        effects.map { "The answers of \(noun(of: $0.effect)) are not declared." }
    }

    private func noun(of effect: BegunEffect) -> String {
        let owner = effect.child.isEmpty ? "" : " of \(effect.child.map { "\($0)" }.joined(separator: "/"))"
        return switch effect.form {
        case .operation(let id): sourceText(of: id)
        case .namelessOperation: "an operation without an identity\(owner)"
        case .action: "an action\(owner)"
        }
    }

    var undeclaredEffects: [PlacedEffect] {
        if alphabet.includesAnswers { return [] }
        return effects { undeclared(in: $0) }
    }

    /// Each of some effects, with the first place that begins it.
    ///
    /// - Parameter wanted: Returns the wanted parts of an effect of a transition or an activity.
    private func effects(
        _ wanted: (TransducerEffect<Machine.Event, Machine.Env, Machine.Input>) -> [BegunEffect]
    ) -> [PlacedEffect] {
        var found: [PlacedEffect] = []
        var known: Set<BegunEffect> = []
        func note(
            _ effect: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>, _ place: Int, _ event: Machine.Event?
        ) {
            for begun in wanted(effect) where known.insert(begun).inserted {
                found.append(PlacedEffect(effect: begun, place: place, event: event))
            }
        }
        for number in leftStates {
            if Machine._mayHaveActivities {
                for activity in Machine.live(in: space.states[number]).activities { note(activity, number, nil) }
            }
            guard space.edges(of: number).contains(where: { space.notes[$0][.effect] }) else { continue }
            for transition in transitions(from: number) where space.notes[transition.edge][.effect] {
                for step in steps(of: transition) {
                    if let effect = step.effect { note(effect, number, transition.event) }
                }
            }
        }
        return found
    }

    /// Operations that can fail, and do not say what follows.
    var unhandledFailures: [GraphFinding<Machine>] {
        effects { effect in
            effect.operationsWithUnstatedFailure.map { part in
                BegunEffect(form: part.id.map { .operation($0) } ?? .namelessOperation, child: part.child)
            }
        }
        .map { failing in
            finding(
                .unhandledFailures,
                """
                An error of \(noun(of: failing.effect)), which \(cause(of: failing)), would end the run, and nothing \
                says so. Add 'failure:' or '.catch' to the effect, or 'failure:' to the declaration of its child.
                """, at: failing.place, on: failing.event)
        }
    }

    /// The parts of an effect whose answers are not declared.
    private func undeclared(
        in effect: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>
    ) -> [BegunEffect] {
        if let id = effect.id, effect.kind != .cancelTask, isDeclared(id) { return [] }
        switch effect.kind {
        case .operation, .isolatedOperation:
            if effect.isPause { return [] }
            return [BegunEffect(form: effect.id.map { .operation($0) } ?? .namelessOperation, child: effect.child)]
        case .action, .isolatedAction:
            if effect.isHosted { return [] }
            return alphabet.actionAnswers == nil ? [BegunEffect(form: .action, child: effect.child)] : []
        case .sequence, .combination, .list: return effect.parts.flatMap { undeclared(in: $0) }
        case .events, .cancelTask, .departure, .rejection, .mistake, .postponement, .unexpected: return []
        }
    }

    private func isDeclared(_ id: EffectID) -> Bool { alphabet.answers.contains { $0.sender == id } }
}
