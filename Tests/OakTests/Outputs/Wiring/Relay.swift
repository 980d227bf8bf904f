import Oak
import OakTesting

/// A machine that puts out each letter with one more stamp, and ends after the last one.
enum Relay: Transducer {
    struct Letter: Equatable, Sendable {
        var text: String
        var stamps = 0
        var isLast = false

        static let last = Letter(text: "last", isLast: true)
    }

    struct State: Terminable {
        var received: [String] = []
        var isTerminal = false
    }

    typealias Event = Letter
    typealias Output = Letter

    static func update(_ state: inout State, event: Letter) -> Letter {
        state.received.append(event.text)
        state.isTerminal = event.isLast
        return Letter(text: event.text, stamps: event.stamps + 1, isLast: event.isLast)
    }
}

/// A relay whose senders wait for the macrostep.
enum SuspendingRelay: BaseTransducer, Transducer {
    typealias State = Relay.State
    typealias Event = Relay.Letter
    typealias Output = Relay.Letter
    typealias Proxy = SyncSuspendingProxy<Relay.Letter>

    static func update(_ state: inout State, event: Event) -> Output { Relay.update(&state, event: event) }
}
