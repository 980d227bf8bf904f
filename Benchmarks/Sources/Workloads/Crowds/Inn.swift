import Oak

/// Guests that come, stay and go.
enum Inn: CompositeTransducer {
    /// A child that stays until it is removed, or has had its meal.
    enum Guest: EffectTransducer {
        enum State: Terminable {
            case present(events: Int)
            case departed

            var isTerminal: Bool {
                switch self {
                case .present: false
                case .departed: true
                }
            }
        }

        enum Event: Sendable {
            case settle(Assembly)
            case eat
            case nod
            case fed
        }

        static let meal = Effect(id: "meal") { _, input in try input.send(.fed) }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.present, .settle(let assembly)):
                return Effect(id: "stay") { _, _ in await assembly.stay() }
            case (.present, .eat):
                return meal
            case (.present(let count), .nod):
                state = .present(events: count + 1)
                return nil
            case (.present, .fed):
                state = .departed
                return nil
            case (.departed, _):
                return nil
            }
        }
    }

    struct State: Terminable {
        var guests: Children<Int, Guest.State> = [:]
        /// The number of guests that still have to end by themselves before the machine ends.
        var missing = Int.max
        var isTerminal = false

        /// An inn with a number of guests.
        static func full(_ count: Int) -> State {
            State(guests: Children(uniqueKeysWithValues: (0..<count).map { ($0, .present(events: 0)) }))
        }
    }

    enum Event: Sendable {
        case guest(Int, Guest.Event)
        case welcome(Int, Guest.Event)
        case everyone(Guest.Event)
        case sendAway(Int)
        case sendAllAway
        case close
    }

    static let guests = children("guest", Guest.self, event: Event.guest, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { guests(state.guests) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .guest(let id, let event):
            let step = guests.step(&state.guests, id, event)
            switch step.outcome {
            case .running, .refused: break
            case .ended:
                state.guests[id] = nil
                state.missing -= 1
                state.isTerminal = state.missing == 0
            }
            return step.effect
        case .welcome(let id, let event):
            state.guests[id] = .present(events: 0)
            return guests.step(&state.guests, id, event).effect
        case .everyone(let event):
            return guests.broadcast(&state.guests, event).effect
        case .sendAway(let id):
            state.guests[id] = nil
            return nil
        case .sendAllAway:
            state.guests.removeAll()
            return nil
        case .close:
            state.isTerminal = true
            return nil
        }
    }
}
