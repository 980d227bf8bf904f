import Oak
import TestSupport

/// Records the occurrences of a ``PostponingMachine`` as text.
struct PostponementRecorder<State: PostponingState>: TransducerObserver, Sendable {
    private let lines = Recorder<String>()

    var entries: [String] { lines.values }

    func observe<S, E, O>(_ occurrence: Occurrence<S, E, O>) {
        guard let occurrence = occurrence as? Occurrence<State, PostponingMachine<State>.Event, String> else { return }
        switch occurrence {
        case .eventTaken(let event, let origin): lines.record("took \(event.name) from \(origin)")
        case .eventPostponed(let event): lines.record("postponed \(event.name)")
        case .eventUnexpected(let event, let child): lines.record("unexpected \(event.name) in \(child)")
        case .transition(let before, let event, let after):
            lines.record("\(before.mode) -\(event.name)-> \(after.mode)")
        case .output(let output): lines.record("output \(output)")
        case .sendRejected(let event, let error): lines.record("rejected \(event.name): \(error)")
        case .runEnded: lines.record("ended")
        case .runStarted, .effectStarted, .effectEnded, .effectCancelled, .effectOverdue: break
        }
    }
}
