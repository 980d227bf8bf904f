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

private enum ScriptCollection: CompositeTransducer {
    struct State: Terminable, Sendable {
        var scripts: Children<Key, Script.State>
        var isTerminal = false
    }
    enum Event: Sendable {
        case script(Key, Script.Event), enter([Key]), leave([Key]), oneByOne([Key]), exchange([Key]), end
    }
    static let scripts = children("script", Script.self, event: { Event.script($0, $1) }, failure: .endsTheRun)
    static func activeChildren(in state: State) -> some ActiveChildren<Self> { scripts(state.scripts) }
    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .script(let key, let event): return scripts.step(&state.scripts, key, event).effect
        case .enter(let keys):
            for key in keys { state.scripts[key] = Script.State() }
            let effects = keys.compactMap { key in
                scripts.step(&state.scripts, key, .init("go", .lasting("w"))).effect
            }
            return .all(effects)
        case .leave(let keys):
            for key in keys { state.scripts[key] = nil }
            return nil
        case .oneByOne(let keys): return .events(keys.map { .leave([$0]) })
        case .exchange(let keys): return .events(keys.flatMap { [.leave([$0]), .enter([$0])] })
        case .end:
            state.isTerminal = true
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
            let (proxy, departed) = (ScriptCollection.Proxy(bufferSize: 8), Counter())
            async let run = TestSupport.result {
                try await ScriptCollection.run(
                    initialState: .init(scripts: [:]), proxy: proxy,
                    observer: .each(ScriptCollection.self) {
                        if case .effectCancelled(_, .childDeparted) = $0 { departed.increment() }
                    }, settings: RunSettings(gracePeriod: .duration(.seconds(1), clock: TestClock())))
            }
            try proxy.send(.enter(keys))
            await idle()
            let before = lookups.count
            switch way {
            case .allAtOnce: try proxy.send(.leave(keys))
            case .oneByOne: try proxy.send(.oneByOne(keys))
            case .exchanged: try proxy.send(.exchange(keys))
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
