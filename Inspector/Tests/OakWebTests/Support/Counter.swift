import Oak

/// Counts up and down.
enum Counter: Transducer {
    struct State: NonTerminal, Sendable { var value = 0 }
    enum Event: Sendable { case increment, decrement }

    static func update(_ state: inout State, event: Event) {
        switch event {
        case .increment: state.value += 1
        case .decrement: state.value -= 1
        }
    }
}
