import Oak

/// A machine in a case of another.
enum Flat: CompositeTransducer {
    enum State {
        case empty
        case taken(Chain.State)
    }

    enum Event: Sendable {
        case moveOut
        case chain(Chain.Event)
    }

    static let chain = child("chain", Chain.self, event: Event.chain, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state {
        case .taken: chain
        case .empty: nothing
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.taken(var inner), .chain(let event)):
            let step = chain.step(&inner, event)
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

/// The previous one in an optional.
enum Floor: CompositeTransducer {
    struct State {
        var flat: Flat.State?
    }

    enum Event: Sendable {
        case clear
        case flat(Flat.Event)
    }

    static let flat = child("flat", Flat.self, event: Event.flat, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { flat(state.flat) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .flat(let event): return flat.step(&state.flat, event).effect
        case .clear:
            state.flat = nil
            return nil
        }
    }

    static func isTerminal(_ state: State) -> Bool { state.flat.map(Flat.isTerminal) ?? true }
}

/// The previous one in a case again.
enum House: CompositeTransducer {
    enum State {
        case ruin
        case built(Floor.State)
    }

    enum Event: Sendable {
        case tearDown
        case floor(Floor.Event)
    }

    static let floor = child("floor", Floor.self, event: Event.floor, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state {
        case .built(let inner): floor(inner)
        case .ruin: nothing
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.built(var inner), .floor(let event)):
            let step = floor.step(&inner, event)
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

/// Machines with keys.
enum Crowd: CompositeTransducer {
    struct State: Terminable {
        var members = Children<Int, Chain.State>()
        var isTerminal = false
    }

    enum Event: Sendable {
        case leave(Int)
        case member(Int, Chain.Event)
    }

    static let member = children("member", Chain.self, event: Event.member, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { member(state.members) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .member(let id, let event):
            let step = member.step(&state.members, id, event)
            switch step.outcome {
            case .ended: state.isTerminal = true
            case .running, .refused: break
            }
            return step.effect
        case .leave(let id):
            state.members[id] = nil
            return nil
        }
    }
}
