import Parts

/// A bank with a few cards, which reserves amounts on them.
///
/// A card has a limit, expires, and needs its PIN above a certain amount; three wrong PINs block it.
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

    private var accounts = Dictionary(uniqueKeysWithValues: samples.map { ($0.number, $0) })
    private var approvals: [Charge.Reference: (card: String, approval: Approval)] = [:]
    private var released: Set<Charge.Reference> = []
    private let clock: any Clock<Duration>
    private let today: Month

    /// Creates a bank with the sample cards.
    ///
    /// - Parameters:
    ///   - today: The current month.
    ///   - clock: Measures the two seconds that a decision takes.
    public init(today: Month, clock: any Clock<Duration> = ContinuousClock()) {
        self.today = today
        self.clock = clock
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
        try await clock.sleep(for: .seconds(2))
        try Task.checkCancellation()
        if let known = approvals[charge.reference] { return .approved(known.approval) }
        guard !released.contains(charge.reference) else { throw CancellationError() }
        guard var account = accounts[charge.card.number], charge.card.expiry == account.expiry else {
            return refusal("The bank knows no card \(charge.card) with that expiry.")
        }
        if account.expiry < today { return refusal("The card \(charge.card) has expired.") }
        let used = approvals.values.filter { $0.card == account.number }.map(\.approval.amount.cents).reduce(0, +)
        if used + charge.amount.cents > account.limit.cents {
            return refusal("\(charge.amount) is above the limit of the card \(charge.card).")
        }
        if charge.amount.cents > Bank.pinThreshold.cents || account.wrongPINs >= Bank.pinTries {
            if charge.pin != account.pin, charge.pin != nil { account.wrongPINs += 1 }
            accounts[account.number] = account
            let left = Bank.pinTries - account.wrongPINs
            if left <= 0 { return refusal("The card \(charge.card) is blocked: its PIN was wrong too often.") }
            if charge.pin != account.pin { return .pinNeeded(triesLeft: left) }
        }
        accounts[account.number]?.wrongPINs = 0
        let approval = Approval(charge.reference, card: "\(charge.card)", amount: charge.amount)
        approvals[charge.reference] = (account.number, approval)
        return .approved(approval)
    }

    private func refusal(_ reason: String) -> Verdict { .declined(Problem(reason, advice: "Use another card.")) }

    /// Releases the reservation of a charge, and prevents a later one.
    ///
    /// - Parameter reference: The charge.
    public func release(_ reference: Charge.Reference) {
        approvals[reference] = nil
        released.insert(reference)
    }
}
