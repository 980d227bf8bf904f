@testable import OakTesting

extension DeterministicExecutor {
    /// What a task returns that was started here; one that waits in vain fails the test, and does not hold it up.
    nonisolated(nonsending) func value<Value: Sendable>(of task: Task<Value, any Error>) async throws -> Value {
        try await conclude { try await task.value }
    }
}
