import Foundation
import Oak
import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport
import Testing

@Suite("Durable hosts under every interleaving")
struct ExploreHostTests {
    @Test("D1 D2 No event is lost, repeated or stuck when the store delays, reorders and fails and processes crash")
    func faultyStores() async {
        let fault = Generator<StoreFault>.any(of: [
            .none, .none, .none, .none, .delay(before: 1, after: 2), .delay(before: 3), .failureBefore, .failureAfter,
            .crashBefore, .crashAfter,
        ])
        await explore(seeds: Effort.seeds(200), events: .lists(of: fault, count: 0...40)) { script in
            let contents = MemoryStore()
            let bank = Bank()
            var rest = script[...]
            while !rest.isEmpty {
                let faults = Array(rest.prefix(12))
                rest = rest.dropFirst(12)
                try? await live(on: FaultyStore(contents, script: faults), bank, untilDone: false)
            }
            try await live(on: contents, bank, untilDone: true)
        }
    }

    @Test("A deadline fires while its instance leaves memory")
    func deadlinesOfInstancesThatArePutAway() async {
        await explore(seeds: Effort.seeds(50)) {
            let (clock, store) = (TestClock(advancing: .whenIdle), SlowStore())
            let host = try await HostFixture(store: store, clock: clock, settings: .idle(1)).host()
            let (a, b) = (DurableID<Probe>("a"), DurableID<Probe>("b"))
            for id in [a, b] { try await host.start(Probe.self, id: id, initialState: Probe.State()) }
            try await host.send(.startTimer("t", seconds: 5), to: a)
            store.holdUp(.deadlines)
            try await clock.sleep(for: .seconds(6))
            // The other instance takes the place of the first in memory while the deadline is on its way.
            try await host.send(.note("1"), to: b)
            store.letGo(.deadlines)
            try await host.state(of: a) { $0.log == ["fired t"] }
            await host.close()
        }
    }

    @Test("A host goes on when the store has renewed its leases, and not at the end of its pause")
    func endOfOutage() async {
        await explore(seeds: 1...50) {
            let (clock, isBroken) = (TestClock(advancing: .whenIdle), Guarded(false))
            // Its leases are renewed, although it has one process.
            let store = FaultyStore(
                SharedStore(shards: 1), faults: Generator { _ in isBroken.withLock { $0 } ? .failureBefore : .none },
                seed: 1, operations: [.commit, .renew])
            let fixture = HostFixture(store: store, clock: clock, observer: { _ in })
            let (host, id) = try await fixture.probe(
                Probe.Env(work: { _, _ in 1 }), in: Probe.State(activities: ["work"]))
            isBroken.withLock { $0 = true }
            // The pauses of the host end after 1, 3, 7, 15, 31 and 61 seconds.
            try await clock.sleep(for: .seconds(32))
            isBroken.withLock { $0 = false }
            try await host.state(of: id) { $0.log == ["work answered 1"] }
            expectThat(clock.now.offset <= .seconds(41), "\(clock.now.offset)")
            await host.close()
        }
    }
}

/// Carries out each payment once, whatever the number of requests.
private final class Bank: Sendable {
    let payments = Guarded<[String: Int]>([:])
    let acknowledged = Guarded<Set<String>>([])
    let tried = Guarded<Set<String>>([])

    func has(_ key: String, _ id: DurableID<Probe>) -> Bool { acknowledged.withLock { $0.contains("\(id)/\(key)") } }

    func isFirstTry(of key: String, _ id: DurableID<Probe>) -> Bool {
        tried.withLock { $0.insert("\(id)/\(key)").inserted }
    }

    func pay(_ key: IdempotencyKey) -> Int {
        payments.withLock { payments in
            payments["\(key)", default: 0] += 1
            return payments.count
        }
    }
}

/// One process: sends events that have not been acknowledged, and ends without closing its host.
private func live(on store: any DurableStore, _ bank: Bank, untilDone: Bool) async throws {
    let host = try await HostFixture(store: store, clock: TestClock(advancing: .whenIdle), settings: .idle(1)).host(
        Probe.Env(work: { _, key in
            await Task.yield()
            return bank.pay(key)
        }))
    let ids = ["a", "b"].map { DurableID<Probe>($0) }
    for id in ids { try await host.start(Probe.self, id: id, initialState: Probe.State()) }
    await withTaskGroup(of: Void.self) { senders in
        for id in ids { senders.addTask { await send(id, host, bank) } }
    }
    guard untilDone else { return await host.close() }
    for id in ids {
        let certain = Set(["pay answered", "acted n2", "fired t"] + ["n1", "n3"].filter { bank.has($0, id) })
        let state = try await host.state(of: id) { certain.isSubset(of: $0.log.map(\.withoutAmount)) }
        let found = state.log.map(\.withoutAmount)
        expectThat(Set(found).count == found.count, "\(id) has processed an event twice: \(found)")
        let numbers = try await host.history(of: id).map(\.number)
        expectThat(numbers == Array(1...numbers.count), "\(id) has a journal with gaps: \(numbers)")
    }
    let keys = bank.payments.withLock { $0.keys.sorted() }
    expectThat(keys.count == 2, "The payments had the keys \(keys)")
    await host.close()
}

/// The events, and whether each is sent again, with the same key, until it is acknowledged.
private let events: [(String, Probe.Event, isRepeated: Bool)] = [
    ("pay", .activities(["pay"]), true), ("n1", .note("n1"), false), ("n2", .act("n2"), true),
    ("t", .startTimer("t", seconds: 5), true), ("n3", .note("n3"), false),
]

extension String {
    fileprivate var withoutAmount: String { hasPrefix("pay") ? "pay answered" : self }
}

private func send(_ id: DurableID<Probe>, _ host: DurableHost, _ bank: Bank) async {
    for (key, event, isRepeated) in events {
        guard !bank.has(key, id), isRepeated || bank.isFirstTry(of: key, id) else { continue }
        guard (try? await host.send(event, to: id, deduplication: isRepeated ? key : nil)) != nil else { continue }
        bank.acknowledged.withLock { _ = $0.insert("\(id)/\(key)") }
    }
}
