extension Trace {
    /// A test that lets the machine process the recorded events and checks each state: text to paste into a test file.
    ///
    /// With the machine at hand, ``testSource(of:named:)`` gives a test that states the effects as well.
    ///
    /// Values are written as Swift that compiles. Where there is none, for a class for example, a placeholder says what to write.
    ///
    /// - Parameter name: The name of the test, in words; the function is named after it.
    /// - Returns: A test for Swift Testing. Its states have to be `Equatable`, and so have the outputs, if there are any.
    public func testSource(named name: String) -> String {
        guard case .runStarted(let initial)? = entries.first else { return sourceWithoutBeginning }
        // Those answered by something else than a transition have no output that the loop could compare.
        let steps = steps.filter { !$0.isReply }
        let hasOutputs = steps.contains { $0.output != nil }
        let type =
            "(event: \(transducer).Event, state: \(transducer).State\(hasOutputs ? ", output: \(transducer).Output" : ""))"
        let lines = steps.map { step in
            let texts =
                [swiftSource(of: step.event), swiftSource(of: step.after)]
                + (hasOutputs ? [step.output.map { swiftSource(of: $0) } ?? "nil"] : [])
            return "        (\(texts.joined(separator: ", "))),"
        }
        let result = hasOutputs ? "let (_, output)" : "_"
        let check = hasOutputs ? "\n        #expect(output == step.output, \"step \\(number)\")" : ""
        let body = """
                var state: \(transducer).State = \(swiftSource(of: initial))
                let steps: [\(type)] = [
            \(lines.joined(separator: "\n"))
                ]
                for (number, step) in zip(1..., steps) {
                    \(result) = \(transducer).step(&state, event: step.event)
                    #expect(state == step.state, "step \\(number)")\(check)
                }
            """
        return GeneratedTest(name: name, body: body).source
    }

    /// What there is to say instead of a test.
    var sourceWithoutBeginning: String {
        """
        // This trace of \(transducer) lacks its beginning, so there is nothing to test: give the recorder to the run as its \
        observer, before it begins.
        """
    }

    /// One event with what came of it.
    struct Step {
        let before: State
        let event: Event
        let after: State
        var output: Output?
        /// Whether the event was postponed or unexpected.
        let isReply: Bool
    }

    /// Each event with what came of it.
    var steps: [Step] {
        var steps: [Step] = []
        var state: State?
        var event: Event?
        for entry in entries {
            switch entry {
            case .runStarted(let first): state = first
            case .eventTaken(let taken, _): event = taken
            case .transition(to: let next):
                if let state, let event {
                    steps.append(Step(before: state, event: event, after: next, isReply: false))
                }
                state = next
            case .eventPostponed, .eventUnexpected:
                if let state, let event {
                    steps.append(Step(before: state, event: event, after: state, isReply: true))
                }
            case .output(let output):
                if !steps.isEmpty { steps[steps.count - 1].output = output }
            case .effect, .sendRejected, .runEnded, .runFailed: break
            }
        }
        return steps
    }
}
