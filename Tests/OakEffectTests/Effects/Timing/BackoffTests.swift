import Oak
import OakTesting
import Testing

@Suite("Back-off")
struct BackoffTests {
    @Test("A constant back-off waits equally before each attempt but the first")
    func constant() {
        let backoff = Backoff.constant(.milliseconds(250))
        #expect(
            [0, 1, 2, 3, .max].map { backoff.delay(beforeAttempt: $0) } == [.zero, .zero]
                + .init(
                    repeating: .milliseconds(250), count: 3))
        #expect(Backoff.none.delay(beforeAttempt: 5) == .zero)
    }

    @Test("An exponential back-off grows by its factor up to its maximum")
    func exponential() {
        let doubling = Backoff.exponential(from: .seconds(1), upTo: .seconds(30))
        #expect((1...8).map { doubling.delay(beforeAttempt: $0) } == [0, 1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
        let slow = Backoff.exponential(from: .milliseconds(100), factor: 1.5, upTo: .seconds(1))
        #expect((2...4).map { slow.delay(beforeAttempt: $0) } == [100, 150, 225].map { .milliseconds($0) })
        let shrinking = Backoff.exponential(from: .seconds(1), factor: 0.5, upTo: .seconds(30))
        #expect(shrinking.delay(beforeAttempt: 10) == .seconds(1))
        #expect(Backoff.exponential(from: .seconds(60), upTo: .seconds(30)).delay(beforeAttempt: 2) == .seconds(30))
    }

    private static let lengths: [Duration] = [
        .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(1), .seconds(Int64.max),
        .seconds(Int64.max) * 18,
    ]

    @Test("Extreme values of a back-off stay within its bounds", arguments: lengths, lengths)
    func extremes(first: Duration, longest: Duration) {
        var generator = SeededGenerator(seed: 1)
        let century = Duration.seconds(100 * 365 * 86_400)
        for factor in [-1, 0, 1, 1.000_000_1, 2, 1e300, .infinity, .nan, -.infinity] {
            let backoff = Backoff.exponential(from: first, factor: factor, upTo: longest)
            for attempt in [Int.min, -1, 0, 1, 2, 3, 64, 1_000, .max] {
                let delay = backoff.delay(beforeAttempt: attempt)
                #expect(delay >= .zero && delay <= min(max(longest, .zero), century))
                #expect(attempt > 1 || delay == .zero)
                for share in [-1, 0, 0.5, 1, 2, .infinity, .nan] {
                    let drawn = backoff.delay(beforeAttempt: attempt, jitter: share, using: &generator)
                    #expect(drawn >= .zero && drawn <= delay)
                }
            }
        }
        let nothing = Backoff.exponential(from: .zero, factor: .infinity, upTo: .seconds(1))
        #expect(nothing.delay(beforeAttempt: 5) == .zero)
    }

    @Test("Jitter shortens a wait by at most its share and depends on the seed only")
    func jitter() {
        let backoff = Backoff.constant(.seconds(1))
        func draws(seed: UInt64) -> [Duration] {
            var generator = SeededGenerator(seed: seed)
            return (0..<1_000).map { _ in backoff.delay(beforeAttempt: 2, jitter: 0.25, using: &generator) }
        }
        let first = draws(seed: 1)
        #expect(first.allSatisfy { $0 >= .milliseconds(750) && $0 <= .seconds(1) })
        #expect(first.contains { $0 < .milliseconds(760) } && first.contains { $0 > .milliseconds(990) })
        #expect(first == draws(seed: 1) && first != draws(seed: 2))
    }
}
