import IssueReporting
import Oak
import OakGraph

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TransducerTester {
    /// Takes the transition of the event just taken, and checks its state.
    func finishStep(of event: String, at site: CallSite, check: (T.State, T.State) throws -> Void) {
        // A reply is stated like an output, and leaves the state as it is.
        let next: T.State? =
            switch journal.entries.first?.occurrence {
            case .eventPostponed?, .eventUnexpected?: state
            case nil, _?: journal.takeTransition()
            }
        guard let next else {
            return report("\(event) was taken, and no transition was made." + endingText + pendingText, at: site)
        }
        defer { state = next }
        do {
            try check(state, next)
        } catch {
            report("After \(event): \(error)", at: site)
        }
    }

    /// Takes the transition of a skipped event.
    func passStep() {
        if let next = journal.takeTransition() { state = next }
    }

    /// Fails for entries that the test has not stated so far.
    ///
    /// - Parameters:
    ///   - step: The next step, in words.
    ///   - upToEvent: Whether that step states an event that has already happened.
    func requireNothingUnstated(before step: String, upToEvent: Bool = false, at site: CallSite) {
        let unstated = upToEvent ? journal.takeUntilEvent() : journal.takeAll()
        for case .transition(_, _, to: let next) in unstated.map(\.occurrence) where !upToEvent { state = next }
        note(unstated, before: step, at: site)
    }

    /// Reports the entries that the test has skipped.
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

    /// The result of the run, as a sentence.
    var endingText: String {
        switch ending.result {
        case nil: ""
        case .success(let output): " The run has ended with the output \(sourceText(of: output))."
        case .failure(let error): " The run has ended with the error \(sentence(of: error))"
        }
    }

    /// Whether the machine is in the middle of an event: an action or a subject has not returned.
    private var isInterruptedInEvent: Bool { ending.result == nil && !isEndless && !proxy.mailbox.isAwaited }

    /// Whether any work is under way.
    var hasWork: Bool { !journal.live.isEmpty || isInterruptedInEvent }

    /// The work that is under way and cannot go on by itself, as a list.
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

            No task waits for a gate or a TestClock: the pending work waits for something outside of the test, such as \
            a real clock, a network or a detached task. Replace it by a stand-in.
            """ : ""
        return "\nPending:\n" + (effects + waits).joined(separator: "\n") + hint
    }

    /// Compares the state after a step with the test's change of the state before.
    func compare(_ before: T.State, _ after: T.State, _ change: ((inout T.State) throws -> Void)?) throws {
        // A test that is not exhaustive states a part of the state; all other changes are accepted.
        var expected = exhaustivity == .on ? before : after
        try change?(&expected)
        guard !areAlike(expected, after) else { return }
        let problem =
            change == nil
            ? "the state has changed, and the test states no change." : "the state is not the expected one."
        throw DescribedError(description: "\(problem)\n\n\(difference(from: expected, to: after))")
    }
}

/// How much of a run a test has to state.
public enum Exhaustivity: Hashable, Sendable {
    /// Everything: an unstated step is a failure.
    case on

    /// Only the steps that the test is about. Skipped steps can be shown as a warning.
    case off(showSkipped: Bool)

    /// Only the steps that the test is about; skipped steps are not shown.
    public static var off: Exhaustivity { .off(showSkipped: false) }
}
