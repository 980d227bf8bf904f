import Oak
import TestSupport
import Testing

@testable import OakTesting

/// The subject of a scenario: a view model as it is usually written, or a machine.
protocol Candidate: Sendable {
    /// Called when the scenario is over.
    func end() async
}

extension Candidate {
    func end() async {}
}

/// A machine that runs beside a scenario, as it would beside an application.
final class Running<T: ExecutableTransducer & SendableMetatype>: Sendable
where T.State: Sendable, T.Event: Sendable, T.Output: Sendable, T.Env: Sendable {
    let proxy = T.Proxy()
    private let latest: Guarded<T.State>
    private let task: Task<T.Output, any Error>

    init(_ initialState: T.State, env: T.Env, output: some Subject<T.Output> & Sendable) {
        let (proxy, latest) = (proxy, Guarded(initialState))
        self.latest = latest
        task = Task(executorPreference: DeterministicExecutor.current) {
            try await T.run(
                initialState: initialState, proxy: proxy, env: env, output: output,
                observer: .each(T.self) { occurrence in
                    if case .transition(from: _, _, let state) = occurrence { latest.withLock { $0 = state } }
                })
        }
    }

    convenience init(_ initialState: T.State, env: T.Env) {
        self.init(initialState, env: env, output: Unheard<T.Output>())
    }

    var state: T.State { latest.withLock { $0 } }

    /// The output that the machine has ended with, or `nil` when it was cancelled.
    var result: T.Output? {
        get async {
            do {
                return try await task.value
            } catch TransducerError.cancelled {
                return nil
            } catch {
                expectThat(false, "The run fails: \(error)")
                return nil
            }
        }
    }

    func end() async {
        proxy.cancel()
        _ = await result
    }
}

extension Running where T.Proxy == Proxy<T.Event> {
    func send(_ event: T.Event) {
        do { try proxy.send(event) } catch { expectThat(false, "\(event) is not accepted: \(error)") }
    }
}

/// Nobody is interested in the outputs.
private struct Unheard<Value>: Subject {
    func send(_ value: Value, isolated systemActor: isolated any Actor) async {}
}

extension Counterexample {
    /// Whether this is a race that was found soon, fails for the given reason, and fails again when it is repeated.
    func shows(_ message: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(self.message.hasSuffix(message), sourceLocation: sourceLocation)
        #expect(isReproducible, sourceLocation: sourceLocation)
        #expect(tried <= 200, sourceLocation: sourceLocation)
    }
}

/// How many interleavings a machine has to stand.
let seedsForMachines: ClosedRange<UInt64> = 1...2_000
