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

    func note(_ occurrence: Occurrence<State, Event, Output>) {
        switch occurrence {
        case .eventTaken(let event, let origin):
            if origin != .action { hasReacted = false }
            history.append("\(origin == .action ? "  ↳ " : "  ")\(sourceText(of: event))")
        case .transition(_, _, to: let next):
            if !areAlike(state, next) { hasReacted = true }
            state = next
            history.append("    \(sourceText(of: next))")
            judge(next)
        case .eventPostponed: history.append("    postponed")
        case .eventUnexpected(let event, _):
            history.append("    unexpected")
            if expectation.expectsEveryEvent {
                violation = violation ?? "\(sourceText(of: event)) is unexpected in \(sourceText(of: state))."
            }
        case .effectStarted(let summary): noteEffect("started", summary)
        case .effectCancelled(let summary, _): noteEffect("cancelled", summary)
        case .runStarted, .output, .effectEnded, .effectOverdue, .sendRejected, .runEnded: break
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
    ///   - ending: The result of the run, if it has ended.
    func failure(isComplete: Bool, ending: Result<Output, any Error>?) -> String? {
        let reason: String? =
            if let violation {
                violation
            } else if case .failure(let error)? = ending {
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
