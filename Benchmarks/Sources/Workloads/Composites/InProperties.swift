import Oak

// A door three levels deep, each time in a property that stays.

enum Frame: EffectTransducer {
    typealias Output = Int

    struct State: Sendable {
        var door: Door.State
    }

    enum Event: Sendable {
        case ring
        case door(Door.Event)
    }

    static let door = Component<Self, Door>(
        "door", event: Event.door, extract: { if case .door(let event) = $0 { event } else { nil } })

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch event {
        case .door(let event):
            let step = door.step(&state.door, event: event)
            return (step.effect, step.output ?? 0)
        case .ring:
            return (nil, 0)
        }
    }

    static func isTerminal(_ state: State) -> Bool { Door.isTerminal(state.door) }
}

enum Wall: EffectTransducer {
    typealias Output = Int

    struct State: Sendable {
        var frame: Frame.State
    }

    enum Event: Sendable {
        case ring
        case frame(Frame.Event)
    }

    static let frame = Component<Self, Frame>(
        "frame", event: Event.frame, extract: { if case .frame(let event) = $0 { event } else { nil } })

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch event {
        case .frame(let event):
            let step = frame.step(&state.frame, event: event)
            return (step.effect, step.output ?? 0)
        case .ring:
            return (nil, 0)
        }
    }

    static func isTerminal(_ state: State) -> Bool { Frame.isTerminal(state.frame) }
}

enum Room: EffectTransducer {
    typealias Output = Int

    struct State: Sendable {
        var wall: Wall.State
    }

    enum Event: Sendable {
        case ring
        case wall(Wall.Event)
    }

    static let wall = Component<Self, Wall>(
        "wall", event: Event.wall, extract: { if case .wall(let event) = $0 { event } else { nil } })

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch event {
        case .wall(let event):
            let step = wall.step(&state.wall, event: event)
            return (step.effect, step.output ?? 0)
        case .ring:
            return (nil, 0)
        }
    }

    static func isTerminal(_ state: State) -> Bool { Wall.isTerminal(state.wall) }
}
