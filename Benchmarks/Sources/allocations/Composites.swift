import Oak

/// A machine that is in a case of another.
enum Flat: CompositeTransducer {
    enum State {
        case empty
        case taken(Chain.State)
    }

    enum Event: Sendable {
        case moveOut
        case chain(Chain.Event)
    }

    static let chain = Component<Self, Chain>(
        "chain", event: Event.chain, extract: { if case .chain(let event) = $0 { event } else { nil } })

    static func callRoll(_ roll: inout Roll<Self>, of state: inout State) {
        roll.call(chain) { if case .taken = state { true } else { false } }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.taken(var inner), .chain(let event)):
            let step = chain.step(&inner, event: event)
            state = .taken(inner)
            return step.effect
        case (.taken, .moveOut):
            state = .empty
            return nil
        case (.empty, _):
            return nil
        }
    }

    static func isTerminal(_ state: State) -> Bool {
        switch state {
        case .empty: true
        case .taken(let inner): inner.isTerminal
        }
    }
}

/// That one in an optional.
enum Floor: CompositeTransducer {
    struct State {
        var flat: Flat.State?
    }

    enum Event: Sendable {
        case clear
        case flat(Flat.Event)
    }

    static let flat = Component<Self, Flat>(
        "flat", event: Event.flat, extract: { if case .flat(let event) = $0 { event } else { nil } })

    static func callRoll(_ roll: inout Roll<Self>, of state: inout State) {
        roll.call(flat) { state.flat != nil }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .flat(let event): return flat.step(&state.flat, event: event).effect
        case .clear:
            state.flat = nil
            return nil
        }
    }

    static func isTerminal(_ state: State) -> Bool { state.flat.map(Flat.isTerminal) ?? true }
}

/// And that one in a case again.
enum House: CompositeTransducer {
    enum State {
        case ruin
        case built(Floor.State)
    }

    enum Event: Sendable {
        case tearDown
        case floor(Floor.Event)
    }

    static let floor = Component<Self, Floor>(
        "floor", event: Event.floor, extract: { if case .floor(let event) = $0 { event } else { nil } })

    static func callRoll(_ roll: inout Roll<Self>, of state: inout State) {
        roll.call(floor) { if case .built = state { true } else { false } }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.built(var inner), .floor(let event)):
            let step = floor.step(&inner, event: event)
            state = .built(inner)
            return step.effect
        case (.built, .tearDown):
            state = .ruin
            return nil
        case (.ruin, _):
            return nil
        }
    }

    static func isTerminal(_ state: State) -> Bool {
        switch state {
        case .ruin: true
        case .built(let inner): Floor.isTerminal(inner)
        }
    }
}

/// Machines that have keys.
enum Crowd: CompositeTransducer {
    struct State: Terminable {
        var members = Children<Int, Chain.State>()
        var isTerminal = false
    }

    enum Event: Sendable {
        case leave(Int)
        case member(Int, Chain.Event)
    }

    static let member = ComponentCollection<Self, Int, Chain>(
        "member", event: Event.member, extract: { if case .member(let id, let event) = $0 { (id, event) } else { nil } }
    )

    static func callRoll(_ roll: inout Roll<Self>, of state: inout State) {
        roll.call(member, in: &state.members)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .member(let id, let event):
            let step = member.step(&state.members, id, event: event)
            state.isTerminal = step.ending != nil
            return step.effect
        case .leave(let id):
            state.members.remove(id)
            return nil
        }
    }
}
