import Oak

/// A promise that every type of a kind has to keep, and an experiment that checks it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package struct Law: Sendable {
    /// The promise, in a sentence.
    let name: String
    /// Throws a ``Violation`` if the promise is broken.
    let body: @Sendable @concurrent (Experiment) async throws -> Void

    package init(_ name: String, _ body: @escaping @Sendable @concurrent (Experiment) async throws -> Void) {
        self.name = name
        self.body = body
    }
}

/// Puts laws into a list.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@resultBuilder
package enum LawList {
    package static func buildExpression(_ law: Law) -> [Law] { [law] }
    package static func buildBlock(_ laws: [Law]...) -> [Law] { laws.flatMap(\.self) }
    package static func buildOptional(_ laws: [Law]?) -> [Law] { laws ?? [] }
}

/// A broken promise.
package struct Violation: Error {
    let expected: String
    var seen: String

    package init(expected: String, seen: String) {
        self.expected = expected
        self.seen = seen
    }
}

/// An error without meaning, thrown to check that it arrives.
struct LawError: Error, Equatable, CustomStringConvertible {
    var description = "the error of the experiment"
}

/// The work of one law, alone on a deterministic executor, which detects waits that never end.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class Experiment: Sendable {
    /// More turns of tasks than any law needs, even if another actor is late and a host yields to it meanwhile.
    private static let jobLimit = 500_000

    private let executor = DeterministicExecutor()
    private let steps = Protected<[String]>([])
    private let tasks = Protected<[@Sendable () -> Void]>([])
    private let patience: Int

    init(patience: Int) { self.patience = max(0, patience) }

    /// Records the next step, for the report.
    package func does(_ step: String) { steps.withLock { $0.append(step) } }

    /// Starts a task beside the law.
    @discardableResult
    package func start<Value: Sendable>(
        _ body: @escaping @Sendable @concurrent () async throws -> Value
    ) -> Task<Value, any Error> {
        let task = executor.start(body)
        tasks.withLock { $0.append { task.cancel() } }
        return task
    }

    /// Returns when nothing more happens by itself.
    nonisolated(nonsending) func idle() async { await executor.idle() }

    /// Returns when a condition holds, or when it cannot hold any more.
    nonisolated(nonsending) func idle(until condition: () async -> Bool) async {
        await idle()
        for _ in 0..<patience {
            if await condition() { return }
            try? await Task.sleep(nanoseconds: 1_000_000)
        }
    }

    /// Throws a violation unless an expectation is met.
    package func expect(_ isMet: Bool, _ expected: String, seen: Any) throws {
        if !isMet { throw Violation(expected: expected, seen: "\(seen)") }
    }

    /// Throws a violation unless two values are equal.
    package func expect<Value: Equatable>(_ seen: Value, is expected: Value, _ expectation: String) throws {
        try expect(seen == expected, expectation, seen: seen)
    }

    /// Expects a function to throw an error.
    package nonisolated(nonsending) func expectError<Failure: Error & Equatable>(
        _ expected: Failure, from body: () async throws -> Void
    ) async throws {
        let seen: String
        do {
            try await body()
            seen = "no error"
        } catch {
            if error as? Failure == expected { return }
            seen = "\(error)"
        }
        throw Violation(expected: "`\(expected)` is thrown", seen: seen)
    }

    /// Expects a task to end with a `CancellationError`.
    func expectCancellation<Value>(of task: Task<Value, any Error>) async throws {
        let result = await task.result
        guard case .failure(let error) = result, error is CancellationError else {
            throw Violation(expected: "`CancellationError` is thrown", seen: "\(result)")
        }
    }

    /// Runs a law.
    ///
    /// - Returns: The report of a violation, or `nil` if the law is kept.
    nonisolated(nonsending) func violation(of law: Law, by subject: String) async -> String? {
        let outcome = Outcome<Void>()
        start { [self] in await outcome.record { try await law.body(self) } }
        let comesToRest = await drive { outcome.result != nil }
        let waits = executor.waits
        let result = outcome.result
        // Tasks that a law has started end with it.
        for cancel in tasks.withLock({ $0 }) { cancel() }
        await executor.runUntilIdle(limit: Self.jobLimit)
        var violation = Violation(expected: "the last step returns", seen: "")
        switch result {
        case .success?: return nil
        case .failure(let thrown as Violation)?: violation = thrown
        case .failure(let error)?: violation = Violation(expected: "no error", seen: "\(error)")
        case nil where !comesToRest:
            violation.seen = "after \(Self.jobLimit) turns it is still busy: something keeps polling"
        case nil:
            let pending = waits.isEmpty ? "" : "; tasks wait for: \(waits.joined(separator: ", "))"
            violation.seen = "it never does: nothing is left that could go on\(pending)"
        }
        return """
            \(subject) breaks a law: \(law.name)
            Done: \(steps.withLock { $0 }.joined(separator: "; "))
            Expected: \(violation.expected)
            Seen: \(violation.seen)
            """
    }

    /// Runs all ready jobs, and waits for those that come from outside.
    ///
    /// - Returns: Whether the executor comes to rest.
    private nonisolated(nonsending) func drive(until hasEnded: () -> Bool) async -> Bool {
        // Twice the time, so that a condition of the law itself fails first.
        var millisecondsLeft = patience == .max ? patience : 2 * patience
        while await executor.runUntilIdle(limit: Self.jobLimit) {
            guard !hasEnded(), millisecondsLeft > 0 else { return true }
            millisecondsLeft -= 1
            try? await Task.sleep(nanoseconds: 1_000_000)
        }
        return false
    }
}

/// Runs laws, each in an experiment of its own, and reports the violations.
///
/// - Parameter patience: The time, in milliseconds, that a law waits for tasks outside of its executor once nothing
///   else is left that could go on. Without a limit, that of the test decides.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package nonisolated(nonsending) func check(
    _ laws: [Law], of subject: String, patience: Int = 0, at site: CallSite
) async {
    for law in laws {
        if let violation = await Experiment(patience: patience).violation(of: law, by: subject) {
            report(violation, at: site)
        }
    }
}
