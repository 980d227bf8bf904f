import Oak

/// A visible consequence of an effect, without the functions of its parts.
enum EffectConsequence: Hashable {
    case begins(String, id: EffectID?, delay: String?)
    case cancels(EffectID?)
    case departs(child: String)
    case refuses(child: String)
    case misuse
    /// The parts follow each other.
    case inTurn([EffectConsequence])

    /// The consequences of an effect; action events have lines of their own.
    static func all<Event, Env, Input>(of effect: TransducerEffect<Event, Env, Input>) -> [EffectConsequence] {
        let child = effect.child.map { "\($0)" }.joined(separator: "/")
        switch effect.kind {
        case .events, .postponement, .unexpected: return []
        case .operation, .isolatedOperation:
            return [.begins("operation", id: effect.id, delay: PauseLength(of: effect).map { "\($0)" })]
        case .action, .isolatedAction:
            return [.begins("action", id: effect.id, delay: PauseLength(of: effect).map { "\($0)" })]
        case .cancelTask: return [.cancels(effect.id)]
        case .departure: return [.departs(child: child)]
        case .rejection: return [.refuses(child: child)]
        case .mistake: return [.misuse]
        case .combination, .list: return effect.parts.flatMap { all(of: $0) }
        case .sequence:
            let parts = effect.parts.flatMap { all(of: $0) }
            return parts.count > 1 ? [.inTurn(parts)] : parts
        }
    }
}

extension EffectConsequence: CustomStringConvertible {
    var description: String {
        switch self {
        case .begins(let kind, let id, let delay):
            (id.map { "begins \(kind) \(sourceText(of: $0))" } ?? "begins an \(kind)")
                + (delay.map { " after \($0)" } ?? "")
        case .cancels(let id): id.map { "cancels \(sourceText(of: $0))" } ?? "cancels nothing"
        case .departs(let child): "\(child) is no longer active"
        case .refuses(let child): child.isEmpty ? "a child refuses the event" : "\(child) refuses the event"
        case .misuse: "ends the run with an error"
        case .inTurn(let parts): parts.map(\.description).joined(separator: ", and then ")
        }
    }
}

/// The activities that a transition ends and begins, by identity.
struct ActivityChange {
    var ended: [EffectID] = []
    var begun: [EffectID] = []

    init<Machine: ExecutableTransducer>(
        of machine: Machine.Type, from before: Machine.State, to after: Machine.State
    ) {
        let (old, new) = (Self.activities(of: Machine.self, in: before), Self.activities(of: Machine.self, in: after))
        ended = old.filter { !new.contains($0) }
        begun = new.filter { !old.contains($0) }
    }

    static func activities<Machine: ExecutableTransducer>(
        of machine: Machine.Type, in state: Machine.State
    ) -> [EffectID] {
        guard Machine._mayHaveActivities, !Machine.isTerminal(state) else { return [] }
        return Machine.live(in: state).activities.compactMap(\.id)
    }
}
