import Commons
public import Oak
public import OakDurable

/// A subscription that is charged each period until its customer cancels it, or has not paid for too long.
///
/// ```
///   trial ──due──▶ charging ──charged──▶ active
///                  ▲  ▲  │ ◀────due─────────┘
///      due, payment│  │  │ declined
///            ┌─────┘  │  ▼
///         pastDue ◀───┼──┤
///                     │  ▼ for the third time
///             payment └─ suspended ──lapse──▶ ended
/// ```
///
/// The customer may cancel in each state. In `charging`, the gateway answers first, because nobody knows whether the
/// customer has paid before it does.
public enum Subscription: EffectTransducer, DurableTransducer {
    public enum State: Codable, Hashable, Sendable, Terminable {
        /// The customer need not pay yet.
        case trial(Plan)
        /// The gateway is asked until it answers, for days if need be.
        case charging(Invoice)
        /// The period is paid.
        case active(Invoice)
        /// The gateway has declined the charge, and is asked again after a pause.
        case pastDue(Invoice)
        /// The gateway has declined the charge too often; the customer has to ask for the next one.
        case suspended(Invoice)
        /// The subscription is over.
        case ended(End, paidPeriods: Int)

        public var isTerminal: Bool {
            switch self {
            case .ended: true
            case .trial, .charging, .active, .pastDue, .suspended: false
            }
        }
    }

    /// The reason of an end.
    public enum End: String, Codable, Hashable, Sendable { case cancelled, lapsed }

    public enum Event: Codable, Hashable, Sendable {
        /// It is time for a charge.
        case due
        /// The gateway has answered.
        case gateway(GatewayAnswer)
        /// A request has not reached the gateway, and another one follows.
        case unreachable
        /// The customer wants to pay now, perhaps with another card.
        case pay
        /// The customer wants no more.
        case cancel
        /// The customer has not paid for too long.
        case lapse
    }

    public static let machineName = "subscription"

    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.trial(let plan), .due): state = .charging(Invoice(plan: plan))
        case (.trial, .cancel): state = .ended(.cancelled, paidPeriods: 0)

        case (.charging(var invoice), .gateway(.approved)):
            (invoice.declines, invoice.isUnreachable) = (0, false)
            state = .active(invoice)
            return enter(.paid(invoice.plan.price))
        case (.charging(var invoice), .gateway(.declined)):
            (invoice.declines, invoice.isUnreachable) = (invoice.declines + 1, false)
            state = invoice.isPatienceOver ? .suspended(invoice) : .pastDue(invoice)
            return invoice.declines == invoice.plan.patience ? enter(.suspended) : nil
        case (.charging(var invoice), .unreachable):
            invoice.isUnreachable = true
            state = .charging(invoice)
        case (.charging, .cancel): return .postpone
        case (.charging, .pay): break

        case (.active(let invoice), .due): state = .charging(invoice.next)
        case (.active(let invoice), .cancel): state = .ended(.cancelled, paidPeriods: invoice.period)
        case (.active, .pay): break

        case (.pastDue(let invoice), .due), (.pastDue(let invoice), .pay), (.suspended(let invoice), .pay):
            state = .charging(invoice)
        case (.pastDue(let invoice), .cancel), (.suspended(let invoice), .cancel):
            state = .ended(.cancelled, paidPeriods: invoice.period - 1)
        case (.suspended(let invoice), .lapse): state = .ended(.lapsed, paidPeriods: invoice.period - 1)

        case (.trial, _), (.charging, _), (.active, _), (.pastDue, _), (.suspended, _), (.ended, _):
            return .unexpected
        }
        return nil
    }

    /// Makes an entry in the ledger, which begins with its first one.
    private static func enter(_ entry: Ledger.Event) -> Effect? {
        .all(
            .start(Ledger.self, id: Ledger.id, initialState: Ledger.State()),
            .send(entry, to: Ledger.id))
    }
}
