import Oak
import OakGraph

extension TypedExploration {
    func replay(_ trace: StoredTrace) throws(ReplayError) -> Replay {
        guard let start = trace.start.decoded(as: Machine.State.self) else {
            throw .undecodable(type: "\(Machine.State.self)", line: 2)
        }
        var replay = Replay(start: sourceText(of: start), count: trace.steps.count)
        var state = start
        for step in trace.steps {
            guard let event = step.event.decoded(as: Machine.Event.self) else {
                throw .undecodable(type: "\(Machine.Event.self)", line: step.line)
            }
            let text = sourceText(of: event)
            func deviate(_ message: String) { replay.deviation = Replay.Deviation(line: step.line, message: message) }
            if Machine.isTerminal(state) {
                deviate("'\(text)' comes after the end: \(sourceText(of: state)) is terminal.")
                return replay
            }
            let graph = surroundings(state, [event])
            guard let transition = graph.transitions(from: 0).first else {
                deviate(graph.cut?.description ?? "'\(text)' has no transition in \(sourceText(of: state)).")
                return replay
            }
            let before = state
            state = graph.states[transition.target]
            replay.steps.append(
                Replay.Step(line: step.line, event: text, state: sourceText(of: state), intent: transition.intent))
            if let difference = difference(transition.intent, state, before, from: step, text) {
                deviate(difference)
                return replay
            }
        }
        return replay
    }

    /// The machine's behaviour now beside that of the trace; `nil` if they agree.
    private func difference(
        _ intent: Intent, _ state: Machine.State, _ before: Machine.State, from step: StoredTrace.Step, _ event: String
    ) -> String? {
        let recorded: Intent? = step.answer.flatMap { Intent(rawValue: $0) }
        switch (recorded, intent) {
        // The recorded run did not expect the event, either.
        case (.unexpected, .unexpected), (.postponed, .postponed): return nil
        case (.unexpected, let intent), (.postponed, let intent):
            return """
                '\(event)' is \(intent.rawValue) in \(sourceText(of: before)); in the trace it is \(step.answer ?? "").
                """
        case (_, .postponed):
            return "'\(event)' is postponed in \(sourceText(of: before)); in the trace it is not."
        case (_, let intent):
            if let fault = Replay.fault(intent, event, sourceText(of: before)) { return fault }
        }
        guard let expected = step.state, let actual = JSONValue(encoding: state), actual != expected else { return nil }
        let text = expected.decoded(as: Machine.State.self).map { sourceText(of: $0) } ?? expected.text
        return "'\(event)' leads to \(sourceText(of: state)); in the trace it leads to \(text)."
    }
}
