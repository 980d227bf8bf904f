public import Oak

/// Leads a machine through events, as a run would, and checks properties after each transition.
///
/// Action events that an effect names are processed next, the first with all it leads to before the second. What functions do
/// is not known here: no action is called and no operation is started.
@usableFromInline
struct Walk<T: ExecutableTransducer> {
    @usableFromInline typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>
    @usableFromInline typealias Witness = (_ event: T.Event, _ isAction: Bool, _ state: T.State) -> Void

    @usableFromInline enum Verdict {
        case goesOn
        case ended
        case failed(Violation)
    }

    /// What is wrong, and with which property; with none if the machine never finishes an event.
    @usableFromInline struct Violation {
        @usableFromInline let property: Int?
        @usableFromInline let reason: String?

        @inlinable
        init(property: Int?, reason: String?) { (self.property, self.reason) = (property, reason) }
    }

    @usableFromInline var state: T.State
    @usableFromInline let checks: Checks<T>
    @usableFromInline let witness: Witness?
    @usableFromInline var histories: [(T.Event, Effect?) -> String?]
    /// Action events, the next one last.
    @usableFromInline var pending: [T.Event] = []

    @usableFromInline static var actionLimit: Int { 10_000 }

    @inlinable
    init(from state: T.State, checks: Checks<T>, witness: Witness? = nil) {
        self.state = state
        self.checks = checks
        self.witness = witness
        histories = checks.histories.map { $0.begin() }
    }

    /// What is wrong with the first state.
    @inlinable
    var initialVerdict: Verdict {
        if let violation = checks.violation(in: state) { return .failed(violation) }
        return T.isTerminal(state) ? .ended : .goesOn
    }

    /// Processes an event and the action events that follow from it.
    @inlinable
    mutating func take(_ event: T.Event) -> Verdict {
        var event = event
        var actions = 0
        while true {
            let before = checks.transitions.isEmpty ? nil : state
            let effect = T.step(&state, event: event).0
            if let witness { witness(event, actions > 0, state) }
            if let violation = violation(before: before, event, effect) { return .failed(violation) }
            if T.isTerminal(state) { return .ended }
            if let effect { push(effect) }
            guard let action = pending.popLast() else { return .goesOn }
            actions += 1
            if actions > Self.actionLimit { return .failed(Violation(property: nil, reason: nil)) }
            event = action
        }
    }

    @inlinable
    func violation(before: T.State?, _ event: T.Event, _ effect: Effect?) -> Violation? {
        if let violation = checks.violation(in: state) { return violation }
        if let before {
            for (index, condition) in checks.transitions where !condition(before, event, state, effect) {
                return Violation(property: index, reason: nil)
            }
        }
        for index in histories.indices {
            if let reason = histories[index](event, effect) {
                return Violation(property: checks.histories[index].index, reason: reason)
            }
        }
        return nil
    }

    /// Puts the action events of an effect on the stack.
    @inlinable
    mutating func push(_ effect: Effect) {
        switch effect.kind {
        case .events: effect.pushEvents(onto: &pending)
        case .combination, .list: for child in effect.children.reversed() { push(child) }
        case .sequence:
            // Steps behind an operation do not belong to this macrostep.
            let children = effect.children
            let last = children.firstIndex(where: \.hasOperation) ?? children.endIndex - 1
            for child in children.prefix(through: last).reversed() { push(child) }
        case .action, .isolatedAction, .operation, .isolatedOperation, .cancelTask, .departure, .rejection: break
        }
    }
}

extension TransducerEffect {
    /// Whether it can outlast the macrostep.
    @usableFromInline var hasOperation: Bool {
        switch kind {
        case .operation, .isolatedOperation: true
        case .sequence, .combination, .list: children.contains(where: \.hasOperation)
        case .events, .action, .isolatedAction, .cancelTask, .departure, .rejection: false
        }
    }
}

/// Properties, sorted by what they look at; each with its place among all of them.
@usableFromInline
struct Checks<T: ExecutableTransducer> {
    @usableFromInline typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>

    @usableFromInline var states: [(index: Int, (T.State) -> Bool)] = []
    @usableFromInline var transitions: [(index: Int, (T.State, T.Event, T.State, Effect?) -> Bool)] = []
    @usableFromInline var histories: [(index: Int, begin: () -> (T.Event, Effect?) -> String?)] = []
    @usableFromInline var futures: [(index: Int, (T.State) -> Detour<T>?)] = []

    @usableFromInline
    init(_ properties: [Property<T>]) {
        for (index, property) in properties.enumerated() {
            switch property.check {
            case .state(let condition): states.append((index, condition))
            case .transition(let condition): transitions.append((index, condition))
            case .history(let begin): histories.append((index, begin))
            case .future(let explore): futures.append((index, explore))
            }
        }
    }

    @inlinable
    func violation(in state: T.State) -> Walk<T>.Violation? {
        for (index, condition) in states where !condition(state) {
            return Walk<T>.Violation(property: index, reason: nil)
        }
        return nil
    }
}
