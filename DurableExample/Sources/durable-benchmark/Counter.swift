import Oak
import OakDurable

/// A durable machine with a state of about a hundred bytes and transitions that do next to nothing.
enum Counter: Transducer, DurableTransducer {
    struct State: Codable, Sendable, NonTerminal {
        var count = 0
        var customer = "somebody who orders"
        var note = "kept with the count, so that the state has a length as usual"
    }
    enum Event: Codable, Sendable { case add(Int) }

    static let machineName = "counter"

    static func update(_ state: inout State, event: Event) {
        switch event {
        case .add(let number): state.count += number
        }
    }
}
