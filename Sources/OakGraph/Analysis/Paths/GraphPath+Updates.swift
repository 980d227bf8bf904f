package import Oak

extension GraphPath {
    /// One `update` of a macrostep.
    package struct Update {
        package let event: Machine.Event
        package let before: Machine.State
        package let after: Machine.State
        package let effect: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>?
        package let output: Machine.Output
        package let intent: Intent
    }

    /// The updates of a step, performed again: the update of its event and the updates of its action events.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - state: The state before it.
    package func updates(of step: Step, from state: Machine.State) -> [Update] {
        // The machine would take this process with it.
        guard step.intent != .trapped else { return [] }
        var updates: [Update] = []
        var (state, before) = (state, state)
        var macrostep = Macrostep<Machine>(actionLimit: 10_000)
        // The graph has compared the states; only its own way of telling them apart gives the same intent again.
        let staysAlike: Bool =
            switch step.intent {
            case .ignored, .postponed, .unexpected, .refused: true
            case .handled, .endless, .invalid, .trapped: false
            }
        _ = macrostep.take(&state, step.event, isSame: { _, _ in staysAlike }) { event, after, effect, output, intent in
            // A chain without end is as informative after some of its events.
            guard updates.count < 1_000 else { return }
            updates.append(
                Update(
                    event: event, before: before, after: after, effect: effect, output: output,
                    intent: updates.isEmpty ? step.intent : intent))
            before = after
        }
        return updates
    }
}

extension GraphPath.Update {
    /// The output as text; `nil` if it is `Void`, `nil` or an empty array.
    package var outputText: String? {
        if Machine.Output.self == Void.self { return nil }
        let mirror = Mirror(reflecting: output)
        let mayBeEmpty = mirror.displayStyle == .optional || mirror.displayStyle == .collection
        return mayBeEmpty && mirror.children.isEmpty ? nil : sourceText(of: output)
    }
}
