import Parts

/// A bank with a few cards, which reserves amounts on them.
///
/// It follows simple rules: a card has a limit, expires, and needs its PIN above a certain amount; three wrong PINs
/// block it.
public actor Bank {
    /// A card in the bank's records.
    public struct Account: Sendable {
        /// The number of the card.
        public let number: String
        /// The last month in which it is valid.
        public let expiry: Month
        /// The largest total that can be reserved on it.
        public let limit: Money
        /// Its PIN.
        public let pin: String
        var wrongPINs = 0

        /// Creates an account.
        ///
        /// - Parameters:
        ///   - number: The number of the card.
        ///   - expiry: The last month in which it is valid.
        ///   - limit: The largest total that can be reserved on it.
        ///   - pin: Its PIN.
        public init(number: String, expiry: Month, limit: Money, pin: String) {
            self.number = number
            self.expiry = expiry
            self.limit = limit
            self.pin = pin
        }
    }

    /// The amount above which the PIN is needed.
    public static let pinThreshold = Money(cents: 5000)
    /// The number of wrong PINs that block a card.
    public static let pinTries = 3

    /// Sample cards.
    public static let samples = [
        Account(number: "4242424242424242", expiry: Month(12, of: 2039), limit: Money(cents: 20000), pin: "1234"),
        Account(number: "5555555555554444", expiry: Month(12, of: 2039), limit: Money(cents: 2000), pin: "4321"),
    ]

    private var accounts: [String: Account]
    private var approvals: [Charge.Reference: (card: String, approval: Approval)] = [:]
    private var released: Set<Charge.Reference> = []
    private let clock: any Clock<Duration>
    private let delay: Duration
    private let today: Month

    /// Creates a bank.
    ///
    /// - Parameters:
    ///   - accounts: The cards.
    ///   - today: The current month.
    ///   - clock: Measures the delay.
    ///   - delay: The time for a decision; two seconds by default.
    public init(
        _ accounts: [Account] = samples, today: Month, clock: any Clock<Duration> = ContinuousClock(),
        delay: Duration = .seconds(2)
    ) {
        self.accounts = Dictionary(accounts.map { ($0.number, $0) }) { _, last in last }
        self.today = today
        self.clock = clock
        self.delay = delay
    }

    /// The current reservations.
    public var reserved: [Approval] { approvals.values.map(\.approval) }

    /// Decides about a charge.
    ///
    /// The bank reserves nothing once the task is cancelled, nothing twice, and nothing for a released charge.
    ///
    /// - Parameter charge: The charge.
    /// - Returns: The verdict.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func decide(_ charge: Charge) async throws -> Verdict {
        try await clock.sleep(for: delay)
        try Task.checkCancellation()
        if let known = approvals[charge.reference] { return .approved(known.approval) }
        guard !released.contains(charge.reference) else { throw CancellationError() }
        let number = charge.card.number
        guard let account = accounts[number] else { return .declined(.unknown(charge.card)) }
        if let refusal = refusal(of: charge, on: account) { return .declined(refusal) }
        if charge.amount > Bank.pinThreshold, charge.pin != account.pin {
            if charge.pin != nil { accounts[number]?.wrongPINs += 1 }
            let left = Bank.pinTries - (accounts[number]?.wrongPINs ?? 0)
            return left > 0 ? .pinNeeded(triesLeft: left) : .declined(.blocked(charge.card))
        }
        accounts[number]?.wrongPINs = 0
        let approval = Approval(charge.reference, card: "\(charge.card)", amount: charge.amount)
        approvals[charge.reference] = (number, approval)
        return .approved(approval)
    }

    /// Releases the reservation of a charge, and prevents a later one.
    ///
    /// - Parameter reference: The charge.
    public func release(_ reference: Charge.Reference) {
        approvals[reference] = nil
        released.insert(reference)
    }

    private func refusal(of charge: Charge, on account: Account) -> Problem? {
        if account.wrongPINs >= Bank.pinTries { return .blocked(charge.card) }
        if charge.card.expiry != account.expiry { return .unknown(charge.card) }
        if account.expiry < today { return .expired(charge.card) }
        let used = approvals.values.filter { $0.card == account.number }.reduce(Money(cents: 0)) {
            $0 + $1.approval.amount
        }
        let left = account.limit - used
        return charge.amount > left ? .limit(charge.card, left: left, amount: charge.amount) : nil
    }
}

extension Problem {
    static func unknown(_ card: Card) -> Problem {
        Problem("The bank knows no card \(card) with that expiry.", advice: "Check both, or use another card.")
    }

    static func expired(_ card: Card) -> Problem {
        Problem("The card \(card) has expired.", advice: "Use another card.")
    }

    static func blocked(_ card: Card) -> Problem {
        Problem("The card \(card) is blocked: its PIN was wrong too often.", advice: "Use another card.")
    }

    static func limit(_ card: Card, left: Money, amount: Money) -> Problem {
        Problem("\(amount) is above the limit of the card \(card), which is \(left).", advice: "Use another card.")
    }
}
