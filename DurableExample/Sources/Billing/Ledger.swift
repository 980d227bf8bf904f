package import Commons
package import Oak
package import OakDurable

/// The sum of what all customers have paid. Its entries are made in the transactions of the subscriptions.
package enum Ledger: Transducer, DurableTransducer {
    package struct State: Codable, Hashable, Sendable, NonTerminal {
        package var income = Money(cents: 0)
        package var payments = 0
        package var suspensions = 0

        package init() {}
    }

    package enum Event: Codable, Hashable, Sendable { case paid(Money), suspended }

    package static let machineName = "ledger"

    /// The only ledger.
    package static let id: DurableID<Ledger> = "all"

    package static func update(_ state: inout State, event: Event) {
        switch event {
        case .paid(let price):
            state.income.cents += price.cents
            state.payments += 1
        case .suspended: state.suspensions += 1
        }
    }
}
