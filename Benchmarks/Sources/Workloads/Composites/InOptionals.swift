import Oak

// A door three levels deep, each time in a property that may be empty.

enum Vestibule: CompositeTransducer {
    typealias Output = Int

    struct State: Sendable {
        var door: Door.State?
    }

    enum Event: Sendable {
        case tearDown
        case door(Door.Event)
    }

    static let door = child("door", Door.self, event: Event.door)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { door(state.door) }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch event {
        case .door(let event):
            let step = door.step(&state.door, event)
            return (step.effect, step.output ?? 0)
        case .tearDown:
            state.door = nil
            return (nil, 0)
        }
    }

    static func isTerminal(_ state: State) -> Bool { state.door.map(Door.isTerminal) ?? true }
}

enum Flat: CompositeTransducer {
    typealias Output = Int

    struct State: Sendable {
        var vestibule: Vestibule.State?
    }

    enum Event: Sendable {
        case tearDown
        case vestibule(Vestibule.Event)
    }

    static let vestibule = child("vestibule", Vestibule.self, event: Event.vestibule, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { vestibule(state.vestibule) }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch event {
        case .vestibule(let event):
            let step = vestibule.step(&state.vestibule, event)
            return (step.effect, step.output ?? 0)
        case .tearDown:
            state.vestibule = nil
            return (nil, 0)
        }
    }

    static func isTerminal(_ state: State) -> Bool { state.vestibule.map(Vestibule.isTerminal) ?? true }
}

enum Tower: CompositeTransducer {
    typealias Output = Int

    struct State: Sendable {
        var flat: Flat.State?
    }

    enum Event: Sendable {
        case tearDown
        case flat(Flat.Event)
    }

    static let flat = child("flat", Flat.self, event: Event.flat, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { flat(state.flat) }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch event {
        case .flat(let event):
            let step = flat.step(&state.flat, event)
            return (step.effect, step.output ?? 0)
        case .tearDown:
            state.flat = nil
            return (nil, 0)
        }
    }

    static func isTerminal(_ state: State) -> Bool { state.flat.map(Flat.isTerminal) ?? true }
}
