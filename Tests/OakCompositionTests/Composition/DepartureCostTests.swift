import Oak
import OakTesting
import TestSupport
import Testing

/// A key that counts its comparisons and hashes.
private struct Key: Hashable, Sendable {
    let number: Int
    let lookups: LookupCount

    /// A plain number, so that counting costs less than the counted calls.
    final class LookupCount: @unchecked Sendable {
        // Touched by one thread at a time: that of the executor.
        var count = 0
    }

    static func == (lhs: Key, rhs: Key) -> Bool {
        lhs.lookups.count += 1
        return lhs.number == rhs.number
    }

    func hash(into hasher: inout Hasher) {
        lookups.count += 1
        hasher.combine(number)
    }
}

private typealias Scripts = ScriptCollection<Key>

extension Scripts.Event {
    fileprivate static func enter(_ keys: [Key]) -> Self {
        .perform { state in
            for key in keys { state.scripts[key] = Script.State() }
            let effects = keys.compactMap { key in
                Scripts.scripts.step(&state.scripts, key, .init("go", .lasting("w"))).effect
            }
            return .all(effects)
        }
    }

    fileprivate static func leave(_ keys: [Key]) -> Self {
        .perform { state in
            for key in keys { state.scripts[key] = nil }
            return nil
        }
    }
}

@Suite("C32 Cost of departures")
struct DepartureCostTests {
    enum Way: CaseIterable, Sendable { case allAtOnce, oneByOne, exchanged, oneOfMany }

    /// How often keys are looked at while as many children leave.
    private func lookups(_ way: Way, count: Int) async throws -> Int {
        let lookups = Key.LookupCount()
        let keys = (0..<count).map { Key(number: $0, lookups: lookups) }
        return try await interleave(seed: 1) {
            let (proxy, departed) = (Scripts.Proxy(bufferSize: 8), Counter())
            async let run = TestSupport.result {
                try await Scripts.run(
                    initialState: .init(), proxy: proxy,
                    observer: .each(Scripts.self) {
                        if case .effectCancelled(_, .childDeparted) = $0 { departed.increment() }
                    }, settings: RunSettings(gracePeriod: .duration(.seconds(1), clock: TestClock())))
            }
            try proxy.send(.enter(keys))
            await idle()
            let before = lookups.count
            switch way {
            case .allAtOnce: try proxy.send(.leave(keys))
            case .oneByOne: try proxy.send(.perform { _ in .events(keys.map { .leave([$0]) }) })
            case .exchanged:
                try proxy.send(.perform { _ in .events(keys.flatMap { [.leave([$0]), .enter([$0])] }) })
            case .oneOfMany: try proxy.send(.leave([keys[count / 2]]))
            }
            await idle()
            let after = lookups.count
            expectThat(departed.value == (way == .oneOfMany ? 1 : count), "\(departed.value) have departed")
            try proxy.send(.end)
            _ = try await run.get()
            return after - before
        }
    }

    @Test(
        "The cost of departures in one macrostep is proportional to their number",
        arguments: [Way.allAtOnce, .oneByOne, .exchanged])
    func proportional(way: Way) async throws {
        let few = try await lookups(way, count: 100)
        let many = try await lookups(way, count: 1_000)
        #expect(few > 0)
        // A logarithm, and the luck of hash tables.
        #expect(many < 20 * few, "\(few) for 100, \(many) for 1 000")
    }

    @Test("The cost of a departure is nearly independent of the number of children")
    func oneOfMany() async throws {
        let few = try await lookups(.oneOfMany, count: 10)
        let many = try await lookups(.oneOfMany, count: 1_000)
        #expect(many < 10 * few, "\(few) among 10, \(many) among 1 000")
    }
}
