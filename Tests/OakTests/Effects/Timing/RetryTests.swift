import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C11 Operations that are tried again", .timeLimit(.minutes(20)))
struct RetryTests {
    private struct Refusal: Error { let code: Int }

    /// Fails as often as it is told to, and notes when it was tried.
    private struct Attempt: Sendable {
        let failures: Int
        let moments = Recorder<Duration>()

        func callAsFunction(_ env: Clockwork.Env) throws(Refusal) -> String {
            moments.record(env.exact.now.offset)
            if moments.values.count <= failures { throw Refusal(code: moments.values.count) }
            return "attempt \(moments.values.count)"
        }
    }

    private static let doubling = Backoff.exponential(from: .seconds(1), upTo: .seconds(3))

    @Test(
        "C11 A failed attempt is repeated after each wait, until success or the last attempt", arguments: 0...4)
    func attempts(failures: Int) async throws {
        try await interleave(seed: 1) {
            let attempt = Attempt(failures: failures)
            let told = try await Clockwork.play { session in
                try await session.carryOut(
                    .retry(
                        id: "x", attempts: 4, backoff: Self.doubling, clock: \.clock,
                        { env throws(Refusal) in try attempt(env) }, retrying: { .told("\($0.code) of \($1)") },
                        success: Clockwork.Event.told, failure: { .told("failed \($0.code)") }))
                await session.pass(.seconds(60))
            }
            let retries = (1..<min(max(failures + 1, 1), 4)).map { "\($0) of \($0)" }
            expectThat(told == retries + [failures < 4 ? "attempt \(failures + 1)" : "failed 4"], "\(told)")
            let moments = [0, 1, 3, 6].map { Duration.seconds($0) }.prefix(failures + 1)
            expectThat(attempt.moments.values == Array(moments), "\(attempt.moments.values)")
        }
    }

    @Test(
        "C11 An error that is not worth it is the last one; without a meaning it ends the run",
        arguments: [true, false])
    func predicate(hasMeaning: Bool) async throws {
        try await interleave(seed: 1) {
            let attempt = Attempt(failures: 10)
            let effect = Clockwork.Effect.retry(
                attempts: 10, backoff: .none, clock: \.clock, { env in try attempt(env) },
                while: { error in (error as? Refusal)?.code != 2 }, success: Clockwork.Event.told)
            do {
                let told = try await Clockwork.play { session in
                    try await session.carryOut(
                        hasMeaning ? effect.catch { error in .told("\((error as? Refusal)?.code ?? 0)") } : effect)
                    await session.pass(.seconds(1))
                }
                expectThat(hasMeaning && told == ["2"], "\(told)")
            } catch let error as Refusal { expectThat(!hasMeaning && error.code == 2) }
            expectThat(attempt.moments.values.count == 2)
        }
    }

    @Test("C11 A retried operation is tried once at least", arguments: [Int.min, 0, 1])
    func once(limit: Int) async throws {
        try await interleave(seed: 1) {
            let attempt = Attempt(failures: 1)
            let told = try await Clockwork.play { session in
                try await session.carryOut(
                    .retry(
                        attempts: limit, backoff: .none, { env in _ = try attempt(env) }, success: { .told("done") },
                        failure: { _ in .told("failed") }))
            }
            expectThat(told == ["failed"] && attempt.moments.values.count == 1, "\(told)")
        }
    }

    @Test("C24 Jitter comes from the generator that is given, so the same seed waits alike")
    func jitter() async throws {
        try await interleave(seed: 1) {
            func moments(_ jitter: Oak.Jitter<Clockwork.Env>) async throws -> [Duration] {
                let attempt = Attempt(failures: 5)
                _ = try await Clockwork.play { session in
                    try await session.carryOut(
                        .retry(
                            attempts: 6, backoff: .constant(.seconds(1)), jitter: jitter, clock: \.clock,
                            { env in try attempt(env) }, success: Clockwork.Event.told))
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
            expectThat(moments.environment == moments.same && moments.environment != moments.other)
            let waits = zip(moments.same.dropFirst(), moments.same).map { $0 - $1 }
            expectThat(waits.count == 5 && Set(waits).count == 5 && waits.allSatisfy { $0 <= .seconds(1) }, "\(waits)")
            expectThat(moments.none == (0...5).map { .seconds($0) }, "\(moments.none)")
        }
    }

    @Test("C18 Cancelled while it waits or works, it ends at once and is not tried again", arguments: [false, true])
    func cancelled(whileWaiting: Bool) async throws {
        try await interleave(seed: 1) {
            let attempts = Counter()
            let clock = TestClock()
            let told = try await Clockwork.play(env: .init(clock)) { session in
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
                expectThat(clock.sleepers.isEmpty)
                await session.pass(.seconds(1_000))
            }
            expectThat(attempts.value == 1 && told == (whileWaiting ? ["again"] : []), "\(told)")
        }
    }

    @Test("C11 A `CancellationError` of an operation that was not cancelled is an error like any other")
    func cancellationError() async throws {
        try await interleave(seed: 1) {
            let attempts = Counter()
            let told = try await Clockwork.play { session in
                try await session.carryOut(
                    .retry(
                        attempts: 2, backoff: .none,
                        { _ in
                            attempts.increment()
                            if attempts.value == 1 { throw CancellationError() }
                        }, success: { .told("done") }))
            }
            expectThat(told == ["done"], "\(told)")
        }
    }

    @Test("C8 A retry as an exit effect is tried as often, although no event of it is heard")
    func exit() async throws {
        try await interleave(seed: 1) {
            let clock = TestClock(advancing: .whenIdle)
            let attempts = Counter()
            let retry = Puppet.Effect.retry(
                attempts: 3, backoff: .constant(.seconds(1)), clock: { _ in clock },
                { _ in
                    attempts.increment()
                    if attempts.value < 3 { throw Failure() }
                }, retrying: { _, _ in .init("again") }, success: { .init("done") })
            let names = try await Puppet.play(.init("exit", retry, ends: true))
            expectThat(names == ["exit"] && attempts.value == 3, "\(names), \(attempts.value)")
        }
    }

    @Test("C11 Without clocks the waits are real ones")
    func floor() async throws {
        let (attempt, waits) = (Attempt(failures: 2), Recorder<Int>())
        let told = try await Clockwork.run(
            initialState: .init(),
            proxy: .init(
                initialEvent: .carryOut([
                    .sequence(
                        .retry(
                            attempts: 3,
                            nanoseconds: { attempt in
                                waits.record(attempt)
                                return 1
                            }, { env in try attempt(env) }, success: Clockwork.Event.told),
                        .retry(attempts: 2, nanoseconds: { _ in .max }, { _ in }, success: { .end }))
                ])), env: .init())
        #expect(told == ["attempt 3"] && waits.values == [2, 3])
    }
}
