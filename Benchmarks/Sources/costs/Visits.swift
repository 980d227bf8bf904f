import Oak

/// A child that stays until it is removed, with nothing under way.
enum Visitor: Transducer {
    enum State { case present }
    enum Event: Sendable { case nod }

    static func update(_ state: inout State, event: Event) {}
}

/// Children one after another: each begins with one event and is removed by the next.
enum Visits: CompositeTransducer {
    struct State: Terminable {
        var left: Int
        var visitors: Children<Int, Visitor.State> = [:]
        var isTerminal: Bool { left == 0 }
    }

    enum Event: Sendable {
        case arrive
        case depart
        case visitor(Int, Visitor.Event)
    }

    static let visitors = children("visitor", Visitor.self, event: Event.visitor)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { visitors(state.visitors) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .arrive:
            state.visitors[state.left] = .present
            return .event(.depart)
        case .depart:
            state.visitors[state.left] = nil
            state.left -= 1
            return state.isTerminal ? nil : .event(.arrive)
        case .visitor(let id, let event):
            return visitors.step(&state.visitors, id, event).effect
        }
    }
}

/// A child that has an activity and ends with its answer.
enum Diner: EffectTransducer {
    enum State: Terminable {
        case eating
        case fed

        var isTerminal: Bool {
            switch self {
            case .eating: false
            case .fed: true
            }
        }
    }

    enum Event: Sendable { case finished }

    static let meal = Effect(id: "meal") { _, input in try input.send(.finished) }

    static func activities(in state: State) -> [Effect] {
        switch state {
        case .eating: [meal]
        case .fed: []
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        state = .fed
        return nil
    }
}

/// Children one after another: each begins when the one before has ended.
enum Meals: CompositeTransducer {
    struct State: Terminable {
        var left: Int
        var diners: Children<Int, Diner.State> = [:]
        var isTerminal: Bool { left == 0 }
    }

    enum Event: Sendable {
        case serve
        case diner(Int, Diner.Event)
    }

    static let diners = children("diner", Diner.self, event: Event.diner, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { diners(state.diners) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .serve:
            state.diners[state.left] = .eating
            return nil
        case .diner(let id, let event):
            let step = diners.step(&state.diners, id, event)
            switch step.outcome {
            case .running, .refused: return step.effect
            case .ended:
                state.diners[id] = nil
                state.left -= 1
                return state.isTerminal ? step.effect : .all(step.effect, .event(.serve))
            }
        }
    }
}
