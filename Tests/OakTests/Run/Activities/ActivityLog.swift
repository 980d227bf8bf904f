import Oak
import TestSupport

/// Records the start and the end of activities, by identity, and of other effects in parentheses.
struct ActivityLog: Sendable {
    private let lines = Recorder<String>()

    /// The entries up to now.
    var entries: [String] { lines.values }

    func note(_ line: String) { lines.record(line) }

    func observer<T: ExecutableTransducer>(of machine: T.Type) -> MachineObserver<T> {
        // Ends of cancelled effects are not recorded.
        var cancelled: Set<Int> = []
        return MachineObserver(of: T.self) { occurrence in
            switch occurrence {
            case .effectStarted(let effect) where effect.number > 0: note("\(name(effect)) began")
            case .effectCancelled(let effect, let reason):
                cancelled.insert(effect.number)
                note("\(name(effect)) \(reason)")
            case .effectEnded(let effect, _) where effect.number > 0 && !cancelled.contains(effect.number):
                note("\(name(effect)) returned")
            case .output(let output as [String]): if let last = output.last { note("told \(last)") }
            case .runStarted, .eventTaken, .eventPostponed, .eventUnexpected, .transition, .output, .effectStarted,
                .effectEnded, .effectOverdue, .sendRejected, .runEnded:
                break
            }
        }
    }

    private func name(_ effect: EffectSummary) -> String {
        let name = effect.id.map { "\($0)" } ?? "\(effect.kind)"
        return effect.isActivity ? name : "(\(name))"
    }
}

extension ActivityLog {
    /// The entries about activities.
    var activities: [String] { entries.filter { !$0.hasPrefix("(") && !$0.hasPrefix("told") } }

    /// The number of equal entries.
    func count(_ entry: String) -> Int { entries.count { $0 == entry } }
}
