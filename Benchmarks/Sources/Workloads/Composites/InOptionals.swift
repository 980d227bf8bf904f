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

    static let door = Component<Self, Door>(
        "door", event: Event.door, extract: { if case .door(let event) = $0 { event } else { nil } })

    static func callRoll(_ roll: inout Roll<Self>, of state: inout State) {
        roll.call(door) { state.door != nil }
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch event {
        case .door(let event):
            let step = door.step(&state.door, event: event)
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

    static let vestibule = Component<Self, Vestibule>(
        "vestibule", event: Event.vestibule, extract: { if case .vestibule(let event) = $0 { event } else { nil } })

    static func callRoll(_ roll: inout Roll<Self>, of state: inout State) {
        roll.call(vestibule) { state.vestibule != nil }
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch event {
        case .vestibule(let event):
            let step = vestibule.step(&state.vestibule, event: event)
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

    static let flat = Component<Self, Flat>(
        "flat", event: Event.flat, extract: { if case .flat(let event) = $0 { event } else { nil } })

    static func callRoll(_ roll: inout Roll<Self>, of state: inout State) {
        roll.call(flat) { state.flat != nil }
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch event {
        case .flat(let event):
            let step = flat.step(&state.flat, event: event)
            return (step.effect, step.output ?? 0)
        case .tearDown:
            state.flat = nil
            return (nil, 0)
        }
    }

    static func isTerminal(_ state: State) -> Bool { state.flat.map(Flat.isTerminal) ?? true }
}
