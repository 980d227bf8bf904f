import Oak
import OakDurable

/// A durable machine with a state of about a hundred bytes and transitions that do next to nothing.
package enum Counter: Transducer, DurableTransducer {
    package struct State: Codable, Sendable, NonTerminal {
        package var count = 0
        var customer = "somebody who orders"
        var note = "kept with the count, so that the state has a length as usual"

        package init() {}
    }
    package enum Event: Codable, Sendable { case add(Int) }

    package static let machineName = "counter"

    package static func update(_ state: inout State, event: Event) {
        switch event {
        case .add(let number): state.count += number
        }
    }
}
