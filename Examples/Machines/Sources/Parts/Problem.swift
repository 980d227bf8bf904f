/// A problem and its remedy, in words for the user.
///
/// Services throw this error; any other error is shown as it is.
public struct Problem: Error, Codable, Hashable, Sendable {
    /// The cause, in one sentence.
    public let reason: String

    /// The remedy, in one sentence.
    public let advice: String

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - reason: The cause, in one sentence.
    ///   - advice: The remedy, in one sentence.
    public init(_ reason: String, advice: String) {
        self.reason = reason
        self.advice = advice
    }

    /// A service has not answered in time.
    public static let noAnswer = Problem("There was no answer in time.", advice: "Try again, or go back.")

    /// Explains an error, as far as possible.
    ///
    /// - Parameter error: The error.
    public init(_ error: any Error) {
        self = error as? Problem ?? Problem("Something unforeseen has happened: \(error).", advice: "Try again.")
    }
}
