extension LoadingList {
    /// An error that explains itself and its remedy to the user.
    public protocol ExplainedError: Error {
        /// The cause, in one sentence.
        var reason: String { get }

        /// The remedy, in one sentence.
        var advice: String { get }
    }
}
