import Foundation
import Oak
import OakDurable
import OakTesting
import TestSupport
import Testing

@Suite("Operating durable machines")
struct OperateTests {
    private let fixture = HostFixture()

    @Test("D21 A patch is a macrostep: activities and time-outs of the new state begin, those of the old one end")
    func patch() async throws {
        let (begun, ended) = (Recorder<String>(), Gate<Void>())
        let (host, id) = try await fixture.probe(
            Probe.Env(work: { name, key in
                begun.record("\(key)")
                defer { if name == "old" { ended.open() } }
                return name == "old" ? try await Gate<Int?>().wait() : 1
            }), in: Probe.State(activities: ["old"], limits: ["month": 10]))
        try await host.patch(id) { state in
            state.activities = ["new"]
            state.limits = ["year": 20]
        }
        try await ended.wait()
        try await host.state(of: id) { $0.log == ["new answered 1"] }
        #expect(begun.values == ["probe/1@1/old#0", "probe/1@1/new#1"])
        let history = try await host.history(of: id)
        #expect(history.map(\.cause) == [.patch, .activity(name: "new")])
        #expect(history.first?.event == nil)
        await fixture.clock.advance(by: .seconds(30))
        try await host.state(of: id) { $0.log == ["new answered 1", "fired year"] }
        await host.close()
    }

    @Test("D21 A patch leaves the keys of the work that goes on, and the next host finds it")
    func patchKeepsWork() async throws {
        let begun = Recorder<String>()
        let (host, id) = try await fixture.probe(
            .noting(in: begun, until: Gate()) { _, key in "\(key)" }, in: Probe.State(activities: ["work"]))
        while begun.values.isEmpty { await Task.yield() }
        try await host.patch(id) { $0.log.append("patched") }
        try await host.send(.note("after"), to: id)
        await host.close()
        let answered = try await fixture.host(.noting(in: begun) { _, key in "\(key)" })
        try await answered.state(of: id) { $0.log == ["patched", "after", "work answered 1"] }
        #expect(Set(begun.values) == ["probe/1@1/work#0"])
        await answered.close()
    }

    @Test("D21 A failed instance takes a patch and stays failed, and its retry goes on with the patched state")
    func patchOfFailed() async throws {
        let (host, id) = try await fixture.probe()
        try await host.fail(id)
        try await host.patch(id) { $0 = Probe.State(limits: ["a": 10], log: ["patched"]) }
        #expect(try await host.summary(of: id).status == .failed)
        #expect(try await host.log(of: id) == ["patched"])
        await fixture.clock.advance(by: .seconds(20))
        #expect(try await host.log(of: id) == ["patched"])
        let event = try #require(try await host.waitingEvents(of: id).first)
        try await host.skip(event.number, of: id)
        try await host.retry(id)
        try await host.state(of: id) { $0.log == ["patched", "fired a"] }
        #expect(try await host.waitingEvents(of: id).isEmpty)
        await host.close()
    }

    @Test("D21 A patch to a terminal state ends the instance, and a later one is refused")
    func patchThatEnds() async throws {
        let (host, id) = try await HostFixture().probe(in: Probe.State(activities: ["work"]))
        try await host.patch(id, to: Probe.State(log: ["over"], isTerminal: true))
        #expect(try await host.value(of: id) == 0)
        await #expect(throws: DurableError.instanceEnded(id.name)) { try await host.patch(id) { $0.log = [] } }
        await #expect(throws: DurableError.instanceEnded(id.name)) { try await host.skip(1, of: id) }
        let other = try await host.start(Probe.self, id: "2", initialState: Probe.State())
        try await host.cancel(other)
        await #expect(throws: DurableError.instanceCancelled(other.name)) {
            try await host.patch(other) { $0.log = [] }
        }
        await #expect(throws: DurableError.instanceCancelled(other.name)) {
            try await host.edit(1, of: other, to: .note("x"))
        }
        await #expect(throws: DurableError.unknownInstance(DurableID<Probe>("3").name)) {
            try await host.patch("3" as DurableID<Probe>) { $0.log = [] }
        }
        await host.close()
    }

    @Test("D21 A patch whose closure throws changes nothing")
    func patchThatThrows() async throws {
        struct Refused: Error {}
        let (host, id) = try await HostFixture().probe(in: Probe.State(log: ["first"]))
        await #expect(throws: Refused.self) {
            try await host.patch(id) { state in
                state.log = []
                throw Refused()
            }
        }
        #expect(try await host.log(of: id) == ["first"])
        #expect(try await host.history(of: id).isEmpty)
        try await host.send(.note("second"), to: id)
        #expect(try await host.log(of: id) == ["first", "second"])
        await host.close()
    }

    @Test("D21 A state that nobody can decode is replaced")
    func patchOfUndecodable() async throws {
        let lease = try await fixture.store.claim(by: StoreOwner(), at: HostFixture.start)[0]
        let id = DurableID<Probe>("1")
        let damaged = StoredInstance(
            InstanceSummary(name: id.name, version: 1), state: Data("{}".utf8),
            activities: [StoredActivity(name: "work", number: 0), StoredActivity(name: "gone", number: 0)])
        _ = try await fixture.store.commit([.create(damaged)], under: lease, at: HostFixture.start)
        let keys = Recorder<String>()
        let host = try await fixture.host(
            .noting(in: keys) { _, key in "\(key)" })
        while try await host.summary(of: id).status != .failed { await Task.yield() }
        await #expect(throws: DurableError.self) { try await host.patch(id) { $0.log = [] } }
        try await host.patch(id, to: Probe.State(activities: ["work"]))
        try await host.retry(id)
        try await host.state(of: id) { $0.log == ["work answered 1"] }
        #expect(keys.values == ["probe/1@1/work#0"])
        await host.close()
    }

    @Test("D21 A skipped event is never processed, although the run has received it")
    func skipOfReceived() async throws {
        let begun = Gate<Void>()
        let acted = Recorder<String>()
        let (host, id) = try await HostFixture().probe(
            Probe.Env(act: { text in
                begun.open()
                if text == "slow" { _ = try await Gate<Int?>().wait() }
                acted.record(text)
            }))
        async let sending: Void = host.send(.act("slow"), to: id)
        try await begun.wait()
        try await sending
        try await host.send(.act("next"), to: id, deduplication: "k")
        let waiting = try await host.waitingEvents(of: id)
        #expect(waiting.count == 2)
        try await host.skip(waiting[0].number, of: id)
        try await host.state(of: id) { $0.log == ["acted next"] }
        #expect(acted.values == ["next"])
        await #expect(throws: DurableError.unknownEvent(id.name, waiting[0].number)) {
            try await host.skip(waiting[0].number, of: id)
        }
        // The key of an event stays.
        try await host.send(.act("next"), to: id, deduplication: "k")
        #expect(try await host.log(of: id) == ["acted next"])
        await host.close()
    }

    @Test("D21 An edited event is processed in the place of the former one, with its deduplication key")
    func edit() async throws {
        let (host, id) = try await HostFixture().probe(in: Probe.State(isBusy: true))
        for text in ["a", "b", "c"] { try await host.send(.request(text), to: id, deduplication: text) }
        let waiting = try await host.waitingEvents(of: id)
        #expect(waiting.count == 3)
        try await host.edit(waiting[1].number, of: id, to: .request("B"))
        try await host.send(.request("b"), to: id, deduplication: "b")
        try await host.send(.busy(false), to: id)
        try await host.state(of: id) { $0.log == ["a", "B", "c"] }
        await host.close()
    }

    @Test("D21 An activity cannot change its own instance, and one of another instance can")
    func fromWithin() async throws {
        let errors = Recorder<DurableError>()
        let hosts = Guarded<DurableHost?>(nil)
        let opened = Gate<Void>()
        let host = DurableHost(store: fixture.store, clock: fixture.durableClock)
        hosts.withLock { $0 = host }
        try await host.register(
            Probe.self,
            env: Probe.Env(work: { name, key in
                try await opened.wait()
                guard let host = hosts.withLock({ $0 }) else { return 0 }
                do {
                    try await host.patch(DurableID<Probe>(name)) { $0.log.append("by \(key.instance.id)") }
                } catch let error as DurableError { errors.record(error) }
                return 1
            }))
        try await host.open()
        let (a, b) = (DurableID<Probe>("a"), DurableID<Probe>("b"))
        try await host.start(Probe.self, id: b, initialState: Probe.State())
        try await host.start(Probe.self, id: a, initialState: Probe.State(activities: ["a", "b"]))
        opened.open()
        try await host.state(of: a) { $0.log.count == 2 }
        #expect(errors.values == [.operatedFromWithin(a.name)])
        #expect(try await host.log(of: b) == ["by a"])
        hosts.withLock { $0 = nil }
        await host.close()
    }

    @Test("D21 Events that are sent during patches, edits and skips are processed once, in every order of the steps")
    func interleavings() async {
        await explore(seeds: 1...300, with: SlowStore()) { store in
            let host = try await DurableHost(store: store, settings: .idle(1))
                .opened(Probe.Env(work: { _, _ in 1 }, act: { _ in await Task.yield() }))
            let id = try await host.start(Probe.self, id: "1", initialState: Probe.State(isBusy: true))
            try await host.send(.request("skipped"), to: id, deduplication: "s")
            let waiting = try await host.waitingEvents(of: id)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<4 {
                    group.addTask {
                        let event = index % 2 == 0 ? Probe.Event.act("\(index)") : .note("\(index)")
                        try await host.send(event, to: id, deduplication: index < 2 ? "\(index)" : nil)
                    }
                    group.addTask { try await host.patch(id) { $0.limits["\(index)"] = 1000 } }
                }
                group.addTask { try await host.skip(waiting[0].number, of: id) }
                try await group.waitForAll()
            }
            try await host.send(.busy(false), to: id)
            let state = try await host.state(of: id) { !$0.isBusy && $0.log.count == 4 }
            #expect(state.log.sorted() == ["1", "3", "acted 0", "acted 2"])
            #expect(state.limits.count == 4)
            await host.close()
        }
    }
}
