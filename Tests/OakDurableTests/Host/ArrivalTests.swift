import Foundation
import OakDurable
import OakTesting
import TestSupport
import Testing

@Suite("D23 A host takes the events that others have put into its inboxes")
struct ArrivalTests {
    @Test("D23 An event that others have sent comes before those that are sent to the host afterwards")
    func order() async {
        await explore(seeds: 1...60) {
            var fixture = HostFixture()
            let store = OpenStore()
            fixture.store = store
            fixture.settings.idleInstances = 1
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

    @Test("D23 An event of others is taken after errors of the store, without another event")
    func errors() async {
        await explore(seeds: 1...30) {
            let store = OpenStore()
            let host = DurableHost(
                store: store, clock: .counting(TestClock(advancing: .whenIdle), from: HostFixture.start),
                settings: .patient)
            try await host.register(Probe.self, env: Probe.Env())
            try await host.open()
            let probe = try await host.start(Probe.self, id: "1", initialState: Probe.State())
            store.failures.withLock { $0 = 3 }
            try await store.arrive(.note("a"), for: probe)
            try await host.state(of: probe) { $0.log == ["a"] }
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
    private let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    var mayHaveArrivals: Bool { arrived.withLock { !$0.isEmpty } }

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
        let change = StoreChange.receive(event: data, version: 1, for: key)
        guard case .stored(let number) = try await base.commit([change], under: lease, at: Date()).first else { return }
        arrived.withLock {
            $0.append(
                StoredNotice(
                    to: probe.name, StoredEvent(number: number, version: 1, received: Date(), event: data)))
        }
        signal.yield()
    }

    private func takeNotices() -> [StoredNotice] {
        arrived.withLock { notices in
            defer { notices = [] }
            return notices
        }
    }

    func commit(_ batches: [StoreBatch], at now: Date) async throws -> [[StoreAnswer]] {
        let takes = batches.contains { $0.changes.contains(.takeArrivals) }
        if takes {
            let fails = failures.withLock { count in
                defer { count = max(0, count - 1) }
                return count > 0
            }
            if fails { throw Failure() }
        }
        let notices = takes ? takeNotices() : []
        let answers = try await base.commit(batches, at: now)
        guard takes, let first = batches[0].changes.firstIndex(of: .takeArrivals) else { return answers }
        var told = answers
        if !notices.isEmpty { told[0][first] = .told(answers[0][first], notices) }
        return told
    }
}
