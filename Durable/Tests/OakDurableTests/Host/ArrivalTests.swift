import Foundation
import OakDurable
import OakTesting
import TestSupport
import Testing

@Suite("D23 A host takes the events that others have put into its inboxes")
struct ArrivalTests {
    @Test("D23 An event that others have sent comes before those that are sent to the host afterwards")
    func order() async {
        await explore(seeds: 1...60, with: OpenStore()) { store in
            let fixture = HostFixture(store: store, settings: DurableSettings(idleInstances: 1))
            let (host, probe) = try await fixture.probe()
            try await host.start(Probe.self, id: "2", initialState: Probe.State())
            for number in 0..<12 {
                if number.isMultiple(of: 3) {
                    try await host.send(.note("\(number)"), to: probe)
                } else {
                    try await store.arrive(.note("\(number)"), for: probe)
                }
                // Lets the host put away the instance, or take the event by itself.
                if number.isMultiple(of: 5) { try await host.send(.note("other"), to: DurableID<Probe>("2")) }
                await turns(number * 2)
            }
            try await host.state(of: probe) { $0.log == (0..<12).map(String.init) }
            await host.close()
        }
    }

    @Test("D23 An event of others is processed, though the host has stored later ones before it knows of it")
    func overtaken() async {
        await explore(seeds: 1...100, with: OpenStore()) { store in
            let fixture = HostFixture(store: store)
            let (host, probe) = try await fixture.probe()
            let other = try await host.start(Probe.self, id: "2", initialState: Probe.State())
            async let events: Void = {
                for number in 0..<6 { try await store.arrive(.note("other \(number)"), for: probe) }
            }()
            async let messages: Void = {
                for number in 0..<6 { try await host.send(.tell("1", note: "message \(number)"), to: other) }
            }()
            for number in 0..<6 { try await host.send(.note("\(number)"), to: probe, deduplication: "\(number)") }
            _ = try await (events, messages)
            let log = try await host.state(of: probe) { $0.log.count == 18 }.log
            let senders = Dictionary(grouping: log) { $0.split(separator: " ").dropLast().first }
            expectThat(senders.count == 3 && senders.values.allSatisfy { $0 == $0.sorted() }, "\(log)")
            await host.close()
        }
    }

    @Test("D23 An event of others is taken after errors of the store, without another event")
    func errors() async {
        await explore(seeds: 1...30, with: OpenStore()) { store in
            let host = try await DurableHost(
                store: store, clock: .counting(TestClock(advancing: .whenIdle), from: HostFixture.start),
                settings: .patient
            ).opened()
            let probe = try await host.start(Probe.self, id: "1", initialState: Probe.State())
            store.failures.withLock { $0 = 3 }
            try await store.arrive(.note("a"), for: probe)
            try await host.state(of: probe) { $0.log == ["a"] }
            await host.close()
        }
    }

    @Test("D23 Late news of the start of an instance that runs begins no activity anew")
    func lateNews() async {
        await explore(seeds: 1...30, with: OpenStore()) { store in
            let fixture = HostFixture(store: store)
            let clock = fixture.clock
            let begun = Guarded(0)
            let work: @Sendable (String, IdempotencyKey) async throws -> Int? = { _, _ in
                begun.withLock { $0 += 1 }
                try await clock.sleep(for: .seconds(1))
                return 1
            }
            let (host, probe) = try await fixture.probe(
                Probe.Env(work: work), in: Probe.State(activities: ["a"]))
            while begun.withLock({ $0 }) == 0 { await Task.yield() }
            store.tell(StoredNotice(to: probe.name, .start))
            await turns()
            try await host.send(.activities([]), to: probe)
            try await host.send(.note("done"), to: probe)
            try await host.state(of: probe) { $0.log == ["done"] }
            expectThat(begun.withLock { $0 } == 1)
            await host.close()
        }
    }
}

/// A store in memory into which others put events.
private final class OpenStore: ForwardingStore {
    struct Failure: Error {}

    let base = MemoryStore()
    /// How often the host does not get the events of others.
    let failures = Guarded(0)
    private let lease = Guarded<StoreLease?>(nil)
    private let arrived = Guarded<[StoredNotice]>([])
    private let latest = Guarded(0)
    private let isLocked = Guarded(false)
    private let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    func latestArrival(in shard: StoreShard) -> Int { latest.withLock { $0 } }

    func awaitArrivals() -> AsyncStream<Void> { signals }

    func claim(by owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        let claimed = try await base.claim(by: owner, at: now)
        lease.withLock { $0 = claimed[0] }
        return claimed
    }

    /// Puts an event into the inbox of a probe.
    func arrive(_ event: Probe.Event, for probe: DurableID<Probe>) async throws {
        guard let lease = lease.withLock({ $0 }), let key = try await base.instance(probe.name)?.key else { return }
        let data = try JSONEncoder().encode(event)
        try await locked {
            let change = StoreChange.receive(event: data, version: 1, for: key)
            guard case .stored(let number) = try await base.commit([change], under: lease, at: Date()).first else {
                return
            }
            let event = StoredEvent(number: number, version: 1, received: Date(), event: data)
            note(StoredNotice(to: probe.name, event))
        }
        signal.yield()
    }

    /// Tells the host something.
    func tell(_ notice: StoredNotice) {
        note(notice)
        signal.yield()
    }

    private func note(_ notice: StoredNotice) {
        arrived.withLock { $0.append(notice) }
        latest.withLock { $0 += 1 }
    }

    /// The owner and others wait for each other, as for the lock of a file.
    private func locked<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        let isFree = { self.isLocked.withLock { isLocked in (!isLocked, isLocked = true).0 } }
        while !isFree() { await Task.yield() }
        defer { isLocked.withLock { $0 = false } }
        return try await body()
    }

    private func takeNotices() -> [StoredNotice] {
        arrived.withLock { notices in
            defer { notices = [] }
            return notices
        }
    }

    func commit(_ batches: [StoreBatch], at now: Date) async throws -> [[StoreAnswer]] {
        guard let changes = batches.first?.changes, !changes.isEmpty else {
            return try await base.commit(batches, at: now)
        }
        if changes.contains(.takeArrivals) {
            let fails = failures.withLock { count in
                defer { count = max(0, count - 1) }
                return count > 0
            }
            if fails { throw Failure() }
        }
        return try await locked {
            let (notices, latest) = (takeNotices(), latestArrival(in: .first))
            var answers = try await base.commit(batches, at: now)
            if !notices.isEmpty || changes.contains(.takeArrivals) {
                answers[0][0] = .arrived(StoredArrivals(notices, upTo: latest), answers[0][0])
            }
            return answers
        }
    }
}
