import Foundation
import OakTesting

/// Runs a test on one executor, so that it fails at once when it waits in vain, and says for what.
///
/// Not under the thread sanitizer, which has nothing to find on one thread.
///
/// - Parameter test: The test; tasks of its own have to prefer the current executor.
nonisolated(nonsending) func onOneExecutor(
    _ test: @escaping @Sendable @concurrent () async throws -> Void
) async throws {
    if ProcessInfo.processInfo.environment["TSAN_OPTIONS"] == nil {
        try await interleave(seed: 1, test)
    } else {
        try await test()
    }
}
