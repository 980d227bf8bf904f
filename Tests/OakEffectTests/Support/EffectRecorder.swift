import Oak
import TestSupport

/// Records the start, the cancellation and the end of the effects of a ``Script``, by identity or kind.
struct EffectRecorder: Sendable {
    private let lines = Recorder<String>()

    var entries: [String] { lines.values }

    var observer: ScriptObserver {
        ScriptObserver { occurrence in
            switch occurrence {
            case .effectStarted(let effect) where effect.number > 0: lines.record("\(name(effect)) started")
            case .effectCancelled(let effect, let reason): lines.record("\(name(effect)) \(reason)")
            case .effectEnded(let effect, nil): lines.record("\(name(effect)) ended")
            case .effectEnded(let effect, let error?):
                lines.record("\(name(effect)) failed: \((error as? Failure)?.name ?? "\(error)")")
            case .runStarted, .eventTaken, .eventPostponed, .eventUnexpected, .transition, .output, .effectStarted,
                .effectOverdue, .sendRejected, .runEnded:
                break
            }
        }
    }

    private func name(_ effect: EffectSummary) -> String { effect.id.map { "\($0)" } ?? "\(effect.kind)" }

    /// The entries about one effect.
    func entries(of name: String) -> [String] {
        entries.filter { $0.hasPrefix("\(name) ") }.map { String($0.dropFirst(name.count + 1)) }
    }
}
