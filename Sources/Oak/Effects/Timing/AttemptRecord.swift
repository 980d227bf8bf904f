/// Remembers the attempts of a `.retry` beyond the end of its run.
package protocol AttemptRecord: Sendable {
    /// The number of attempts that have failed in earlier runs.
    var failed: Int { get }

    /// Waits for the end of a pause that began in an earlier run.
    func resume() async throws

    /// Records that an attempt has failed, and waits for the next one.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt; the first is 1.
    ///   - seconds: The length of the pause in seconds.
    ///   - error: The error with which it has failed.
    func pause(afterAttempt attempt: Int, seconds: Double, because error: any Error) async throws
}

/// The record of the current task; without one, the pauses take place in its operation.
package enum Attempts {
    @TaskLocal package static var record: (any AttemptRecord)?
}
