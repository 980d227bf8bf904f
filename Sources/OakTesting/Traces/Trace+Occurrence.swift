import Oak
import OakGraph

extension Trace.Entry {
    /// Describes an occurrence; `nil` for an output that is `Void`, which has no entry.
    init?<S, E, O>(
        _ occurrence: Occurrence<S, E, O>, state: (S) -> State, event: (E) -> Event, output: (O) -> Output?
    ) {
        switch occurrence {
        case .runStarted(let value): self = .runStarted(state(value))
        case .eventTaken(let value, let origin): self = .eventTaken(event(value), from: origin)
        case .transition(_, _, let value): self = .transition(to: state(value))
        case .eventPostponed: self = .eventPostponed
        case .eventUnexpected(_, let child): self = .eventUnexpected(child: child.map(\.description))
        case .output(let value):
            guard let value = output(value) else { return nil }
            self = .output(value)
        case .effectStarted(let effect): self = .effect(TracedEffect(effect), .started)
        case .effectEnded(let effect, let error):
            self = .effect(TracedEffect(effect), .ended(error: error.map { String(describing: $0) }))
        case .effectCancelled(let effect, let reason): self = .effect(TracedEffect(effect), .cancelled(reason))
        case .effectOverdue(let effect): self = .effect(TracedEffect(effect), .overdue)
        case .sendRejected(let value, let error):
            self = .sendRejected(event(value), error: String(describing: error))
        case .runEnded(.success(let value)): self = .runEnded(output(value))
        case .runEnded(.failure(let error)): self = .runFailed(error: String(describing: error))
        }
    }
}

extension TracedEffect {
    init(_ summary: EffectSummary) {
        self.init(
            kind: summary.kind, id: summary.id?.sourceText, number: summary.number, isActivity: summary.isActivity)
    }
}
