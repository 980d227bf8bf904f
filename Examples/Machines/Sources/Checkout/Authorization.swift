public import Oak
public import Parts

/// Asks the bank about a charge.
public typealias BankCall = ServiceCall<Charge, Verdict>

/// A charge for the bank to approve.
public struct Charge: Hashable, Sendable {
    /// Identifies one attempt to pay for an order; the bank never approves the same one twice.
    public struct Reference: Hashable, Sendable {
        /// The order.
        public let order: String
        /// The attempt, from 1.
        public let attempt: Int

        /// Creates a reference.
        ///
        /// - Parameters:
        ///   - order: The order.
        ///   - attempt: The attempt, from 1.
        public init(order: String, attempt: Int) {
            self.order = order
            self.attempt = attempt
        }
    }

    /// The attempt.
    public let reference: Reference
    /// The card.
    public let card: Card
    /// The amount.
    public let amount: Money
    /// The PIN, if the bank has asked for it.
    public var pin: String?
}

/// The bank's answer to a charge.
public enum Verdict: Equatable, Sendable {
    /// The amount is reserved.
    case approved(Approval)
    /// The bank asks for the PIN; this many tries are left.
    case pinNeeded(triesLeft: Int)
    /// The bank refuses.
    case declined(Problem)
}

/// An amount that a bank has reserved.
public struct Approval: Hashable, Sendable {
    /// The attempt for which it was reserved.
    public let reference: Charge.Reference
    /// The masked number of the card.
    public let card: String
    /// The amount.
    public let amount: Money

    /// Creates an approval.
    ///
    /// - Parameters:
    ///   - reference: The attempt for which it was reserved.
    ///   - card: The masked number of the card.
    ///   - amount: The amount.
    public init(_ reference: Charge.Reference, card: String, amount: Money) {
        self.reference = reference
        self.card = card
        self.amount = amount
    }
}

/// Gets a charge approved: asks the bank, and the user for the PIN if the bank requires it.
///
/// ```
///   asking ──approved──▶ approved
///    │  ▲ │
///    │  │ └──declined──▶ declined
///    ▼  │ pin
///   challenged
/// ```
public enum Authorization: CompositeTransducer {
    /// The current stage.
    public enum State: Terminable, Equatable, Sendable {
        /// The bank is asked.
        case asking(Charge, BankCall.State)
        /// The bank requires the PIN.
        case challenged(Charge, triesLeft: Int)
        /// The amount is reserved.
        case approved(Approval)
        /// The bank refuses.
        case declined(Problem)

        /// Creates the first state, in which the bank is asked.
        init(_ charge: Charge) { self = .asking(charge, .waiting(charge)) }

        public var isTerminal: Bool {
            switch self {
            case .approved, .declined: true
            case .asking, .challenged: false
            }
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// An event of the call to the bank.
        case bank(BankCall.Event)
        /// The user has typed the PIN.
        case pin(String)
    }

    /// The bank.
    public typealias Env = BankCall.Env

    static let bank = child("bank", BankCall.self, event: Event.bank, env: \.self, failure: .endsTheRun)

    public static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state {
        case .asking(_, let call): bank(call)
        case .challenged, .approved, .declined: nothing
        }
    }

    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.asking(let charge, var call), .bank(let event)):
            let step = bank.step(&call, event)
            switch call {
            case .answered(.approved(let approval)): state = .approved(approval)
            case .answered(.declined(let problem)): state = .declined(problem)
            case .answered(.pinNeeded(let triesLeft)): state = .challenged(charge, triesLeft: triesLeft)
            case .waiting, .failed: state = .asking(charge, call)
            }
            return step.effect
        case (.challenged(var charge, _), .pin(let pin)):
            charge.pin = pin
            state = State(charge)
            return nil
        case (.asking, _), (.challenged, _), (.approved, _), (.declined, _): return nil
        }
    }
}
