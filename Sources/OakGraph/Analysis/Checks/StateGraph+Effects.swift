import Oak

extension StateGraph {
    /// Errors that would end a run.
    var inconsistencies: [GraphFinding<Machine>] {
        let invalid = findings(of: .consistency, where: { $0.intent == .invalid }) { event, state, _ in
            """
            \(event) in \(state) would end a run with an error: an effect of a child that is not active, a reply \
            beside other effects, a postponed action event, or one postponed event too many.
            """
        }
        return invalid + activityFaults
    }

    private var activityFaults: [GraphFinding<Machine>] {
        guard Machine._mayHaveActivities else { return [] }
        return leftStates.compactMap { number -> GraphFinding<Machine>? in
            var seen: Set<EffectID> = []
            for activity in Machine.live(in: space.states[number]).activities {
                guard let id = activity.id else {
                    return finding(
                        .consistency, "\(text(of: number)) has an activity without an identity.", at: number)
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
