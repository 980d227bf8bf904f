import IssueReporting
import Oak
import OakGraph

/// Runs a scenario under one interleaving of all its tasks.
///
/// The scenario, its child tasks, its machines and their operations run on one ``DeterministicExecutor``, which gives
/// the same order for the same seed.
///
/// ```swift
/// let total = try await interleave(seed: 7) {
///     let proxy = Counter.Proxy()
///     async let total = Counter.run(initialState: .init(), proxy: proxy)
///     try proxy.send(contentsOf: [.increment, .finish])
///     return try await total
/// }
/// #expect(total == 1)
/// ```
///
/// - Parameters:
///   - seed: Decides the order.
///   - scenario: The scenario to run.
/// - Returns: The result of the scenario.
/// - Throws: The error of the scenario, ``ScenarioStuck`` if it waits for something that cannot happen, or the
///   `TransducerError` of a machine that broke a rule, by a reply with another state or an effect that it dropped.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func interleave<Value: Sendable>(
    seed: UInt64, _ scenario: @escaping @Sendable @concurrent () async throws -> Value
) async throws -> Value {
    let executor = DeterministicExecutor(seed: seed)
    defer { executor.end() }
    return try await executor.conclude(scenario)
}

/// The error of a scenario that waits for something that cannot happen.
public struct ScenarioStuck: Error, Hashable, Sendable, CustomStringConvertible {
    /// The known waits, each with the call that would end it.
    package let pending: [String]

    /// The machines that have not ended, each with its state and its last event.
    package var machines: [String] = []

    public var description: String {
        let waits = pending.map { "\n• \($0)" }.joined()
        let reason =
            pending.isEmpty
            ? """
            The scenario does not end: it waits for something from outside of its executor, such as a real clock or \
            a callback of another thread, or for something that never comes.
            """ : "The scenario does not end. It waits for:\(waits)"
        return reason + listed(machines)
    }
}

/// The error of a scenario with a machine on the main actor, where a test cannot decide the order of the main actor.
struct MainActorUndecided: Error, CustomStringConvertible {
    let machine: Any.Type

    var description: String {
        """
        \(machine) runs on the main actor, and the runtime of this system does not let a test decide the order there. \
        Explore the machine in a `TransducerHost` or in `run` on another actor.
        """
    }
}

/// Machines as a list below a message; empty if there are none.
private func listed(_ machines: [String]) -> String {
    guard !machines.isEmpty else { return "" }
    let list = machines.map { "• \($0)" }.joined(separator: "\n")
    return "\nMachines that have not ended (send what ends them, or cancel them):\n\(list)"
}

/// The error of a scenario that goes on forever.
struct ScenarioEndless: Error, CustomStringConvertible {
    let limit: Int
    let problem: (text: String, count: Int)?
    let machines: [String]

    var description: String {
        let cause = problem.map { "\nIt has come to this \($0.count) times: \($0.text)" } ?? ""
        return "The scenario does not end: after \(limit) jobs there are still more. Something in it goes on and on."
            + cause + listed(machines)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension DeterministicExecutor {
    /// Runs a scenario to its end, or until nothing more can happen.
    nonisolated(nonsending) func conclude<Value: Sendable>(
        _ scenario: @escaping @Sendable @concurrent () async throws -> Value, limit: Int = jobLimit,
        decidesMainActor: Bool = decidesMainActor
    ) async throws -> Value {
        let outcome = Outcome<Value>()
        let witness = RunWitness(decidesMainActor: decidesMainActor)
        reporters.withLock { $0 = IssueReporters.current }
        let task = start {
            await outcome.record { try await Scenario.$current.withValue(witness.scenario) { try await scenario() } }
        }
        var left = limit
        run(&left)
        while true {
            if let result = outcome.result {
                let value = try result.get()
                if let breach = witness.breach { throw breach }
                return value
            }
            await runUntilNobodyIsReady(&left)
            guard outcome.result == nil else { continue }
            guard left > 0 else {
                driveThread { task.cancel() }
                abandon()
                throw ScenarioEndless(
                    limit: limit, problem: witness.repeatedProblem, machines: witness.machines)
            }
            guard letTimePass() else {
                let stuck = ScenarioStuck(pending: waits, machines: witness.machines)
                // Without cancellation, suspended tasks would stay suspended forever.
                driveThread { task.cancel() }
                await runUntilNobodyIsReady(&left)
                throw witness.breach ?? stuck
            }
            left -= 1
        }
    }
}
