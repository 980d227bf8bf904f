import Foundation
import Oak
import OakDurable
import OakTesting
import TestSupport
import Testing

@Suite("Forks, retention and limits of durable machines")
struct RetentionTests {
    private let fixture = HostFixture()

    @Test("D21 A fork begins in the state of an earlier macrostep, with work of its own, and leaves the other as it is")
    func fork() async throws {
        let keys = Recorder<String>()
        let (host, id) = try await HostFixture().probe(
            .noting(in: keys) { _, key in "\(key)" })
        try await host.send(.note("first"), to: id)
        try await host.send(.activities(["work"]), to: id)
        try await host.state(of: id) { $0.log.count == 2 }
        try await host.send(.end("over"), to: id)
        try await host.value(of: id)
        let fork = try await host.fork(id, from: 2, as: "2")
        try await host.state(of: fork) { $0.log == ["first", "work answered 1"] }
        #expect(keys.values == ["probe/1@1/work#2", "probe/2@2/work#0"])
        #expect(try await host.history(of: fork).map(\.number) == [1])
        #expect(try await host.log(of: id) == ["first", "work answered 1", "over"])
        let ended = try await host.fork(id, from: 4, as: "3")
        #expect(try await host.summary(of: ended).status == .ended)
        await #expect(throws: DurableError.instanceExists(fork.name)) { try await host.fork(id, from: 1, as: fork) }
        for number in [-1, 0, 5] {
            await #expect(throws: DurableError.unknownMacrostep(id.name, number: number)) {
                try await host.fork(id, from: number, as: "4")
            }
        }
        await host.close()
    }

    @Test("D21 A fork migrates a state that an older program wrote")
    func forkOfOlderVersion() async throws {
        let first = try await fixture.host(AccountV1.self, ())
        let old = try await first.start(AccountV1.self, id: "a", initialState: AccountV1.State(euros: 1))
        try await first.send(.pay(euros: 2), to: old)
        await first.close()
        let second = try await fixture.host(AccountV2.self, AccountV2.Env())
        let id = DurableID<AccountV2>("a")
        try await second.send(.pay(cents: 50), to: id)
        let fork = try await second.fork(id, from: 1, as: "b")
        #expect(try await second.state(of: fork).cents == 300)
        #expect(try await second.state(of: id).cents == 350)
        await second.close()
    }

    @Test("D21 Without states in the journal, a fork is refused with the name of the setting")
    func withoutStates() async throws {
        let (host, id) = try await HostFixture(settings: DurableSettings(journalStates: false)).probe()
        for text in ["a", "b"] { try await host.send(.note(text), to: id) }
        #expect(try await host.history(of: id).allSatisfy { $0.state == nil })
        let error = DurableError.journalWithoutState(id.name, number: 1)
        await #expect(throws: error) { try await host.fork(id, from: 1, as: "2") }
        #expect(error.localizedDescription.contains("journalStates"))
        // The present state needs no journal.
        #expect(try await host.log(of: try await host.fork(id, from: 2, as: "2")) == ["a", "b"])
        await host.close()
    }

    @Test("D21 Failed instances are removed after the time of the settings, with an occurrence")
    func keepsFailed() async throws {
        let occurrences = Recorder<Int>()
        let removed = Gate<Void>()
        let fixture = HostFixture(settings: DurableSettings(keepsFailed: 3 * 3600)) { occurrence in
            guard case .removedFailed(let count) = occurrence else { return }
            occurrences.record(count)
            removed.open()
        }
        let host = try await fixture.host()
        let ids = ["1", "2", "3"].map { DurableID<Probe>($0) }
        for id in ids { try await host.start(Probe.self, id: id, initialState: Probe.State()) }
        for id in ids.prefix(2) { try await host.fail(id) }
        for hour in 1...4 {
            // The host sleeps again only after its look at the store.
            while !fixture.clock.sleepers.contains(where: { $0.offset == .seconds(3600 * hour) }) { await Task.yield() }
            await fixture.clock.advance(by: .seconds(3600))
            if hour == 2 { #expect(try await host.list().count == 3) }
        }
        try await removed.wait()
        #expect(occurrences.values == [2])
        #expect(try await host.list().map(\.name.id) == ["3"])
        try await host.start(Probe.self, id: ids[0], initialState: Probe.State(log: ["new"]))
        #expect(try await host.waitingEvents(of: ids[0]).isEmpty)
        await host.close()
    }

    @Test("D21 A failed instance takes as many events as the settings allow, and more after a skip")
    func fullInbox() async throws {
        let (host, id) = try await HostFixture(settings: DurableSettings(waitingEvents: 4)).probe()
        try await host.fail(id)
        for index in 1..<4 { try await host.send(.note("\(index)"), to: id, deduplication: "\(index)") }
        let full = DurableError.inboxFull(id.name, limit: 4)
        await #expect(throws: full) { try await host.send(.note("4"), to: id, deduplication: "4") }
        await #expect(throws: full) { try await host.send(.note("5"), to: id) }
        let waiting = try await host.waitingEvents(of: id)
        try await host.skip(waiting[0].number, of: id)
        try await host.send(.note("4"), to: id, deduplication: "4")
        await #expect(throws: full) { try await host.send(.note("5"), to: id) }
        // A repetition takes no room.
        try await host.skip(waiting[1].number, of: id)
        try await host.send(.note("4"), to: id, deduplication: "4")
        try await host.send(.note("5"), to: id)
        try await host.retry(id)
        try await host.state(of: id) { $0.log == ["2", "3", "4", "5"] }
        for index in 0..<9 { try await host.send(.note("\(index)"), to: id, deduplication: "n\(index)") }
        #expect(try await host.log(of: id).count == 13)
        await host.close()
    }

    @Test("D21 Many events that wait for a retry are counted once")
    func countsOnce() async throws {
        let store = CountingInbox()
        let (host, id) = try await HostFixture(store: store).probe()
        try await host.fail(id)
        for index in 0..<20 { try await host.send(.note("\(index)"), to: id) }
        #expect(store.count.withLock { $0 } == 1)
        await host.close()
    }
}

/// A store that counts how often it counts waiting events.
private final class CountingInbox: ForwardingStore {
    let base = MemoryStore()
    let count = Guarded(0)
    func waiting(of instance: InstanceKey) async throws -> Int {
        count.withLock { $0 += 1 }
        return try await base.waiting(of: instance)
    }
}
