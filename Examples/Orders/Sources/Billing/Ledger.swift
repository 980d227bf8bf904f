public import Commons
public import Oak
public import OakDurable

/// The sum of what all customers have paid. Its entries are made in the transactions of the subscriptions.
public enum Ledger: Transducer, DurableTransducer {
    public struct State: Codable, Hashable, Sendable, NonTerminal {
        public var income = Money(cents: 0)
        public var payments = 0
        public var suspensions = 0

        public init() {}
    }

    public enum Event: Codable, Hashable, Sendable { case paid(Money), suspended }

    public static let machineName = "ledger"

    /// The only ledger.
    public static let id: DurableID<Ledger> = "all"

    public static func update(_ state: inout State, event: Event) {
        switch event {
        case .paid(let price):
            state.income.cents += price.cents
            state.payments += 1
        case .suspended: state.suspensions += 1
        }
    }
}
