import Oak
import OakGraph

/// Follows a run, and judges whether it meets an expectation.
final class PathMonitor<State, Event, Output> {
    private let expectation: PathExpectation<State>
    private var state: State
    private var history: [String]
    private var violation: String?
    private var isMet: Bool
    /// Whether the machine has reacted to the latest event from the mailbox.
    private(set) var hasReacted = false

    init(_ expectation: PathExpectation<State>, from state: State) {
        self.expectation = expectation
        self.state = state
        history = [sourceText(of: state)]
        isMet = expectation.isMetAtFirst
        judge(state)
    }

    func note(_ entry: Journal<State, Event, Output>.Entry) {
        switch entry {
        case .event(let event, let origin): note(event, isAction: origin == .action)
        case .transition(to: let state): note(state)
        case .postponed: history.append("    postponed")
        case .unexpected(let event, _): noteUnexpected(event)
        case .started(let summary), .cancellation(let summary): noteEffect("started", summary)
        case .cancelled(let summary, _): noteEffect("cancelled", summary)
        case .output, .overdue, .rejected: break
        }
    }

    private func note(_ event: Event, isAction: Bool) {
        if !isAction { hasReacted = false }
        history.append("\(isAction ? "  ↳ " : "  ")\(sourceText(of: event))")
    }

    private func note(_ next: State) {
        if !areAlike(state, next) { hasReacted = true }
        state = next
        history.append("    \(sourceText(of: next))")
        judge(next)
    }

    private func noteUnexpected(_ event: Event) {
        history.append("    unexpected")
        if expectation.expectsEveryEvent {
            violation = violation ?? "\(sourceText(of: event)) is unexpected in \(sourceText(of: state))."
        }
    }

    private func noteEffect(_ change: String, _ summary: EffectSummary) {
        hasReacted = true
        history.append("    \(change) \(EffectDescription<Event>(summary).text(by: SourceWriter(purpose: .reading)))")
    }

    private func judge(_ state: State) {
        if !expectation.allows(state) { violation = violation ?? "\(sourceText(of: state)) does not meet it." }
        isMet = expectation.settles(state) ?? isMet
    }

    /// The failure of a run; `nil` if the expectation is met.
    ///
    /// - Parameters:
    ///   - isComplete: Whether the machine has taken all events.
    ///   - error: The error with which the run has ended.
    func failure(isComplete: Bool, error: (any Error)?) -> String? {
        let reason: String? =
            if let violation {
                violation
            } else if let error {
                "The run has ended with the error \(sentence(of: error))"
            } else if !isComplete {
                // A machine that no longer takes the path has changed since the counterexample was found.
                nil
            } else if !isMet {
                expectation.missing
            } else if expectation.expectsReaction, !hasReacted {
                "The last event changes nothing in \(sourceText(of: state))."
            } else {
                nil
            }
        return reason.map { "\"\(expectation.name)\" does not hold: \($0)\n\n\(history.joined(separator: "\n"))" }
    }
}
