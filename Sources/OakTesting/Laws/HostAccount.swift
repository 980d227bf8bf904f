import Oak

/// The running operations and the completions of a machine, which outlives the host under examination.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class HostAccount: Sendable {
    private let content = Protected((running: 0, completions: [(end: String, running: Int)]()))

    func work() async throws {
        content.withLock { $0.running += 1 }
        defer { content.withLock { $0.running -= 1 } }
        do {
            try await Gate<Void>("an operation to be cancelled").wait()
        } catch {
            // The delay exposes a host that does not wait for the operation.
            for _ in 0..<10 { await Task.yield() }
            throw error
        }
    }

    func complete(_ result: Result<Int, any Error>) {
        let end =
            switch result {
            case .success(let output): "output \(output)"
            case .failure(TransducerError.cancelled): "cancelled"
            case .failure(let error): "\(error)"
            }
        content.withLock { $0.completions.append((end, $0.running)) }
    }

    /// The number of running operations.
    var running: Int { content.withLock { $0.running } }

    /// The completions of the machine, each with the number of operations that ran at that time.
    var completions: [(end: String, running: Int)] { content.withLock { $0.completions } }

    /// Expects the machine of a host, which lives until then, to complete exactly once, in this way.
    nonisolated(nonsending) func expectCompletion(
        _ expected: String, of host: HostHandle, in experiment: Experiment
    ) async throws {
        await experiment.idle { !self.completions.isEmpty }
        await experiment.idle()
        withExtendedLifetime(host) {}
        try experiment.expect(completions.map(\.end), is: [expected], "it completes once: \(expected)")
    }
}
