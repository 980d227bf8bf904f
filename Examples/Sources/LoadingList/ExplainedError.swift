extension LoadingList {
    /// An error that can tell a user what has happened and what to do about it.
    public protocol ExplainedError: Error {
        /// What has happened, in one sentence.
        var reason: String { get }

        /// What the user can do, in one sentence.
        var advice: String { get }
    }
}
