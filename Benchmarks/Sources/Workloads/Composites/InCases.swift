import Oak

// A door three levels deep, each time in an enum case that can be left. The composites only pass on its events.

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

    static let door = child("door", Door.self, event: Event.door)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state {
        case .built: door
        case .empty: nothing
        }
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch (state, event) {
        case (.built(var inner), .door(let event)):
            let step = door.step(&inner, event)
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

    static let lobby = child("lobby", Lobby.self, event: Event.lobby, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state {
        case .built(let inner): lobby(inner)
        case .empty: nothing
        }
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch (state, event) {
        case (.built(var inner), .lobby(let event)):
            let step = lobby.step(&inner, event)
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

    static let house = child("house", House.self, event: Event.house, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state {
        case .built(let inner): house(inner)
        case .empty: nothing
        }
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch (state, event) {
        case (.built(var inner), .house(let event)):
            let step = house.step(&inner, event)
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
