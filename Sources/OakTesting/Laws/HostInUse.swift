import Oak

/// A host under examination, with the completions that it has reported.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class HostInUse: Sendable {
    /// The end of a run as text, for comparison.
    static func text(_ result: Result<Int, any Error>) -> String {
        switch result {
        case .success(let output): "output \(output)"
        case .failure(TransducerError.cancelled): "cancelled"
        case .failure(let error): "\(error)"
        }
    }

    /// The running operations and the completions of a machine.
    final class Account: Sendable {
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
            content.withLock { $0.completions.append((HostInUse.text(result), $0.running)) }
        }

        /// The number of running operations.
        var running: Int { content.withLock { $0.running } }

        /// The completions of the machine, each with the number of operations that ran at that time.
        var completions: [(end: String, running: Int)] { content.withLock { $0.completions } }
    }

    /// Outlives the host.
    let account: Account
    private let handle: HostHandle

    init(
        _ make: (
            HostProbe.State, HostProbe.Env, _ completion: @escaping @Sendable (Result<Int, any Error>) -> Void
        ) async throws -> HostHandle, _ state: HostProbe.State = HostProbe.State()
    ) async throws {
        let account = Account()
        self.account = account
        handle = try await make(state, HostProbe.Env { try await account.work() }) { account.complete($0) }
    }

    var running: Int { account.running }
    var completions: [(end: String, running: Int)] { account.completions }

    func state() async -> HostProbe.State { await handle.state() }
    func send(_ event: HostProbe.Event) async throws { try await handle.send(event) }
    func cancel() async { await handle.cancel() }

    /// Expects the machine to complete exactly once, in this way.
    nonisolated(nonsending) func expectCompletion(_ expected: String, in experiment: Experiment) async throws {
        await experiment.idle { !self.completions.isEmpty }
        await experiment.idle()
        try experiment.expect(completions.map(\.end), is: [expected], "it completes once: \(expected)")
    }
}
