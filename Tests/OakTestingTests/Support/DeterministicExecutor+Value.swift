@testable import OakTesting

extension DeterministicExecutor {
    /// The value of a task that was started here. A task that waits in vain fails the test, and does not hold it up.
    nonisolated(nonsending) func value<Value: Sendable>(of task: Task<Value, any Error>) async throws -> Value {
        try await conclude { try await task.value }
    }
}
