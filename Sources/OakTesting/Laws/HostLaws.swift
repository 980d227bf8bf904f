import Oak

/// Checks that a host, such as an actor or an object, runs its machine as its users rely on.
///
/// ```swift
/// import OakTesting
/// await checkLaws(ofHost: "a task") { initialState, env, completion in
///     let proxy = HostProbe.Proxy()
///     let states = StateBox(initialState)
///     let executor = DeterministicExecutor.current
///     Task(executorPreference: executor) {
///         do {
///             completion(.success(try await HostProbe.run(storage: states, proxy: proxy, env: env)))
///         } catch {
///             completion(.failure(error))
///         }
///     }
///     return HostHandle { states.storedValue } send: { try proxy.send($0) } cancel: { proxy.cancel() }
/// }
/// final class StateBox: Storage, @unchecked Sendable {
///     var storedValue: HostProbe.State
///     init(_ value: HostProbe.State) { storedValue = value }
/// }
/// ```
///
/// The check detects at once when tasks of the host are at rest if they prefer ``DeterministicExecutor/current`` or run
/// on the main actor. For other tasks, such as operations of a machine on the main actor, a law waits before it reports
/// that an expected event has not come.
///
/// - Parameters:
///   - name: The name of the host in reports.
///   - patience: The time, in milliseconds, that a law waits for other tasks. Only a host that breaks a law takes that
///     long; with zero, it is reported at once.
///   - release: Whether the machine ends or keeps running when its host is released.
///   - make: Makes a host that runs a machine with this state and environment, and calls the function with the result
///     when the machine has ended.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func checkLaws(
    ofHost name: String, patience: Int = 1_000, whenReleased release: HostRelease = .keepsRunning,
    make:
        @escaping @Sendable (
            HostProbe.State, HostProbe.Env, _ completion: @escaping @Sendable (Result<Int, any Error>) -> Void
        ) async throws -> HostHandle,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async {
    await check(
        HostLaws(make: make, release: release).all, of: name, patience: patience,
        at: CallSite(fileID, filePath, line, column))
}

/// Whether a machine ends or keeps running when its host is released.
public enum HostRelease: Sendable {
    /// It is cancelled; its effects are cancelled and awaited.
    case ends
    /// It runs until it ends or is cancelled.
    case keepsRunning
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct HostLaws: Sendable {
    let make:
        @Sendable (
            HostProbe.State, HostProbe.Env, _ completion: @escaping @Sendable (Result<Int, any Error>) -> Void
        ) async throws -> HostHandle
    let release: HostRelease

    typealias Begun = (host: HostHandle, account: HostAccount)

    @LawList var all: [Law] {
        Law("A host shows its initial state from the beginning.") { experiment in
            let state = HostProbe.State(numbers: [4, 2])
            experiment.does("made a host with \(state)")
            let (host, _) = try await begin(in: state)
            try experiment.expect(await host.state() == state, "its state is that", seen: await host.state())
            await experiment.idle()
            try experiment.expect(await host.state() == state, "and stays that", seen: await host.state())
            await host.cancel()
        }

        Law("C2 A host shows the state after each event, in the order in which they were sent.") { experiment in
            let (host, _) = try await begin()
            await experiment.idle()
            experiment.does("sent 1, 2 and 3, and looked at the state after each")
            for count in 1...3 {
                try await host.send(.note(count))
                let expected = Array(1...count)
                await experiment.idle { await host.state().numbers == expected }
                try experiment.expect(await host.state().numbers, is: expected, "\(expected) are noted")
            }
            experiment.does("sent 4 to 8, one directly after the other")
            for number in 4...8 { try await host.send(.note(number)) }
            await experiment.idle { await host.state().numbers.count == 8 }
            try experiment.expect(await host.state().numbers, is: Array(1...8), "1 to 8 are noted")
            await host.cancel()
        }

        Law("C33 A host processes an event before `send` returns, and those that wait first.") { experiment in
            let (host, account) = try await begin()
            guard let stateAfter = host.stateAfter else { return }
            experiment.does("on the actor of the host, sent 1 directly after the host was made, then 2")
            try experiment.expect(try await stateAfter(.note(1)).numbers, is: [1], "1 is noted in the line after")
            try experiment.expect(try await stateAfter(.note(2)).numbers, is: [1, 2], "2 is noted in the line after")
            await experiment.idle()
            experiment.does("sent 3 and 4 from elsewhere, and 5 on the actor")
            for number in 3...4 { try await host.send(.note(number)) }
            try experiment.expect(try await stateAfter(.note(5)).numbers, is: Array(1...5), "1 to 5 are noted")
            experiment.does("started an operation, then sent 6")
            try experiment.expect(try await stateAfter(.work).numbers, is: Array(1...5), "nothing more is noted")
            await experiment.idle { account.running == 1 }
            try experiment.expect(try await stateAfter(.note(6)).numbers, is: Array(1...6), "1 to 6 are noted")
            experiment.does("ended the machine, then sent 7")
            try experiment.expect(try await stateAfter(.end).isTerminal, "the state is terminal", seen: "it is not")
            try await experiment.expectError(TransducerError.terminated) { _ = try await stateAfter(.note(7)) }
        }

        Law("C14 Events that are sent before the machine has begun are processed.") { experiment in
            let (host, account) = try await begin()
            experiment.does("sent 7 and ended the machine, directly after the host was made")
            try await host.send(.note(7))
            try await host.send(.end)
            try await account.expectCompletion("output 1", of: host, in: experiment)
        }

        Law("C12 A machine that is cancelled before it has begun completes once, with `cancelled`.") { experiment in
            let (host, account) = try await begin()
            experiment.does("cancelled the machine directly after the host was made")
            await host.cancel()
            try await account.expectCompletion("cancelled", of: host, in: experiment)
        }

        Law("C8 A machine in a terminal state completes once, with the output; its state stays to be seen.") {
            experiment in
            let (host, account) = try await begin()
            await experiment.idle()
            experiment.does("sent 7, and ended the machine")
            try await host.send(.note(7))
            try await host.send(.end)
            try await account.expectCompletion("output 1", of: host, in: experiment)
            try experiment.expect(
                await host.state(), is: HostProbe.State(numbers: [7], isTerminal: true), "the state is terminal, with 7"
            )
        }

        Law("C10 A machine that begins in a terminal state completes with its initial output.") { experiment in
            experiment.does("made a host with a terminal state that has noted two numbers")
            let (host, account) = try await begin(in: HostProbe.State(numbers: [1, 2], isTerminal: true))
            try await account.expectCompletion("output 2", of: host, in: experiment)
        }

        Law("C12 A machine that is cancelled completes once, with `cancelled`; cancelling again does nothing.") {
            experiment in
            let (host, account) = try await begin()
            await experiment.idle()
            experiment.does("cancelled the machine twice")
            await host.cancel()
            await host.cancel()
            try await account.expectCompletion("cancelled", of: host, in: experiment)
            experiment.does("cancelled it once more when it had ended")
            await host.cancel()
            try await account.expectCompletion("cancelled", of: host, in: experiment)
        }

        Law("C11 A machine whose effect fails completes once, with that error.") { experiment in
            let (host, account) = try await begin()
            await experiment.idle()
            experiment.does("started an operation that fails")
            try await host.send(.fail)
            try await account.expectCompletion("\(LawError())", of: host, in: experiment)
        }

        Law("C13 A send after the end throws `terminated`.") { experiment in
            let (host, account) = try await begin()
            await experiment.idle()
            experiment.does("ended the machine, then sent 1")
            try await host.send(.end)
            await experiment.idle { !account.completions.isEmpty }
            try await experiment.expectError(TransducerError.terminated) { try await host.send(.note(1)) }
            await experiment.idle()
            try experiment.expect(await host.state().numbers, is: [], "nothing is noted")
        }

        effectsEnd("C9 When a machine that is cancelled has completed, its effects have ended.", "cancelled it") {
            await $0.cancel()
        }

        effectsEnd("C8 When a machine in a terminal state has completed, its effects have ended.", "ended it") {
            try await $0.send(.end)
        }

        if release == .ends {
            Law("C9 A machine whose host is released is cancelled; it completes once, when its effects have ended.") {
                experiment in
                experiment.does("started an operation, and released the host")
                let account = try await beginWork(in: experiment).account
                await experiment.idle { !account.completions.isEmpty }
                await experiment.idle()
                let seen = account.completions
                guard let completion = seen.first, seen.count == 1 else {
                    throw Violation(expected: "it completes once", seen: "it completes \(seen.count) times")
                }
                try experiment.expect(
                    completion.running == 0, "no operation runs then", seen: "\(completion.running) run")
                try experiment.expect(
                    !completion.end.hasPrefix("output"), "it completes with a failure", seen: completion.end)
            }
        }
    }

    /// Makes a host with a running machine, and the account of that.
    private nonisolated(nonsending) func begin(in state: HostProbe.State = .init()) async throws -> Begun {
        let account = HostAccount()
        return (try await make(state, HostProbe.Env { try await account.work() }) { account.complete($0) }, account)
    }

    /// Makes a host whose machine has a running operation.
    private nonisolated(nonsending) func beginWork(in experiment: Experiment) async throws -> Begun {
        let (host, account) = try await begin()
        try await host.send(.work)
        await experiment.idle { account.running == 1 }
        try experiment.expect(account.running == 1, "the operation runs", seen: "it does not")
        return (host, account)
    }

    private func effectsEnd(
        _ name: String, _ step: String, by stop: @escaping @Sendable (HostHandle) async throws -> Void
    ) -> Law {
        Law(name) { experiment in
            experiment.does("started an operation, and \(step)")
            let (host, account) = try await beginWork(in: experiment)
            try await stop(host)
            await experiment.idle { !account.completions.isEmpty }
            let seen = account.completions.map(\.running)
            try experiment.expect(
                seen == [0], "it completes once, when no operation runs", seen: "\(seen) run when it completes")
        }
    }
}

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
