import Oak

/// A machine whose state and output are the value of the last event.
enum ValueProbe<Value: Sendable>: Transducer {
    struct State: Terminable {
        var value: Value
        var isTerminal = false
    }
    enum Event: Sendable { case value(Value), last(Value) }

    static func update(_ state: inout State, event: Event) -> Value {
        switch event {
        case .value(let value): state = State(value: value)
        case .last(let value): state = State(value: value, isTerminal: true)
        }
        return state.value
    }
}
