package import Oak

/// Records the start, the cancellation and the end of effects, by child, and by identity or kind.
package struct EffectRecorder: Sendable {
    private let lines = Recorder<String>()

    package var entries: [String] { lines.values }

    package var observer: ScriptObserver { ScriptObserver { note($0) } }

    package init() {}

    package func note<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        switch occurrence {
        case .effectStarted(let effect) where effect.number > 0: lines.record("\(name(of: effect)) started")
        case .effectCancelled(let effect, let reason): lines.record("\(name(of: effect)) \(reason)")
        case .effectEnded(let effect, nil): lines.record("\(name(of: effect)) ended")
        case .effectEnded(let effect, let error?):
            lines.record("\(name(of: effect)) failed: \((error as? Failure)?.name ?? "\(error)")")
        case .runStarted, .eventTaken, .eventPostponed, .eventUnexpected, .transition, .output, .effectStarted,
            .effectOverdue, .sendRejected, .runEnded:
            break
        }
    }

    private func name(of effect: EffectSummary) -> String {
        let child = effect.child.map(\.description).joined(separator: "/")
        let id = effect.id.map { "\($0.withoutChild)" } ?? "\(effect.kind)"
        return child.isEmpty ? id : "\(child): \(id)"
    }

    /// The entries about one effect.
    package func entries(of name: String) -> [String] {
        entries.filter { $0.hasPrefix("\(name) ") }.map { String($0.dropFirst(name.count + 1)) }
    }
}
