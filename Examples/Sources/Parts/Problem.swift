/// What has gone wrong and what to do about it, in words for a user.
///
/// A service throws it; whatever else it throws is shown as it is.
public struct Problem: Error, Hashable, Sendable {
    /// What has happened, in one sentence.
    public let reason: String

    /// What the user can do, in one sentence.
    public let advice: String

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - reason: What has happened, in one sentence.
    ///   - advice: What the user can do, in one sentence.
    public init(_ reason: String, advice: String) {
        self.reason = reason
        self.advice = advice
    }

    /// Explains an error, as far as that is known.
    ///
    /// - Parameter error: The error.
    public init(_ error: any Error) {
        self = error as? Problem ?? Problem("Something unforeseen has happened: \(error).", advice: "Try again.")
    }
}
