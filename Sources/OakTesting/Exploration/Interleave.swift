import Oak

/// Runs a scenario under one interleaving of everything that goes on in it.
///
/// The scenario, its child tasks, the machines it runs and their operations are on one ``DeterministicExecutor``, so the same
/// seed gives the same order of everything.
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
///   - scenario: What is to happen.
/// - Returns: What the scenario returns.
/// - Throws: What the scenario throws, or ``ScenarioStuck`` when it waits for something that cannot happen.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func interleave<Value: Sendable>(
    seed: UInt64, _ scenario: @escaping @Sendable @concurrent () async throws -> Value
) async throws -> Value {
    try await DeterministicExecutor(seed: seed).conclude(scenario)
}

/// A scenario waits for something that cannot happen.
public struct ScenarioStuck: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is waited for, and what to do about it, as far as that is known.
    public let pending: [String]

    /// The machines that have not ended, each with its state and the event it has taken last.
    public let machines: [String]

    init(pending: [String], machines: [String] = []) {
        self.pending = pending
        self.machines = machines
    }

    public var description: String {
        guard !pending.isEmpty else {
            return """
                The scenario does not end: it waits for something that is not on its executor, as a detached task, a real \
                clock or another thread would be, or for something that never comes.
                """ + listed(machines)
        }
        let waits = pending.map { "• \($0)" }.joined(separator: "\n")
        return "The scenario does not end. It waits for:\n\(waits)" + listed(machines)
    }
}

/// Machines as a list below a message; nothing if there are none.
private func listed(_ machines: [String]) -> String {
    guard !machines.isEmpty else { return "" }
    let list = machines.map { "• \($0)" }.joined(separator: "\n")
    return "\nMachines that have not ended (send what ends them, or cancel them):\n\(list)"
}

extension RunWitness {
    /// Where machines stand, in words.
    fileprivate var machines: [String] {
        current.map { standing in
            let event = standing.lastEvent.map { "its last event was \(sourceText(of: $0))" }
            let state = sourceText(of: standing.state)
            return "\(standing.machine) is in \(state); \(event ?? "it has taken no event")"
        }
    }
}

/// A scenario goes on for ever.
struct ScenarioEndless: Error, CustomStringConvertible {
    let limit: Int
    let machines: [String]

    var description: String {
        "The scenario does not end: after \(limit) jobs there are still more. Something in it goes on and on."
            + listed(machines)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension DeterministicExecutor {
    /// Runs a scenario to its end, or until nothing can happen any more.
    nonisolated(nonsending) func conclude<Value: Sendable>(
        _ scenario: @escaping @Sendable @concurrent () async throws -> Value, limit: Int = jobLimit
    ) async throws -> Value {
        let result = Protected<Result<Value, any Error>?>(nil)
        let witness = RunWitness()
        let task = start {
            let outcome: Result<Value, any Error>
            do {
                outcome = .success(try await RunWitness.$current.withValue(witness) { try await scenario() })
            } catch {
                outcome = .failure(error)
            }
            result.withLock { $0 = outcome }
        }
        var left = limit
        run(&left)
        while result.withLock({ $0 }) == nil {
            await runUntilNobodyIsReady(&left)
            guard left > 0 else { throw ScenarioEndless(limit: limit, machines: witness.machines) }
            guard result.withLock({ $0 }) == nil else { break }
            guard letTimePass() else {
                let stuck = ScenarioStuck(pending: waits, machines: witness.machines)
                // What is suspended would be so for ever.
                task.cancel()
                run(&left)
                throw stuck
            }
            left -= 1
        }
        guard let result = result.withLock({ $0 }) else {
            throw ScenarioStuck(pending: waits, machines: witness.machines)
        }
        return try result.get()
    }
}
