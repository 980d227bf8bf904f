import Foundation
import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport
import Testing

@Suite("D23 A host takes the events that others have put into its inboxes")
struct ArrivalTests {
    @Test("D23 An event that others have sent comes before those that are sent to the host afterwards")
    func order() async {
        await explore(seeds: 1...60, with: SharedStore(shards: 1)) { store in
            let (host, probe) = try await HostFixture(store: store, settings: .idle(1)).probe()
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
        await explore(seeds: 1...100, with: SharedStore(shards: 1)) { store in
            let (host, probe) = try await HostFixture(store: store).probe()
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
        await explore(seeds: 1...30, with: SharedStore(shards: 1)) { store in
            // The first transaction starts the probe, and the others ask for what has arrived.
            let lossy = LossyStore(store, script: [.none, .failureBefore, .failureBefore, .failureBefore])
            let host = try await DurableHost(store: lossy, clock: .whenIdle, settings: .patient).opened()
            let probe = try await host.start(Probe.self, id: "1", initialState: Probe.State())
            try await store.arrive(.note("a"), for: probe)
            try await host.state(of: probe) { $0.log == ["a"] }
            await host.close()
        }
    }

    @Test("D23 Late news of the start of an instance that runs begins no activity anew")
    func lateNews() async {
        await explore(seeds: 1...30, with: SharedStore(shards: 1)) { store in
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

extension SharedStore {
    /// Puts an event into the inbox of a probe, as another process does.
    fileprivate func arrive(_ event: Probe.Event, for probe: DurableID<Probe>) async throws {
        let message = StoredMessage(to: probe.name, .event(try JSONEncoder().encode(event), version: 1))
        _ = try await send(message, deduplication: nil, at: HostFixture.start)
    }
}
