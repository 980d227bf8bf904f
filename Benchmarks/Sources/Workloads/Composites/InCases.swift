import Oak

// A door three levels deep, each time in an enum case that can be left. There is nothing to do but to hand on its events.

enum Lobby: CompositeTransducer {
    typealias Output = Int

    enum State: Sendable {
        case empty
        case built(Door.State)
    }

    enum Event: Sendable {
        case tearDown
        case door(Door.Event)
    }

    static let door = Component<Self, Door>(
        "door", event: Event.door, extract: { if case .door(let event) = $0 { event } else { nil } })

    static func callRoll(_ roll: inout Roll<Self>, of state: inout State) {
        roll.call(door) { if case .built = state { true } else { false } }
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch (state, event) {
        case (.built(var inner), .door(let event)):
            let step = door.step(&inner, event: event)
            state = .built(inner)
            return (step.effect, step.output ?? 0)
        case (.built, .tearDown):
            state = .empty
            return (nil, 0)
        case (.empty, _):
            return (nil, 0)
        }
    }

    static func isTerminal(_ state: State) -> Bool {
        switch state {
        case .empty: true
        case .built(let inner): Door.isTerminal(inner)
        }
    }
}

enum House: CompositeTransducer {
    typealias Output = Int

    enum State: Sendable {
        case empty
        case built(Lobby.State)
    }

    enum Event: Sendable {
        case tearDown
        case lobby(Lobby.Event)
    }

    static let lobby = Component<Self, Lobby>(
        "lobby", event: Event.lobby, extract: { if case .lobby(let event) = $0 { event } else { nil } })

    static func callRoll(_ roll: inout Roll<Self>, of state: inout State) {
        roll.call(lobby) { if case .built = state { true } else { false } }
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch (state, event) {
        case (.built(var inner), .lobby(let event)):
            let step = lobby.step(&inner, event: event)
            state = .built(inner)
            return (step.effect, step.output ?? 0)
        case (.built, .tearDown):
            state = .empty
            return (nil, 0)
        case (.empty, _):
            return (nil, 0)
        }
    }

    static func isTerminal(_ state: State) -> Bool {
        switch state {
        case .empty: true
        case .built(let inner): Lobby.isTerminal(inner)
        }
    }
}

enum Street: CompositeTransducer {
    typealias Output = Int

    enum State: Sendable {
        case empty
        case built(House.State)
    }

    enum Event: Sendable {
        case tearDown
        case house(House.Event)
    }

    static let house = Component<Self, House>(
        "house", event: Event.house, extract: { if case .house(let event) = $0 { event } else { nil } })

    static func callRoll(_ roll: inout Roll<Self>, of state: inout State) {
        roll.call(house) { if case .built = state { true } else { false } }
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch (state, event) {
        case (.built(var inner), .house(let event)):
            let step = house.step(&inner, event: event)
            state = .built(inner)
            return (step.effect, step.output ?? 0)
        case (.built, .tearDown):
            state = .empty
            return (nil, 0)
        case (.empty, _):
            return (nil, 0)
        }
    }

    static func isTerminal(_ state: State) -> Bool {
        switch state {
        case .empty: true
        case .built(let inner): House.isTerminal(inner)
        }
    }
}
