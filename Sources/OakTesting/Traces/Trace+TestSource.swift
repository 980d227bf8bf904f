import OakGraph

extension Trace {
    /// A test that processes the recorded events and checks each state, as text to paste into a test file.
    ///
    /// If the machine is at hand, ``testSource(of:named:)`` makes a test that also states the effects.
    ///
    /// Values are written as Swift that compiles. A value without such a spelling, such as a class, becomes a
    /// placeholder that says what to write.
    ///
    /// - Parameter name: The name of the test, in words; the function is named after it.
    /// - Returns: A test for Swift Testing. Its states, and its outputs if there are any, have to be `Equatable`.
    public func testSource(named name: String) -> String {
        guard case .runStarted(let initial)? = entries.first else { return sourceWithoutBeginning }
        // Replies to an event have no output that the loop could compare.
        let steps = steps.filter { !$0.isReply }
        let hasOutputs = steps.contains { $0.output != nil }
        let output = hasOutputs ? ", output: \(transducer).Output" : ""
        let type = "(event: \(transducer).Event, state: \(transducer).State\(output))"
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

    /// The comment that replaces a test of an incomplete trace.
    var sourceWithoutBeginning: String {
        """
        // This trace of \(transducer) lacks its beginning, so there is nothing to test: give the recorder to the run \
        as its observer, before it begins.
        """
    }

    /// One event with its results.
    struct Step {
        let before: State
        let event: Event
        let after: State
        var output: Output?
        /// Whether the event was postponed or unexpected.
        let isReply: Bool
    }

    /// Each event with its results.
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
