import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C11 Retried operations", .interleaved)
struct RetryTests {
    private struct Refusal: Error { let code: Int }

    /// An operation that fails a given number of times and records the moment of each attempt.
    private struct Attempt: Sendable {
        let failures: Int
        let moments = Recorder<Duration>()

        func callAsFunction(_ env: TimedScript.Env) throws(Refusal) -> String {
            moments.record(env.exact.now.offset)
            if moments.values.count <= failures { throw Refusal(code: moments.values.count) }
            return "attempt \(moments.values.count)"
        }
    }

    /// What a machine is told by an effect until a time has passed.
    private func told(after duration: Duration = .zero, _ effect: TimedScript.Effect) async throws -> [String] {
        try await TimedScript.play { session in
            try await session.carryOut(effect)
            if duration > .zero { await session.pass(duration) }
        }
    }

    private static let doubling = Backoff.exponential(from: .seconds(1), upTo: .seconds(3))

    @Test("C11 A failed attempt is repeated after each wait, until success or the last attempt", arguments: 0...4)
    func attempts(failures: Int) async throws {
        let attempt = Attempt(failures: failures)
        let told = try await told(
            after: .seconds(60),
            .retry(
                id: "x", attempts: 4, backoff: Self.doubling, clock: \.clock,
                { env throws(Refusal) in try attempt(env) }, retrying: { .told("\($0.code) of \($1)") },
                success: TimedScript.Event.told, failure: { .told("failed \($0.code)") }))
        let retries = (1..<min(max(failures + 1, 1), 4)).map { "\($0) of \($0)" }
        #expect(told == retries + [failures < 4 ? "attempt \(failures + 1)" : "failed 4"])
        let moments = [0, 1, 3, 6].map { Duration.seconds($0) }.prefix(failures + 1)
        #expect(attempt.moments.values == Array(moments))
    }

    @Test(
        "C11 An error that the predicate rejects ends the retries, and ends the run if it is unhandled",
        arguments: [true, false])
    func predicate(hasMeaning: Bool) async throws {
        let attempt = Attempt(failures: 10)
        let effect = TimedScript.Effect.retry(
            attempts: 10, backoff: .none, clock: \.clock, { env in try attempt(env) },
            while: { error in (error as? Refusal)?.code != 2 }, success: TimedScript.Event.told)
        do {
            let told = try await TimedScript.play { session in
                try await session.carryOut(
                    hasMeaning ? effect.catch { error in .told("\((error as? Refusal)?.code ?? 0)") } : effect)
                await session.pass(.seconds(1))
            }
            #expect(hasMeaning && told == ["2"])
        } catch let error as Refusal { #expect(!hasMeaning && error.code == 2) }
        #expect(attempt.moments.values.count == 2)
    }

    @Test("C11 A retried operation is attempted at least once", arguments: [Int.min, 0, 1])
    func once(limit: Int) async throws {
        let attempt = Attempt(failures: 1)
        let told = try await told(
            .retry(
                attempts: limit, backoff: .none, { env in _ = try attempt(env) }, success: { .told("done") },
                failure: { _ in .told("failed") }))
        #expect(told == ["failed"] && attempt.moments.values.count == 1)
    }

    @Test("C24 Jitter uses the given generator, so equal seeds wait equally")
    func jitter() async throws {
        func moments(_ jitter: Oak.Jitter<TimedScript.Env>) async throws -> [Duration] {
            let attempt = Attempt(failures: 5)
            _ = try await TimedScript.play { session in
                try await session.carryOut(
                    .retry(
                        attempts: 6, backoff: .constant(.seconds(1)), jitter: jitter, clock: \.clock,
                        { env in try attempt(env) }, success: TimedScript.Event.told))
                await session.pass(.seconds(60))
            }
            return attempt.moments.values
        }
        let moments = (
            environment: try await moments(.share(1, using: \.random)),
            same: try await moments(.share(1, using: { _ in SeededGenerator(seed: 7) })),
            other: try await moments(.share(1, using: { _ in SeededGenerator(seed: 8) })),
            none: try await moments(.share(0, using: \.random))
        )
        #expect(moments.environment == moments.same && moments.environment != moments.other)
        let waits = zip(moments.same.dropFirst(), moments.same).map { $0 - $1 }
        #expect(waits.count == 5 && Set(waits).count == 5 && waits.allSatisfy { $0 <= .seconds(1) })
        #expect(moments.none == (0...5).map { .seconds($0) })
    }

    @Test(
        "C18 A retried operation that is cancelled during a wait or an attempt ends at once", arguments: [false, true])
    func cancelled(whileWaiting: Bool) async throws {
        let attempts = Counter()
        let clock = TestClock()
        let told = try await TimedScript.play(env: .init(clock)) { session in
            try await session.carryOut(
                .retry(
                    id: "x", attempts: .max, backoff: .constant(.seconds(10)), clock: \.clock,
                    { env in
                        attempts.increment()
                        if !whileWaiting { try await env.exact.sleep(for: .seconds(100)) }
                        throw Failure()
                    }, retrying: { _, _ in .told("again") }, success: { .end },
                    failure: { (_: any Error) in .told("failed") }))
            await session.pass(.seconds(5))
            try await session.carryOut(.cancelTask("x"))
            #expect(clock.sleepers.isEmpty)
            await session.pass(.seconds(1_000))
        }
        #expect(attempts.value == 1 && told == (whileWaiting ? ["again"] : []))
    }

    @Test("C11 A `CancellationError` of an operation that was not cancelled is an ordinary error")
    func cancellationError() async throws {
        let attempts = Counter()
        let told = try await told(
            .retry(
                attempts: 2, backoff: .none,
                { _ in
                    attempts.increment()
                    if attempts.value == 1 { throw CancellationError() }
                }, success: { .told("done") }))
        #expect(told == ["done"])
    }
}
