import Foundation
import Oak
import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport
import Testing

@Suite("Instances of other processes")
struct ForeignInstanceTests {
    /// A host of a process, whose clock goes on when nothing else can.
    private func host(_ store: some DurableStore) async throws -> DurableHost {
        try await DurableHost(store: store, clock: .whenIdle, observer: { _ in }).opened()
    }

    private func client(_ store: SharedStore) -> DurableClient {
        DurableClient(store: store, clock: .whenIdle)
    }

    @Test("D25 A client starts instances, sends to them and waits for their ends")
    func client() async {
        await explore(seeds: 1...50, with: SharedStore(shards: 3)) { store in
            let host = try await host(store)
            let client = client(store.join())
            let ids = (0..<5).map { DurableID<Probe>("\($0)") }
            for id in ids {
                try await client.start(Probe.self, id: id, initialState: Probe.State())
                for number in 0..<3 {
                    try await client.send(.note("\(number)"), to: id, deduplication: "\(number)")
                    try await client.send(.note("\(number)"), to: id, deduplication: "\(number)")
                }
                try await client.send(.end("done"), to: id)
            }
            for id in ids {
                try await client.value(of: id)
                expectThat(try await client.state(of: id).log == ["0", "1", "2", "done"])
                await #expect(throws: DurableError.instanceEnded(id.name)) {
                    try await client.send(.note("late"), to: id)
                }
            }
            await #expect(throws: DurableError.unknownInstance(DurableID<Probe>("none").name)) {
                try await client.send(.end("done"), to: "none" as DurableID<Probe>)
            }
            await host.close()
        }
    }

    @Test("D25 No event is lost, repeated or out of order when the store answers late, loses answers, or does nothing")
    func lostAnswers() async {
        let fault = Generator<StoreFault>.any(of: [
            .none, .none, .delay(before: 1, after: 3), .delay(before: 4), .failureBefore, .failureAfter, .failureAfter,
        ])
        await explore(seeds: 1...300, events: .lists(of: fault, count: 0...40)) { script in
            let store = SharedStore(shards: 2)
            let (half, rest) = (script.prefix(script.count / 2), script.dropFirst(script.count / 2))
            let first = try await host(LossyStore(store, script: Array(half)))
            let second = try await host(LossyStore(store.join(), script: Array(rest)))
            let clock = TestClock(advancing: .whenIdle)
            let client = DurableClient(store: store.join(), clock: .counting(clock, from: HostFixture.start))
            let ids = (0..<3).map { DurableID<Probe>("\($0)") }
            for id in ids { try await client.start(Probe.self, id: id, initialState: Probe.State()) }
            await withTaskGroup(of: Void.self) { senders in
                for (index, id) in ids.enumerated() {
                    senders.addTask {
                        for number in 0..<6 {
                            let host = (number + index).isMultiple(of: 2) ? first : second
                            // After an error, nobody knows whether the instance has the event.
                            for _ in 0..<20 {
                                do {
                                    if number.isMultiple(of: 3) {
                                        try await client.send(.note("\(number)"), to: id, deduplication: "\(number)")
                                    } else {
                                        try await host.send(.note("\(number)"), to: id, deduplication: "\(number)")
                                    }
                                    break
                                } catch { continue }
                            }
                        }
                    }
                }
            }
            for id in ids {
                try await client.send(.end("done"), to: id, deduplication: "done")
                var log: [String] = []
                for _ in 0..<100 where log.last != "done" {
                    try await clock.sleep(for: .seconds(1))
                    log = try await client.state(of: id).log
                }
                expectThat(log == ["0", "1", "2", "3", "4", "5", "done"], "\(id): \(log)")
            }
            await second.close()
            await first.close()
        }
    }

    @Test("D25 A host that owns nothing sends to the instances of another one, and waits for their ends")
    func hostWithoutShards() async {
        await explore(seeds: 1...50, with: SharedStore(shards: 2)) { store in
            let owner = try await host(store)
            let other = try await host(store.join())
            let ids = (0..<4).map { DurableID<Probe>("\($0)") }
            for id in ids {
                try await other.start(Probe.self, id: id, initialState: Probe.State())
                try await other.send(.note("first"), to: id)
                try await owner.send(.note("second"), to: id)
                try await other.send(.end("done"), to: id)
            }
            for id in ids {
                try await other.value(of: id)
                expectThat(try await owner.log(of: id) == ["first", "second", "done"])
            }
            await other.close()
            await owner.close()
        }
    }

    @Test("D25 A host that lets its activities finish keeps its shards for as long as that takes")
    func draining() async {
        await explore(seeds: 1...20) {
            let clock = TestClock(advancing: .whenIdle)
            let began = Guarded(0)
            let store = SharedStore(shards: 2, forgetsExpired: true)
            func open(_ store: SharedStore) async throws -> DurableHost {
                let host = DurableHost(
                    store: store, clock: .counting(clock, from: HostFixture.start), observer: { _ in })
                let work: @Sendable (String, IdempotencyKey) async throws -> Int? = { _, _ in
                    began.withLock { $0 += 1 }
                    // Longer than a lease.
                    try await clock.sleep(for: .seconds(100))
                    return 1
                }
                return try await host.opened(Probe.Env(work: work))
            }
            let (first, second) = (try await open(store), try await open(store.join()))
            try await clock.sleep(for: .seconds(30))
            let ids = (0..<4).map { DurableID<Probe>("\($0)") }
            for id in ids {
                try await first.start(Probe.self, id: id, initialState: Probe.State())
                try await first.send(.activities(["work"]), to: id)
            }
            while began.withLock({ $0 }) < ids.count { try await clock.sleep(for: .seconds(1)) }
            await first.close(draining: .seconds(200))
            for id in ids { try await second.state(of: id) { $0.log.contains { $0.hasPrefix("work answered") } } }
            expectThat(began.withLock { $0 } == ids.count, "The activities have begun \(began.withLock { $0 }) times")
            await second.close()
        }
    }

    @Test("D25 What was sent without an owner is done when there is one")
    func withoutOwner() async {
        await explore(seeds: 1...20, with: SharedStore(shards: 2)) { store in
            let client = client(store.join())
            let id = try await client.start(Probe.self, id: "1", initialState: Probe.State())
            try await client.send(.note("early"), to: id)
            try await client.send(.end("done"), to: id)
            let host = try await host(store)
            try await client.value(of: id)
            expectThat(try await host.log(of: id) == ["early", "done"])
            await host.close()
        }
    }

    @Test("D25 An instance waits for a newer process with an event that only that can read")
    func newerEvent() async {
        await explore(seeds: 1...20, with: SharedStore(shards: 2)) { store in
            let host = try await host(store)
            let id = try await host.start(Probe.self, id: "1", initialState: Probe.State())
            try await host.send(.note("first"), to: id)
            let data = try JSONEncoder().encode(Probe.Event.note("new"))
            let event = StoredMessage(to: id.name, .event(data, version: 2))
            _ = try await store.join().send(event, deduplication: nil, at: HostFixture.start)
            await turns(300)
            expectThat(try await host.summary(of: id).status == .running)
            await #expect(throws: DurableError.unsupportedVersion(id.name, version: 2, supported: 1)) {
                try await host.send(.note("later"), to: id)
            }
            expectThat(try await host.log(of: id) == ["first"])
            await host.close()
        }
    }

    @Test("D25 A client of a store that belongs to one process gets an error")
    func unshared() async throws {
        let client = DurableClient(store: MemoryStore())
        await #expect {
            try await client.start(Probe.self, id: "1", initialState: Probe.State())
        } throws: { error in
            if case DurableError.storeFailed(let text) = error { text.contains("its host") } else { false }
        }
    }
}
