import Foundation
import OakTesting
package import Testing

/// Runs each test of a suite on one executor, where a test that waits in vain fails at once with the reason.
package struct OneExecutor: SuiteTrait, TestTrait, TestScoping {
    fileprivate let isLeftOutUnderThreadSanitizer: Bool

    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        testCase == nil || test.traits.contains { $0 is RealThreads } ? nil : self
    }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @concurrent @Sendable () async throws -> Void
    ) async throws {
        // The thread sanitizer finds nothing on one thread.
        if isLeftOutUnderThreadSanitizer, ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil {
            try await body()
        } else {
            try await withoutActuallyEscaping(body) { body in try await interleave(seed: 1) { try await body() } }
        }
    }
}

extension Trait where Self == OneExecutor {
    /// One executor.
    package static var interleaved: Self { OneExecutor(isLeftOutUnderThreadSanitizer: false) }

    /// One executor, or the threads of the system under the thread sanitizer.
    package static var onOneExecutor: Self { OneExecutor(isLeftOutUnderThreadSanitizer: true) }
}

/// Runs a test of such a suite on the threads of the system.
package struct RealThreads: TestTrait {}

extension Trait where Self == RealThreads {
    package static var realThreads: Self { RealThreads() }
}

/// Returns when nothing more can happen on the executor of the test.
package nonisolated(nonsending) func idle() async { await DeterministicExecutor.current?.idle() }
