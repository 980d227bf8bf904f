import Oak

/// Leads a machine through events as a run would, and checks properties after each transition.
///
/// Action events of an effect are processed next, each with everything that follows from it before the one after it.
/// Functions are not called: no action and no operation starts. Postponed events are offered again as in a run.
struct Walk<T: ExecutableTransducer> {
    typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>
    typealias Witness = (_ event: T.Event, _ isAction: Bool, _ state: T.State, _ reply: EffectKind?)
        -> Void

    enum Verdict {
        case goesOn
        case ended
        case failed(Violation)
    }

    /// The property that is broken, and why. The property is `nil` if the machine itself does something illegal.
    struct Violation {
        var property: Int?
        var reason: String?
    }

    var state: T.State
    let checks: Checks<T>
    var witness: Witness?
    var pending = ActionStack<T>()

    /// The postponed events, created with the first one.
    var postponed: Postponed<T.State, T.Event>?

    static var actionLimit: Int { 10_000 }

    /// The verdict on the first state.
    var initialVerdict: Verdict {
        if let violation = checks.violation(in: state) { return .failed(violation) }
        return T.isTerminal(state) ? .ended : .goesOn
    }

    /// Processes an event, the action events that follow from it, and postponed events that are then offered again.
    mutating func take(_ event: T.Event) -> Verdict {
        var verdict = makeMacrostep(event)
        while case .goesOn = verdict, let postponed, postponed.endMacrostep(), let offered = postponed.takeDue() {
            verdict = makeMacrostep(offered.event)
        }
        return verdict
    }

    /// Processes an event and the action events that follow from it.
    mutating func makeMacrostep(_ event: T.Event) -> Verdict {
        var event = event
        var actions = 0
        while true {
            let heed = postponed?.isHeeded ?? false
            let before = checks.transitions.isEmpty && !heed ? nil : state
            let effect = T.step(&state, event: event).0
            let reply = effect.flatMap(\.replyKind)
            if let witness { witness(event, actions > 0, state, reply) }
            if let violation = violation(before: before, event, effect) { return .failed(violation) }
            if let reply {
                if let violation = misuse(of: reply, isAction: actions > 0) { return .failed(violation) }
                if reply == .postponement { postpone(event) }
            } else {
                if T.isTerminal(state) { return .ended }
                if heed, let before { postponed?.noteTransition(from: before, to: state) }
                if let effect, !pending.push(effect) { return .failed(Violation(reason: Self.notAlone)) }
            }
            guard let action = pending.pop() else { return .goesOn }
            actions += 1
            if actions > Self.actionLimit { return .failed(Violation()) }
            event = action
        }
    }

    func violation(before: T.State?, _ event: T.Event, _ effect: Effect?) -> Violation? {
        if let violation = checks.violation(in: state) { return violation }
        if let before {
            for (index, condition) in checks.transitions where !condition(before, event, state, effect) {
                return Violation(property: index)
            }
        }
        return nil
    }

    mutating func postpone(_ event: T.Event) {
        let queue = postponed ?? Postponed()
        queue.append(event)
        postponed = queue
    }

    func misuse(of reply: EffectKind, isAction: Bool) -> Violation? {
        if T.isTerminal(state) { return Violation(reason: Self.notAlone) }
        guard reply == .postponement, isAction else { return nil }
        return Violation(reason: "\(T.self) postpones an action event; only events of the mailbox can be postponed.")
    }
    static var notAlone: String {
        "\(T.self) answers postpone or unexpected together with another effect, or with a terminal state."
    }
}

extension TransducerEffect {
    /// Its reply to the event, if it is only a reply.
    var replyKind: EffectKind? {
        kind == .postponement || kind == .unexpected ? kind : nil
    }
}

/// Properties grouped by what they inspect, each with its index among all of them.
struct Checks<T: ExecutableTransducer> {
    typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>

    var states: [(index: Int, (T.State) -> Bool)] = []
    var transitions: [(index: Int, (T.State, T.Event, T.State, Effect?) -> Bool)] = []

    init(_ properties: [Property<T>]) {
        for (index, property) in properties.enumerated() {
            switch property.check {
            case .state(let condition): states.append((index, condition))
            case .transition(let condition): transitions.append((index, condition))
            }
        }
    }

    func violation(in state: T.State) -> Walk<T>.Violation? {
        for (index, condition) in states where !condition(state) {
            return Walk<T>.Violation(property: index)
        }
        return nil
    }
}
