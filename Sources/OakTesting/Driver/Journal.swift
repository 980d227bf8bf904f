import Oak
import OakGraph

/// Records the steps of a machine until the test has stated them.
final class Journal<State, Event, Output> {
    enum Entry {
        case event(Event, EventOrigin)
        case transition(to: State)
        /// Instead of a transition: the event was postponed.
        case postponed(Event)
        /// Instead of a transition: the event was unexpected.
        case unexpected(Event, child: [ChildID])
        case output(Output)
        case started(EffectSummary)
        /// An effect that cancels another one, whose cancellation has its own entry.
        case cancellation(EffectSummary)
        case cancelled(EffectSummary, CancellationReason)
        case overdue(EffectSummary)
        case rejected(Event, any Error)
    }

    /// An effect that has not ended.
    struct LiveEffect {
        let summary: EffectSummary
        var wasCancelled = false
    }

    /// The steps that were not stated yet.
    private(set) var entries: [Entry] = []
    private(set) var live: [LiveEffect] = []

    /// Takes everything up to, but not including, the next event.
    func takeUntilEvent() -> [Entry] {
        let end = entries.firstIndex { $0.isEvent } ?? entries.endIndex
        defer { entries.removeSubrange(..<end) }
        return Array(entries[..<end])
    }

    /// Takes the next entry if it is a transition; `nil` otherwise.
    func takeTransition() -> State? {
        guard case .transition(let state)? = entries.first else { return nil }
        entries.removeFirst()
        return state
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

    func observe(rejected event: Event, because error: any Error) { entries.append(.rejected(event, error)) }

    func takeAll() -> [Entry] {
        defer { entries = [] }
        return entries
    }
}

extension Journal: TransducerObserver {
    func observe<S, E, O>(_ occurrence: Occurrence<S, E, O>) {
        guard let occurrence = occurrence as? Occurrence<State, Event, Output> else { return }
        switch occurrence {
        case .runStarted, .runEnded: break
        case .eventTaken(let event, let origin): entries.append(.event(event, origin))
        case .transition(from: _, _, let state): entries.append(.transition(to: state))
        case .eventPostponed(let event): entries.append(.postponed(event))
        case .eventUnexpected(let event, let child): entries.append(.unexpected(event, child: child))
        case .output(let output): entries.append(.output(output))
        case .effectStarted(let summary) where summary.kind == .cancelTask && wasCancelled(summary.id):
            entries.append(.cancellation(summary))
        case .effectStarted(let summary):
            entries.append(.started(summary))
            // Effects that end at once have no number.
            if summary.number > 0 { live.append(LiveEffect(summary: summary)) }
        case .effectEnded(let summary, _): live.removeAll { $0.summary == summary }
        case .effectCancelled(let summary, let reason):
            // The entry of the cancelled effect is enough.
            if reason == .cancelTask { noteCancellation() }
            entries.append(.cancelled(summary, reason))
            for index in live.indices where live[index].summary == summary { live[index].wasCancelled = true }
        case .effectOverdue(let summary): entries.append(.overdue(summary))
        case .sendRejected(let event, let error): entries.append(.rejected(event, error))
        }
    }

    /// Whether the end of the machine has already cancelled the effect that its last transition cancels.
    private func wasCancelled(_ id: EffectID?) -> Bool {
        entries.reversed().prefix { !$0.isEvent }.contains { entry in
            guard case .cancelled(let summary, .machineEnded) = entry else { return false }
            return summary.id == id
        }
    }

    private func noteCancellation() {
        guard case .started(let summary)? = entries.last, summary.kind == .cancelTask else { return }
        entries[entries.endIndex - 1] = .cancellation(summary)
    }
}

extension Journal.Entry {
    var isEvent: Bool {
        if case .event = self { true } else { false }
    }

    /// Whether the entry need not be stated.
    ///
    /// That applies to an empty output, a cancellation described by the next entry, and an event that a cancelled
    /// operation has tried to send.
    var isVacuous: Bool {
        switch self {
        case .output(let output): saysNothing(output)
        case .cancellation: true
        // Rejecting later events is the purpose of cancelling an operation.
        case .rejected(_, let error): error is CancellationError
        case .event, .transition, .postponed, .unexpected, .started, .cancelled, .overdue: false
        }
    }

    /// Whether the entry is a reply to an event that made no transition.
    var isReply: Bool {
        switch self {
        case .postponed, .unexpected: true
        case .event, .transition, .output, .started, .cancellation, .cancelled, .overdue, .rejected: false
        }
    }
}

/// Whether an output is `Void`, `nil` or an empty array, the outputs of machines without a message.
///
/// An empty array in an optional is not among them: beside a `nil`, it is a message of its own.
private func saysNothing(_ output: Any) -> Bool {
    if output is Void { return true }
    let mirror = Mirror(reflecting: output)
    return (mirror.displayStyle == .optional || mirror.displayStyle == .collection) && mirror.children.isEmpty
}

extension Journal.Entry: CustomStringConvertible {
    /// The entry, and the call that states it.
    var description: String {
        switch self {
        case .event(let event, .external): "event \(sourceText(of: event))"
        case .event(let event, .action): "action event: receive(\(swiftSource(of: event)))"
        case .event(let event, .operation): "event of an operation: receive(\(swiftSource(of: event)))"
        case .transition(let state): "state \(sourceText(of: state))"
        case .postponed: "postponed: expectPostponed()"
        case .unexpected(_, let child):
            "unexpected: expectUnexpected("
                + (child.isEmpty ? "" : "in: \(child.map { swiftSource(of: $0) }.joined(separator: ", "))") + ")"
        case .output(let output): "output: expectOutput(\(swiftSource(of: output)))"
        case .started(let summary), .cancellation(let summary):
            "started: expectStarted(\(EffectDescription<Event>(summary)))"
        case .cancelled(let summary, let reason):
            "cancelled: expectCancelled(\(EffectDescription<Event>(summary)), because: .\(reason))"
        case .overdue(let summary): "overdue: expectOverdue(\(EffectDescription<Event>(summary)))"
        case .rejected(let event, let error): "rejected (\(error)): expectRejected(\(swiftSource(of: event)))"
        }
    }
}
