import Oak

extension StateGraph {
    /// The graph as text, to store, to draw and to compare.
    ///
    /// Transitions of one class of events that agree in everything visible become one. Its effects and outputs come
    /// from `update`, which is called once more for each transition.
    ///
    /// - Complexity: O(*s* · *e*) for *s* states and *e* events.
    public var model: GraphModel { model(naming: alphabet.name) }

    /// The graph as text, with events named by a function; those that get no name are left out.
    func model(naming name: (Machine.Event) -> String?) -> GraphModel {
        var events: [String] = []
        var known: Set<String> = []
        var transitions: [GraphModel.Transition] = []
        let fixedNames = fixedEvents?.map(name)
        for number in 0..<space.leftCount {
            var seen: Set<GraphModel.Transition> = []
            for (index, transition) in self.transitions(from: number).enumerated() {
                guard let name = fixedNames.map({ $0[index] }) ?? name(transition.event) else { continue }
                if known.insert(name).inserted { events.append(name) }
                let entry = model(of: transition, named: name)
                if seen.insert(entry).inserted { transitions.append(entry) }
            }
        }
        return GraphModel(
            machine: shortName(ofType: Machine.self), states: space.states.indices.map { model(of: $0) },
            initial: initial, events: events, transitions: transitions, cut: cut?.description)
    }

    package func model(of number: Int) -> GraphModel.State {
        let state = space.states[number]
        let isTerminal = Machine.isTerminal(state)
        let live = Machine._mayHaveActivities && !isTerminal ? Machine.live(in: state) : nil
        let operations = (self.live?.live(in: number).operations ?? []).sorted().map { alphabet.answers[$0].senderText }
        return GraphModel.State(
            text: shownText(state), cases: modeNames(of: shownPart?(state) ?? state), isTerminal: isTerminal,
            children: live?.children.map { text(of: $0) } ?? [],
            activities: live?.activities.map { GraphModel.Effect($0) } ?? [], operations: operations)
    }

    package func model(of transition: Transition, named name: String) -> GraphModel.Transition {
        let note = space.notes[transition.edge]
        let isPlain =
            note.intent == .trapped || !note[.effect] && !note.intent.isReply && Machine.Output.self == Void.self
        let steps = isPlain ? [] : steps(of: transition)
        let child = steps.first?.effect.flatMap { effect in
            switch transition.intent {
            case .unexpected, .refused: effect.child.isEmpty ? nil : text(of: effect.child)
            case .handled, .ignored, .postponed, .endless, .invalid, .trapped: nil
            }
        }
        return GraphModel.Transition(
            source: transition.source, target: transition.target, event: name, intent: transition.intent,
            effect: visibleEffect(of: steps.first, transition.intent),
            output: steps.first.flatMap { message($0) }.map { sourceText(of: $0) },
            outputParts: steps.first.flatMap { message($0) }.flatMap { hiddenParts(of: $0) },
            actions: steps.dropFirst().prefix(64).map { step in
                GraphModel.Step(
                    event: sourceText(of: step.event), state: shownText(step.state),
                    intent: step.intent, effect: visibleEffect(of: step, step.intent),
                    output: message(step).map { sourceText(of: $0) },
                    outputParts: message(step).flatMap { hiddenParts(of: $0) })
            },
            sender: transition.sender, child: child)
    }

    /// The effect unless the intent says everything about it.
    private func visibleEffect(of step: Macrostep<Machine>.Step?, _ intent: Intent) -> GraphModel.Effect? {
        [.handled, .endless, .invalid].contains(intent) ? step?.effect.map { GraphModel.Effect($0) } : nil
    }

    private func message(_ step: Macrostep<Machine>.Step) -> Machine.Output? {
        step.output.flatMap { isMessage($0) ? $0 : nil }
    }

    private func text(of path: [ChildID]) -> String { path.map { "\($0)" }.joined(separator: "/") }
}

extension GraphModel.Effect {
    /// Describes an effect without calling its functions.
    init<Event, Env, Input>(_ effect: TransducerEffect<Event, Env, Input>) {
        self.init(
            kind: "\(effect.kind)", id: effect.id.map { sourceText(of: $0) },
            child: effect.child.isEmpty ? nil : effect.child.map { "\($0)" }.joined(separator: "/"),
            events: effect.events.map { sourceText(of: $0) }, delay: PauseLength(of: effect).map { "\($0)" },
            parts: effect.parts.map { Self($0) })
    }
}
