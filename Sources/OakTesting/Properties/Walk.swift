import Oak

/// The property that is broken, and why. The property is `nil` if the machine itself does something illegal.
struct BrokenProperty: Error {
    var property: Int?
    var reason: String?
}

/// Leads a machine through events as a run would, and checks properties after each transition.
///
/// Action events of an effect are processed next, each with everything that follows from it before the one after it.
/// Functions are not called: no action and no operation starts. Postponed events are offered again as in a run.
struct Walk<T: ExecutableTransducer> {
    typealias Witness = (_ event: T.Event, _ isAction: Bool, _ state: T.State, _ reply: EffectKind?) -> Void

    private let machine: Configuration<T>
    private let properties: [Property<T>]
    private let inspectsTransitions: Bool
    private let witness: Witness?

    static var actionLimit: Int { 10_000 }

    /// Begins in a state, and checks it.
    init(from state: T.State, checking properties: [Property<T>], witness: Witness?) throws(BrokenProperty) {
        machine = Configuration(state, actionLimit: Self.actionLimit, withActivities: false)
        self.properties = properties
        self.witness = witness
        inspectsTransitions = properties.contains { $0.allows != nil }
        try checkState()
    }

    var state: T.State { machine.state }

    /// Processes an event, the action events that follow from it, and postponed events that are then offered again.
    func take(_ event: T.Event) throws(BrokenProperty) {
        machine.take(event)
        var isAction = false
        var before = inspectsTransitions ? state : nil
        while true {
            let progress = machine.next()
            if let mistake = machine.takeDroppedEffect() { throw BrokenProperty(reason: "\(mistake)") }
            switch progress {
            case .transition(let effect, _): try check(effect, isAction, from: before)
            case .reply(let effect): try check(effect, isAction, from: before)
            case .ended(let effect, _): return try check(effect, isAction, from: before)
            case .call: machine.answer(nil)
            case .rest:
                guard machine.offerPostponed() else { return }
                isAction = false
                continue
            case .endless: throw BrokenProperty()
            case .failed(TransducerError.postponedAction):
                throw BrokenProperty(
                    reason: "\(T.self) postpones an action event; only events of the mailbox can be postponed.")
            case .failed(let error): throw BrokenProperty(reason: "\(error)")
            }
            isAction = true
            if inspectsTransitions { before = state }
        }
    }

    /// Checks a transition.
    private func check(_ effect: TransducerEffect<T.Event, T.Env, T.Input>?, _ isAction: Bool, from before: T.State?)
        throws(BrokenProperty)
    {
        guard let event = machine.event else { return }
        witness?(event, isAction, state, effect.flatMap(\.replyKind))
        try checkState()
        guard let before else { return }
        let broken = properties.firstIndex { !($0.allows?(before, event, state, effect) ?? true) }
        if let broken { throw BrokenProperty(property: broken) }
    }

    private func checkState() throws(BrokenProperty) {
        if let broken = properties.firstIndex(where: { !$0.holds(state) }) { throw BrokenProperty(property: broken) }
    }
}

extension TransducerEffect {
    /// Its reply to the event, if it is only a reply.
    var replyKind: EffectKind? {
        kind == .postponement || kind == .unexpected ? kind : nil
    }
}
