// Declarations that samples in documentation comments assume.

import Oak
import OakDurable

enum Order: Transducer, DurableTransducer {
    enum State: Codable, Sendable { case open, paying(cents: Int), paid }
    enum Event: Codable, Sendable { case pay(cents: Int), tooLate }

    static let machineName = "order"

    static func update(_ state: inout State, event: Event) {
        if case .pay(let cents) = event { state = .paying(cents: cents) }
    }
}
