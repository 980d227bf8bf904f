import IssueReporting
import Oak

/// A state that is not the expected one.
struct UnexpectedState: Error, CustomStringConvertible {
    let description: String
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TransducerTester {
    /// Takes the transition of the event just taken, and checks its state.
    func finishStep(of event: String, at site: CallSite, check: (T.State, T.State) throws -> Void) {
        let next: T.State
        if journal.entries.first?.isReply ?? false {
            // It is stated like an output, and changes nothing.
            next = state
        } else if let transition = journal.takeTransition() {
            next = transition
        } else {
            return report("\(event) was taken, and no transition was made." + endingText + pendingText, at: site)
        }
        defer { state = next }
        do {
            try check(state, next)
        } catch {
            report("After \(event): \(error)", at: site)
        }
    }

    /// Takes the transition of an event that is passed over.
    func passStep() {
        if let next = journal.takeTransition() { state = next }
    }

    /// Fails for what was not stated up to here.
    ///
    /// - Parameters:
    ///   - step: What comes next.
    ///   - upToEvent: Whether that is about an event which has happened already.
    func requireNothingUnstated(before step: String, upToEvent: Bool = false, at site: CallSite) {
        let unstated = upToEvent ? journal.takeUntilEvent() : takeAll()
        note(unstated, before: step, at: site)
    }

    /// Takes all entries, and goes on to the state after the last of them.
    private func takeAll() -> [Entry] {
        let entries = journal.takeAll()
        for case .transition(let next) in entries { state = next }
        return entries
    }

    /// Reports what the test has passed over.
    func note(_ entries: [Entry], before step: String, at site: CallSite) {
        let entries = entries.filter { !$0.isVacuous }
        guard !entries.isEmpty else { return }
        let limit = 50
        let more = entries.count > limit ? "\n… and \(entries.count - limit) more" : ""
        let list = entries.prefix(limit).map { "• \($0)" }.joined(separator: "\n") + more
        switch exhaustivity {
        case .on: report("This happened before \(step), and the test does not state it:\n\(list)", at: site)
        case .off(showSkipped: true): warn("Passed over before \(step):\n\(list)", at: site)
        case .off(showSkipped: false): break
        }
    }

    /// How the run has ended, as a sentence.
    var endingText: String {
        switch ending.result {
        case nil: ""
        case .success(let output): " The run has ended with the output \(sourceText(of: output))."
        case .failure(let error): " The run has ended with the error \(sentence(of: error))"
        }
    }

    /// Whether the machine is in the middle of an event: an action or a subject has not returned.
    private var isInterruptedInEvent: Bool { ending.result == nil && !isEndless && !proxy.mailbox.isAwaited }

    /// Whether anything is under way.
    var hasWork: Bool { !journal.live.isEmpty || isInterruptedInEvent }

    /// What is under way and does not go on by itself, as a list.
    var pendingText: String {
        var effects = journal.live.map { effect in
            let description = EffectDescription<T.Event>(effect.summary)
            return effect.wasCancelled
                ? "• \(description) was cancelled and has not ended" : "• \(description) has not ended"
        }
        if isInterruptedInEvent {
            effects.append("• the machine is in the middle of an event: an action has not returned")
        }
        let waits = executor.waits.map { "• waiting for \($0)" }
        guard !effects.isEmpty || !waits.isEmpty else { return " Nothing is pending." }
        let hint =
            waits.isEmpty
            ? """

            Nobody waits for a gate or a TestClock: what has not ended waits for something outside of the test, as a real clock, \
            a network or a detached task would be. Stand in for it.
            """ : ""
        return "\nPending:\n" + (effects + waits).joined(separator: "\n") + hint
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TransducerTester {
    /// Compares the state after a step with what the test makes out of the one before.
    func compare(_ before: T.State, _ after: T.State, _ change: ((inout T.State) throws -> Void)?) throws {
        // Who does not state everything states what is different from before, whatever else has changed.
        var expected = exhaustivity == .on ? before : after
        try change?(&expected)
        guard !areAlike(expected, after) else { return }
        guard change != nil else {
            throw UnexpectedState(
                description: "the state has changed, and the test states no change.\n\n"
                    + difference(from: expected, to: after))
        }
        throw UnexpectedState(
            description: "the state is not the expected one.\n\n" + difference(from: expected, to: after))
    }
}
