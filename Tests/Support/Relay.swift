import Oak

/// A machine that puts out each letter with one more stamp, and ends after the last one.
package enum Relay: Transducer {
    package struct Letter: Equatable, Sendable {
        package var text: String
        package var stamps: Int
        package var isLast: Bool

        package static let last = Letter(text: "last", isLast: true)

        package init(text: String, stamps: Int = 0, isLast: Bool = false) {
            (self.text, self.stamps, self.isLast) = (text, stamps, isLast)
        }
    }

    package struct State: Terminable {
        package var received: [String] = []
        package var isTerminal = false

        package init() {}
    }

    package typealias Event = Letter
    package typealias Output = Letter

    package static func update(_ state: inout State, event: Letter) -> Letter {
        state.received.append(event.text)
        state.isTerminal = event.isLast
        return Letter(text: event.text, stamps: event.stamps + 1, isLast: event.isLast)
    }
}
