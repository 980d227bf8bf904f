public import Oak
import OakGraph
import OakText

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
        let calls = runs(of: T.self).flatMap { run in
            var before = run.start
            return run.events.compactMap { step -> String? in
                guard let after = step.taken.state else { return nil }
                defer { before = after }
                let effect = transition(of: T.self, from: before, on: step.taken.event).effect
                let arguments = [
                    swiftSource(of: step.taken.event), "to: \(Self.expectation(of: after))",
                    effect.map { "effect: \($0)" },
                    step.output.map { "output: \(Self.expectation(of: $0))" },
                ]
                return "\n        .on(\(arguments.compactMap(\.self).joined(separator: ", ")))"
            }
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
}
