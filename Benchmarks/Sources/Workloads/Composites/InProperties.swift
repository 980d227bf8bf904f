import Oak

// A door three levels deep, each time in a property that stays.

enum Frame: CompositeTransducer {
    typealias Output = Int

    struct State: Sendable {
        var door: Door.State
    }

    enum Event: Sendable {
        case ring
        case door(Door.Event)
    }

    static let door = child("door", Door.self, event: Event.door)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { door }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch event {
        case .door(let event):
            let step = door.step(&state.door, event)
            return (step.effect, step.output ?? 0)
        case .ring:
            return (nil, 0)
        }
    }

    static func isTerminal(_ state: State) -> Bool { Door.isTerminal(state.door) }
}

enum Wall: CompositeTransducer {
    typealias Output = Int

    struct State: Sendable {
        var frame: Frame.State
    }

    enum Event: Sendable {
        case ring
        case frame(Frame.Event)
    }

    static let frame = child("frame", Frame.self, event: Event.frame, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { frame(state.frame) }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch event {
        case .frame(let event):
            let step = frame.step(&state.frame, event)
            return (step.effect, step.output ?? 0)
        case .ring:
            return (nil, 0)
        }
    }

    static func isTerminal(_ state: State) -> Bool { Frame.isTerminal(state.frame) }
}

enum Room: CompositeTransducer {
    typealias Output = Int

    struct State: Sendable {
        var wall: Wall.State
    }

    enum Event: Sendable {
        case ring
        case wall(Wall.Event)
    }

    static let wall = child("wall", Wall.self, event: Event.wall, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { wall(state.wall) }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch event {
        case .wall(let event):
            let step = wall.step(&state.wall, event)
            return (step.effect, step.output ?? 0)
        case .ring:
            return (nil, 0)
        }
    }

    static func isTerminal(_ state: State) -> Bool { Wall.isTerminal(state.wall) }
}
