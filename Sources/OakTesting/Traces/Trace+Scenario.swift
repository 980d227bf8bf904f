public import Oak

extension Trace {
    /// A test that states each recorded transition with its effect, as a scenario: text to paste into a test file.
    ///
    /// The effects are those that the machine answers with today, for a trace only knows their kind and identity. Values are
    /// written as source. Where a value has no such spelling, a class for example, the text has to be completed by hand.
    ///
    /// - Parameters:
    ///   - transducer: The machine.
    ///   - name: The name of the test, in words; the function is named after it.
    /// - Returns: A test for Swift Testing. Its states have to be `Equatable`, and so have the outputs, if there are any.
    public func testSource<T: ExecutableTransducer>(of transducer: T.Type, named name: String) -> String
    where T.State == State, T.Event == Event {
        guard case .runStarted(let initial)? = entries.first else { return sourceWithoutBeginning }
        let steps = steps
        let calls = steps.map { step in
            var state = step.before
            let effect = T.step(&state, event: step.event).0.map { EffectDescription($0) }
            let arguments = [
                sourceText(of: step.event), "then: \(sourceText(of: step.after))", effect.map { "effect: \($0)" },
                step.output.map { "output: \(sourceText(of: $0))" },
            ]
            return "\n        .when(\(arguments.compactMap(\.self).joined(separator: ", ")))"
        }
        return """
            @Test(\(sourceText(of: name)))
            func \(functionName(for: name))() {
                given(\(self.transducer).self, \(sourceText(of: initial)))\(calls.joined())
            }
            """
    }
}
