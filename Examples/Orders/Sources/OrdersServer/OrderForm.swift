import Oak
import OakDurable

/// The contents of an order as its customer has sent them, kept beside the order.
///
/// An order forgets them on its way. They tell a repeated request from another order under the same id. A machine that
/// begins in a terminal state is a record that is written once and never changes.
enum OrderForm: Transducer, DurableTransducer {
    struct State: Codable, Hashable, Sendable, Terminable {
        let articles: [String]

        var isTerminal: Bool { true }
    }

    typealias Event = Never

    static let machineName = "order-form"

    static func update(_ state: inout State, event: Never) {}
}
