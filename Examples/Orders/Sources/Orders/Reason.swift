/// The reason why an order is rejected.
public enum Reason: Codable, Hashable, Sendable {
    /// The warehouse has no more of an article.
    case soldOut(article: String)
    /// The bank has refused the charge.
    case declined(String)
    /// The bank has not answered in time.
    case noAnswer
    /// The bank could not be reached, again and again.
    case unreachable
    /// The customer has cancelled the order.
    case cancelled
    /// Nobody has checked out for too long.
    case expired
}

extension Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .soldOut(let article): "\(article) is sold out"
        case .declined(let why): "the bank has declined: \(why)"
        case .noAnswer: "the bank has not answered in time"
        case .unreachable: "the bank could not be reached"
        case .cancelled: "cancelled"
        case .expired: "the cart has expired"
        }
    }
}

/// The steps that take an order back.
public struct Undoing: Codable, Hashable, Sendable {
    /// A step.
    public enum Step: String, Codable, Hashable, Sendable {
        /// The bank voids the charge, whether or not it has happened.
        case voidCharge
        /// The warehouse releases the reserved articles.
        case releaseStock
    }

    /// Why the order is taken back.
    public var reason: Reason
    /// The steps that are not done yet.
    public var steps: [Step]

    /// Creates the steps.
    ///
    /// - Parameters:
    ///   - steps: The steps, which run side by side.
    ///   - reason: Why the order is taken back.
    public init(_ steps: [Step], because reason: Reason) {
        self.reason = reason
        self.steps = steps
    }
}
