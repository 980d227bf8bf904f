public import Oak
public import Parts

/// Asks the bank about a charge.
public typealias BankCall = ServiceCall<Charge, Verdict>

/// A charge that the bank is to approve.
public struct Charge: Hashable, Sendable {
    /// Tells one attempt to pay for an order from every other; the bank never approves the same one twice.
    public struct Reference: Hashable, Sendable, CustomStringConvertible {
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

        public var description: String { "\(order)/\(attempt)" }
    }

    /// The attempt.
    public let reference: Reference
    /// The card.
    public let card: Card
    /// The amount.
    public let amount: Money
    /// The PIN, if the bank has asked for it.
    public var pin: String?

    /// Creates a charge.
    ///
    /// - Parameters:
    ///   - reference: The attempt.
    ///   - card: The card.
    ///   - amount: The amount.
    ///   - pin: The PIN, if the bank has asked for it.
    public init(_ reference: Reference, card: Card, amount: Money, pin: String? = nil) {
        self.reference = reference
        self.card = card
        self.amount = amount
        self.pin = pin
    }
}

/// What the bank says about a charge.
public enum Verdict: Equatable, Sendable {
    /// The amount is reserved.
    case approved(Approval)
    /// The bank wants to know the PIN; so many more times it may be wrong.
    case pinNeeded(triesLeft: Int)
    /// The bank refuses.
    case declined(Problem)
}

/// An amount that a bank has reserved.
public struct Approval: Hashable, Sendable {
    /// What it was reserved for.
    public let reference: Charge.Reference
    /// The card, as far as it may be shown.
    public let card: String
    /// The amount.
    public let amount: Money

    /// Creates an approval.
    ///
    /// - Parameters:
    ///   - reference: What it was reserved for.
    ///   - card: The card, as far as it may be shown.
    ///   - amount: The amount.
    public init(_ reference: Charge.Reference, card: String, amount: Money) {
        self.reference = reference
        self.card = card
        self.amount = amount
    }
}

/// Has a charge approved: asks the bank, and the user for the PIN if the bank wants it.
///
/// ```
///   asking ──approved──▶ approved
///    │  ▲ │
///    │  │ └──declined──▶ declined
///    ▼  │ pin
///   challenged
/// ```
public enum Authorization: CompositeTransducer {
    /// How far it has come.
    public enum State: Terminable, Equatable, Sendable {
        /// The bank is asked.
        case asking(Charge, BankCall.State)
        /// The bank wants to know the PIN.
        case challenged(Charge, triesLeft: Int)
        /// The amount is reserved.
        case approved(Approval)
        /// The bank refuses.
        case declined(Problem)

        /// Creates the first state, in which the bank is asked.
        ///
        /// - Parameter charge: What is to be approved.
        public init(_ charge: Charge) { self = .asking(charge, .waiting(charge)) }

        public var isTerminal: Bool {
            switch self {
            case .approved, .declined: true
            case .asking, .challenged: false
            }
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// Something happens in the conversation with the bank.
        case bank(BankCall.Event)
        /// The user has typed the PIN.
        case pin(String)
    }

    /// The bank.
    public typealias Env = BankCall.Env

    static let bank = child("bank", BankCall.self, event: Event.bank, env: \.self)

    public static func activeChildren(in state: State) -> Active<Self> {
        switch state {
        case .asking(_, let call): bank(call)
        case .challenged, .approved, .declined: nothing
        }
    }

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: What the call of the bank has to do.
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
        case (.asking, .pin), (.challenged, .bank), (.approved, .bank), (.approved, .pin), (.declined, .bank),
            (.declined, .pin):
            return nil
        }
    }
}
