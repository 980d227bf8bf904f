import Oak

/// Leads a machine through events as a run would, and checks properties after each transition.
///
/// Action events of an effect are processed next, each with everything that follows from it before the one after it.
/// Functions are not called: no action and no operation starts. Postponed events are offered again as in a run.
struct Walk<T: ExecutableTransducer> {
    typealias Witness = (_ event: T.Event, _ isAction: Bool, _ state: T.State, _ reply: EffectKind?) -> Void

    /// The property that is broken, and why. The property is `nil` if the machine itself does something illegal.
    struct Violation: Error {
        var property: Int?
        var reason: String?
    }

    private(set) var state: T.State
    private let properties: [Property<T>]
    private let inspectsTransitions: Bool
    private let witness: Witness?
    private var pending = ActionStack<T>()

    /// The postponed events, created with the first one.
    private var postponed: Postponed<T.State, T.Event>?

    static var actionLimit: Int { 10_000 }

    /// Begins in a state, and checks it.
    init(from state: T.State, checking properties: [Property<T>], witness: Witness?) throws(Violation) {
        self.state = state
        self.properties = properties
        self.witness = witness
        inspectsTransitions = properties.contains { $0.allows != nil }
        try checkState()
    }

    /// Processes an event, the action events that follow from it, and postponed events that are then offered again.
    mutating func take(_ event: T.Event) throws(Violation) {
        try makeMacrostep(event)
        while !T.isTerminal(state), let postponed, postponed.endMacrostep(), let offered = postponed.takeDue() {
            try makeMacrostep(offered.event)
        }
    }

    /// Processes an event and the action events that follow from it.
    private mutating func makeMacrostep(_ event: T.Event) throws(Violation) {
        var (next, actions): (T.Event?, Int) = (event, 0)
        while let event = next {
            if actions > Self.actionLimit { throw Violation() }
            try makeStep(event, isAction: actions > 0)
            next = T.isTerminal(state) ? nil : pending.pop()
            actions += 1
        }
    }

    private mutating func makeStep(_ event: T.Event, isAction: Bool) throws(Violation) {
        let heed = postponed?.isHeeded ?? false
        let before = inspectsTransitions || heed ? state : nil
        let effect = T.step(&state, event: event).0
        let reply = effect.flatMap(\.replyKind)
        witness?(event, isAction, state, reply)
        try checkState()
        if let before {
            let broken = properties.firstIndex { !($0.allows?(before, event, state, effect) ?? true) }
            if let broken { throw Violation(property: broken) }
        }
        if let reply {
            if T.isTerminal(state) { throw Self.replyWithMore }
            guard reply == .postponement else { return }
            if isAction {
                throw Violation(
                    reason: "\(T.self) postpones an action event; only events of the mailbox can be postponed.")
            }
            postponed = postponed ?? Postponed()
            postponed?.append(event)
        } else if !T.isTerminal(state) {
            if heed, let before { postponed?.noteTransition(from: before, to: state) }
            if let effect, !pending.push(effect) { throw Self.replyWithMore }
        }
    }

    private func checkState() throws(Violation) {
        if let broken = properties.firstIndex(where: { !$0.holds(state) }) { throw Violation(property: broken) }
    }

    private static var replyWithMore: Violation {
        Violation(
            reason: "\(T.self) answers postpone or unexpected together with another effect, or with a terminal state.")
    }
}

extension TransducerEffect {
    /// Its reply to the event, if it is only a reply.
    var replyKind: EffectKind? {
        kind == .postponement || kind == .unexpected ? kind : nil
    }
}
