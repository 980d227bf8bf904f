public import Commons

/// The terms of a subscription: its price, and the lengths of its pauses in seconds.
///
/// They are a part of the state. A subscription keeps the terms that its customer has agreed to, in each process.
public struct Plan: Codable, Hashable, Sendable {
    /// The price of each period.
    public var price: Money
    /// The time before the first charge.
    public var trial: Double
    /// The time between two charges.
    public var period: Double
    /// The time after which a declined card is charged again.
    public var pause: Double
    /// How many declined charges suspend a subscription.
    public var patience = 3
    /// The time for which a suspended subscription waits for its customer.
    public var lapse: Double
    /// The first pause of a charge that has not reached the gateway.
    public var firstRetry: Double
    /// The longest of these pauses, each of which is twice as long as the one before.
    public var longestRetry: Double

    /// Creates the terms.
    ///
    /// - Parameters:
    ///   - price: The price of each period.
    ///   - day: The length of a day in seconds, for programs that cannot wait.
    public init(price: Money, day: Double = 86_400) {
        self.price = price
        trial = 14 * day
        period = 30 * day
        pause = 3 * day
        lapse = 90 * day
        firstRetry = day / 24
        longestRetry = 2 * day
    }
}

/// The charge of a period.
public struct Invoice: Codable, Hashable, Sendable {
    /// The terms.
    public var plan: Plan
    /// The number of the period, from 1.
    public var period = 1
    /// How often the gateway has declined the charge.
    public var declines = 0
    /// Whether the latest request has not reached the gateway.
    public var isUnreachable = false

    /// Creates the charge of the first period.
    public init(plan: Plan) { self.plan = plan }

    var isLate: Bool { declines > 0 || isUnreachable }
    var isPatienceOver: Bool { declines >= plan.patience }

    /// The charge of the next period.
    var next: Invoice {
        var next = Invoice(plan: plan)
        next.period = period + 1
        return next
    }
}
