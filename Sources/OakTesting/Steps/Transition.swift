import Oak
import OakGraph

/// One transition and its result.
struct Transition<T: ExecutableTransducer> {
    let before: T.State
    let event: T.Event
    let after: T.State
    let effect: EffectDescription<T.Event>?
    let output: T.Output

    init(from state: T.State, on event: T.Event) {
        var after = state
        let (effect, output) = T.step(&after, event: event)
        before = state
        self.event = event
        self.after = after
        self.effect = effect.map { EffectDescription($0) }
        self.output = output
    }
}

/// The expected result of one transition.
struct Expectation<T: ExecutableTransducer> {
    /// Describes what is wrong with a state or an output; `nil` if it is as expected.
    typealias Objection<Value> = (Value) -> String?

    let state: Objection<T.State>
    let effect: EffectDescription<T.Event>?
    var output: Objection<T.Output> = { _ in nil }

    /// Reports all mismatches in one issue.
    func check(_ transition: Transition<T>, at site: CallSite) {
        let objections = [state(transition.after), objection(to: transition.effect), output(transition.output)]
        let text = objections.compactMap { $0 }.joined(separator: "\n\n")
        guard !text.isEmpty else { return }
        let (before, event) = (sourceText(of: transition.before), sourceText(of: transition.event))
        report("\(T.self): the transition from \(before) on \(event) is not as expected.\n\n\(text)", at: site)
    }

    private func objection(to actual: EffectDescription<T.Event>?) -> String? {
        switch (effect, actual) {
        case (nil, nil): return nil
        case (let expected?, let actual?) where expected.matches(actual): return nil
        case (let expected, let actual):
            return """
                The effect differs:
                − \(expected?.description ?? "none")
                + \(actual?.description ?? "none")

                (Expected: −, Actual: +)
                """
        }
    }
}

/// Objects to every value but this one.
func onlyEqual<Value: Equatable>(to expected: Value, _ role: String) -> (Value) -> String? {
    { actual in actual == expected ? nil : "The \(role) differs:\n\(difference(from: expected, to: actual))" }
}

/// Objects to every value that does not satisfy a condition.
func onlySatisfying<Value>(_ condition: @escaping (Value) -> Bool, _ role: String) -> (Value) -> String? {
    { actual in condition(actual) ? nil : "The \(role) does not satisfy the condition:\n+ \(sourceText(of: actual))" }
}
