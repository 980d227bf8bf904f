import Oak
import OakGraph
import OakText

/// Records the steps of a machine until the test has stated them.
final class Journal<State, Event, Output>: TransducerObserver {
    struct Entry: CustomStringConvertible {
        let occurrence: Occurrence<State, Event, Output>
        /// Whether it starts a cancellation, and another entry names the effect that this cancels.
        var isAnswered = false

        /// The entry, and the call that states it.
        var description: String {
            switch occurrence {
            case .eventTaken(let event, .external): "event \(sourceText(of: event))"
            case .eventTaken(let event, .action): "action event: receive(\(swiftSource(of: event)))"
            case .eventTaken(let event, .operation): "event of an operation: receive(\(swiftSource(of: event)))"
            case .transition(_, _, to: let state): "state \(sourceText(of: state))"
            case .eventPostponed: "postponed: expectPostponed()"
            case .eventUnexpected(_, let child):
                "unexpected: expectUnexpected("
                    + (child.isEmpty ? "" : "in: \(child.map { swiftSource(of: $0) }.joined(separator: ", "))") + ")"
            case .output(let output): "output: expectOutput(\(swiftSource(of: output)))"
            case .effectStarted(let summary): "started: expectStarted(\(EffectDescription<Event>(summary)))"
            case .effectCancelled(let summary, let reason):
                "cancelled: expectCancelled(\(EffectDescription<Event>(summary)), because: .\(reason))"
            case .effectOverdue(let summary): "overdue: expectOverdue(\(EffectDescription<Event>(summary)))"
            case .sendRejected(let event, let error): "rejected (\(error)): expectRejected(\(swiftSource(of: event)))"
            case .runStarted, .runEnded, .effectEnded: ""
            }
        }

        var isEvent: Bool {
            if case .eventTaken = occurrence { true } else { false }
        }

        /// Whether the entry need not be stated.
        ///
        /// That applies to an empty output, a cancellation described by the next entry, and an event that a cancelled
        /// operation has tried to send.
        var isVacuous: Bool {
            switch occurrence {
            case .output(let output): saysNothing(output)
            // Rejecting later events is the purpose of cancelling an operation.
            case .sendRejected(_, let error): error is CancellationError
            default: isAnswered
            }
        }
    }

    /// The steps that were not stated yet.
    private(set) var entries: [Entry] = []
    /// The rules that the machine has broken in a run that goes on; the tester takes and reports them.
    var breaches: [TransducerError] = []
    /// The effects that have not ended.
    private(set) var live: [(summary: EffectSummary, wasCancelled: Bool)] = []

    /// Takes everything up to, but not including, the next event.
    func takeUntilEvent() -> [Entry] {
        let end = entries.firstIndex { $0.isEvent } ?? entries.endIndex
        defer { entries.removeSubrange(..<end) }
        return Array(entries[..<end])
    }

    func takeFirst() -> Entry? { entries.isEmpty ? nil : entries.removeFirst() }

    /// Takes the first matching entry before the next event.
    func take<Value>(_ value: (Entry) -> Value?) -> Value? {
        for (index, entry) in entries.enumerated() {
            if entry.isEvent { return nil }
            if let value = value(entry) {
                entries.remove(at: index)
                return value
            }
        }
        return nil
    }

    /// Takes the transition of the event just taken.
    func takeTransition() -> State? {
        take { if case .transition(_, _, to: let state) = $0.occurrence { state } else { nil } }
    }

    func takeAll() -> [Entry] {
        defer { entries = [] }
        return entries
    }

    func observe<S, E, O>(_ occurrence: Occurrence<S, E, O>) {
        guard let occurrence = occurrence as? Occurrence<State, Event, Output> else { return }
        var isAnswered = false
        switch occurrence {
        case .runStarted, .runEnded: return
        case .sendRejected(_, let error as TransducerError) where error.isBreach: return breaches.append(error)
        case .effectStarted(let summary):
            isAnswered = summary.kind == .cancelTask && wasCancelled(summary.id)
            // Effects that end at once have no number.
            if summary.number > 0 { live.append((summary, wasCancelled: false)) }
        case .effectEnded(let summary, _): return live.removeAll { $0.summary == summary }
        case .effectCancelled(let summary, let reason):
            if reason == .cancelTask, case .effectStarted(let last)? = entries.last?.occurrence {
                entries[entries.endIndex - 1].isAnswered = last.kind == .cancelTask
            }
            for index in live.indices where live[index].summary == summary { live[index].wasCancelled = true }
        case .eventTaken, .transition, .eventPostponed, .eventUnexpected, .output, .effectOverdue, .sendRejected: break
        }
        entries.append(Entry(occurrence: occurrence, isAnswered: isAnswered))
    }

    /// Whether the end of the machine has already cancelled the effect that its last transition cancels.
    private func wasCancelled(_ id: EffectID?) -> Bool {
        entries.reversed().prefix { !$0.isEvent }.contains { entry in
            guard case .effectCancelled(let summary, .machineEnded) = entry.occurrence else { return false }
            return summary.id == id
        }
    }
}
