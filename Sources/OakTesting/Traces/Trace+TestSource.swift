public import Oak
import OakGraph

extension Trace {
    /// A test that states each recorded transition with its effect, as text to paste into a test file.
    ///
    /// The effects are the machine's current ones, because a trace contains only their kind and identity. Values are
    /// written as Swift that compiles. A value without such a spelling, such as a class or a state that is not
    /// `Equatable`, becomes a placeholder that says what to write.
    ///
    /// - Parameters:
    ///   - transducer: The machine.
    ///   - name: The name of the test, in words; the function is named after it.
    /// - Returns: A test for Swift Testing.
    public func testSource<T: ExecutableTransducer>(of transducer: T.Type, named name: String) -> String
    where T.State == State, T.Event == Event {
        guard case .runStarted(let initial)? = entries.first else {
            return """
                // This trace of \(self.transducer) lacks its beginning, so there is nothing to test: give the \
                recorder to the run as its observer, before it begins.
                """
        }
        let calls = steps.map { step in
            let effect = transition(of: T.self, from: step.before, on: step.event).effect
            let arguments = [
                swiftSource(of: step.event), "to: \(Self.expectation(of: step.after))",
                effect.map { "effect: \($0)" },
                step.output.map { "output: \(Self.expectation(of: $0))" },
            ]
            return "\n        .on(\(arguments.compactMap(\.self).joined(separator: ", ")))"
        }
        let machine = sourceText(ofType: T.self)
        let body = "    expectTransitions(of: \(machine).self, from: \(swiftSource(of: initial)))\(calls.joined())"
        return generatedTest(named: name, body, orElse: "recordedRun")
    }

    /// An expected value; one that is not `Equatable` becomes a placeholder for a check.
    private static func expectation(of value: Any) -> String {
        guard !(value is any Equatable) else { return swiftSource(of: value) }
        return "{ actual in \(placeholder("whether actual is \(sourceText(of: value))")) }"
    }

    /// Each event with its results. A reply leaves the state as it is.
    private var steps: [(before: State, event: Event, after: State, output: Output?)] {
        var steps: [(before: State, event: Event, after: State, output: Output?)] = []
        var state: State?
        var event: Event?
        for entry in entries {
            switch entry {
            case .runStarted(let first): state = first
            case .eventTaken(let taken, _): event = taken
            case .transition(to: let next):
                if let state, let event { steps.append((state, event, next, nil)) }
                state = next
            case .eventPostponed, .eventUnexpected:
                if let state, let event { steps.append((state, event, state, nil)) }
            case .output(let output):
                if !steps.isEmpty { steps[steps.count - 1].output = output }
            case .effect, .sendRejected, .runEnded, .runFailed: break
            }
        }
        return steps
    }
}
