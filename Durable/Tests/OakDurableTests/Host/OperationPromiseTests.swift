import Foundation
import Oak
@testable import OakDurable
import OakDurableTesting
import OakTesting
import Synchronization
import TestSupport
import Testing

/// A machine with the name of another one.
private enum Namesake: DurableTransducer, EffectTransducer {
    enum State: Codable, Sendable, NonTerminal { case only }
    enum Event: Codable, Sendable { case event }
    static let machineName = Probe.machineName
    static func update(_ state: inout State, event: Event) -> Effect? { nil }
}

/// A store that answers the first changes of a transaction only.
private struct Taciturn: ForwardingStore {
    let base = MemoryStore()
    func commit(_ batches: [StoreBatch], at now: Date) async throws -> [[StoreAnswer]] {
        try await base.commit(batches, at: now).map { Array($0.dropLast()) }
    }
}

/// A store that counts the deadlines that it is asked for.
private final class CountingStore: ForwardingStore {
    let base = MemoryStore()
    let count = Mutex(0)
    func deadlines(
        in shards: Set<StoreShard>, after last: DeadlineReference?, limit: Int
    ) async throws -> [DeadlineReference] {
        let page = try await base.deadlines(in: shards, after: last, limit: limit)
        count.withLock { $0 += page.count }
        return page
    }
}

@Suite("Promises to operators of durable machines")
struct OperationPromiseTests {
    private let fixture = HostFixture()

    @Test("D3 A new instance with the name of a removed one has other keys")
    func keysAreNeverReused() async throws {
        let keys = Recorder<String>()
        let (host, id) = try await fixture.probe(
            .noting(in: keys) { _, key in "\(key)" })
        for round in 0..<2 {
            if round > 0 { try await host.start(Probe.self, id: id, initialState: Probe.State()) }
            try await host.send(.activities(["work"]), to: id)
            try await host.state(of: id) { $0.log == ["work answered 1"] }
            try await host.cancel(id)
            #expect(try await host.removeEnded(before: .distantFuture) == 1)
        }
        #expect(keys.values == ["probe/1@1/work#1", "probe/1@2/work#1"])
        await host.close()
    }

    @Test("D2 A repetition of an event is no error after the end of its instance, and a new event is one")
    func repetitionAfterTheEnd() async throws {
        let (host, id) = try await HostFixture().probe()
        try await host.send(.end("over"), to: id, deduplication: "last")
        try await host.send(.end("over"), to: id, deduplication: "last")
        await #expect(throws: DurableError.instanceEnded(id.name)) {
            try await host.send(.note("new"), to: id, deduplication: "new")
        }
        await #expect(throws: DurableError.instanceEnded(id.name)) { try await host.send(.note("new"), to: id) }
        await host.close()
    }

    @Test("D9 An event that a full instance would postpone is refused, and one that it can process is not")
    func tooManyPostponed() async throws {
        let fixture = HostFixture(settings: DurableSettings(postponedEvents: 3))
        let (host, id) = try await fixture.probe()
        try await host.send(.busy(true), to: id)
        for number in 0..<3 { try await host.send(.request("\(number)"), to: id) }
        await #expect(throws: DurableError.tooManyPostponed(id.name, limit: 3)) {
            try await host.send(.request("refused"), to: id)
        }
        // Read again with all that it has postponed.
        await host.close()
        let next = try await fixture.host()
        await #expect(throws: DurableError.tooManyPostponed(id.name, limit: 3)) {
            try await next.send(.request("refused"), to: id)
        }
        try await next.send(.busy(false), to: id)
        try await next.send(.request("3"), to: id)
        #expect(try await next.state(of: id) { $0.log.count == 4 }.log == ["0", "1", "2", "3"])
        await next.close()
    }

    @Test("D9 The limit holds for one sender after another and for many at once", arguments: [0, 1, 10])
    func limitHolds(limit: Int) async throws {
        let fixture = HostFixture(settings: DurableSettings(postponedEvents: limit))
        let (host, id) = try await fixture.probe()
        try await host.send(.busy(true), to: id)
        var accepted = 0
        for number in 0..<100 where (try? await host.send(.request("\(number)"), to: id)) != nil { accepted += 1 }
        #expect(accepted == limit)
        #expect(await requests(300, to: id, on: host) == 0)
        try await host.send(.busy(false), to: id)
        let log = try await host.state(of: id) { $0.log.count == limit }.log
        #expect(log == (0..<limit).map { "\($0)" })
        await host.close()
    }

    @Test("D9 A crowd of senders fills an instance, and the rest of it is refused")
    func crowdIsPostponed() async throws {
        let fixture = HostFixture(settings: DurableSettings(postponedEvents: 1000))
        let (host, id) = try await fixture.probe()
        try await host.send(.busy(true), to: id)
        #expect(await requests(1200, to: id, on: host) == 1000)
        try await host.send(.busy(false), to: id)
        #expect(try await host.state(of: id) { $0.log.count == 1000 }.log.count == 1000)
        #expect(try await host.list().map(\.status) == [.running])
        await host.close()
    }

    /// Sends requests at once.
    ///
    /// - Returns: How many are accepted.
    private func requests(_ count: Int, to id: DurableID<Probe>, on host: DurableHost) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<count {
                group.addTask { (try? await host.send(.request("\(number)"), to: id)) != nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
    }

    @Test("D4 Deadlines of instances that cannot run hold up no other, and are read once")
    func deadlinesDoNotStarve() async throws {
        let store = CountingStore()
        let fixture = HostFixture(store: store)
        let lease = try await store.claim(by: StoreOwner(), at: HostFixture.start)[0]
        let crowd = 2_000
        let due = HostFixture.start.addingTimeInterval(-5)
        for number in 0..<crowd {
            let name = InstanceName(machine: "gone", id: "\(number)")
            let deadline = StoredDeadline(
                name: "limit", number: 0, due: due, duration: 9, policy: .original, version: 1, event: Data())
            let new = StoredInstance(InstanceSummary(name: name, version: 1), state: Data(), deadlines: [deadline])
            _ = try await store.commit([.create(new)], under: lease, at: HostFixture.start)
        }
        try await store.release([lease], at: HostFixture.start)
        let (host, id) = try await fixture.probe()
        for round in 1...20 {
            try await host.send(.startTimer("t\(round)", seconds: 1), to: id)
            while !fixture.clock.sleepers.contains(where: { $0.offset == .seconds(round) }) { await Task.yield() }
            await fixture.clock.advance(by: .seconds(1))
            try await host.state(of: id) { $0.log.count == round }
        }
        #expect(store.count.withLock { $0 } < crowd + 4 * 256)
        await host.close()
    }

    @Test("D4 A host whose clock was set back waits no longer than the time-out, and keeps the original time")
    func clockSetBack() async throws {
        let store = MemoryStore()
        func open(_ clock: TestClock, at seconds: TimeInterval) async throws -> DurableHost {
            let start = HostFixture.start.addingTimeInterval(seconds)
            return try await DurableHost(store: store, clock: .counting(clock, from: start)).opened()
        }
        let (id, other): (DurableID<Probe>, DurableID<Probe>) = ("1", "2")
        let first = try await open(TestClock(), at: 0)
        for id in [id, other] { try await first.start(Probe.self, id: id, initialState: Probe.State()) }
        try await first.send(.startTimer("long", seconds: 100), to: id)
        try await first.send(.startTimer("short", seconds: 10), to: other)
        await first.close()
        // A year back.
        let (back, year) = (TestClock(), TimeInterval(365 * 86_400))
        let early = try await open(back, at: -year)
        await back.advance(by: .seconds(10))
        try await early.state(of: other) { $0.log == ["fired short"] }
        #expect(try await early.log(of: id).isEmpty)
        await early.close()
        let right = TestClock()
        let host = try await open(right, at: 50)
        await right.advance(by: .seconds(49))
        #expect(try await host.log(of: id).isEmpty)
        await right.advance(by: .seconds(1))
        try await host.state(of: id) { $0.log == ["fired long"] }
        await host.close()
    }

    @Test("D11 A type that is not registered, though its name is, is refused, and a machine that comes too late")
    func namesakes() async throws {
        let (host, id) = try await HostFixture().probe()
        let other = DurableID<Namesake>(id.text)
        let type = String(reflecting: Namesake.self)
        let error = DurableError.registeredForAnotherType(machine: Probe.machineName, type: type)
        await #expect(throws: error) { try await host.send(.event, to: other) }
        await #expect(throws: error) { try await host.start(Namesake.self, id: other, initialState: .only) }
        await #expect(throws: error) { _ = try await host.state(of: other) }
        await #expect(throws: error) { try await host.cancel(other) }
        await #expect(throws: DurableError.registeredTooLate(machine: Depot.machineName)) {
            try await host.register(Depot.self, env: Depot.Env())
        }
        await host.close()
    }

    @Test("D11 A store that answers too few changes is an error to those who wait")
    func tooFewAnswers() async throws {
        let fixture = HostFixture(store: Taciturn())
        let host = try await fixture.host()
        await #expect(throws: DurableError.storeFailed("The store has answered 0 of 1 changes.")) {
            try await host.start(Probe.self, id: "1", initialState: Probe.State())
        }
        await host.close()
    }

    @Test("D8 A time-out that begins again, and the end of one, leave no instance in memory")
    func restartedTimeouts() async throws {
        let fixture = HostFixture(settings: .idle(0))
        let (host, id) = try await fixture.probe()
        for _ in 0..<20 {
            try await host.send(.startTimer("t", seconds: 1), to: id)
            async let advance: Void = fixture.clock.advance(by: .seconds(1))
            try await host.send(.startTimer("t", seconds: 1), to: id)
            await advance
        }
        try await host.send(.cancelTimer("t"), to: id)
        while await host.instancesInMemory > 0 { await Task.yield() }
        await host.close()
    }

    @Test("D8 A crowd of interrupted instances is taken up in portions, and an event that is sent comes first")
    func crowdIsTakenUp() async throws {
        let fixture = HostFixture(settings: DurableSettings(idleInstances: 0, interruptedInstances: 50))
        let crowd = 2_000
        let lease = try await fixture.store.claim(by: StoreOwner(), at: HostFixture.start)[0]
        let state = Probe.State(activities: ["work"])
        for number in 0..<crowd {
            let id = DurableID<Probe>("\(number)")
            let new = try StoredInstance(of: id, beginningIn: state, at: HostFixture.start)
            _ = try await fixture.store.commit([.create(new)], under: lease, at: HostFixture.start)
        }
        try await fixture.store.release([lease], at: HostFixture.start)
        let (gate, begun) = (Gate<Int?>(), Recorder<String>())
        let host = try await fixture.host(
            .noting(in: begun, until: gate) { _, key in key.instance.id })
        while begun.values.count < 50 { await Task.yield() }
        // The last one is not waited for by those before it.
        let last = DurableID<Probe>("\(crowd - 1)")
        try await host.send(.note("sent"), to: last)
        #expect(try await host.log(of: last) == ["sent"])
        #expect(await host.instancesInMemory <= 52)
        #expect(Set(begun.values).count <= 52)
        // Those behind do not wait for activities that take long.
        await fixture.clock.advance(by: .seconds(1))
        while begun.values.count < 100 { await Task.yield() }
        gate.open(returning: 1)
        while begun.values.count < crowd { await Task.yield() }
        await host.close()
    }

    @Test("D4 A crowd of due deadlines is taken up in portions, and all of it fires")
    func crowdOfDeadlines() async throws {
        let fixture = HostFixture(settings: .idle(0))
        let crowd = 1_000
        let first = try await fixture.host()
        for number in 0..<crowd {
            let id = DurableID<Probe>("\(number)")
            try await first.start(Probe.self, id: id, initialState: Probe.State())
            try await first.send(.startTimer("t", seconds: 1), to: id)
        }
        await first.close()
        await fixture.clock.advance(by: .seconds(2))
        let next = try await fixture.host()
        var largest = 0
        for number in 0..<crowd {
            largest = max(largest, await next.instancesInMemory)
            try await next.state(of: DurableID<Probe>("\(number)")) { $0.log == ["fired t"] }
        }
        #expect(largest < 200)
        await next.close()
    }

    @Test("D8 A busy instance takes the place of no other in memory")
    func busyInstance() async throws {
        let store = FaultyStore(MemoryStore(), script: [])
        let reads = { store.history.count { $0.operation == .instance } }
        let fixture = HostFixture(store: store, settings: .idle(3))
        let host = try await fixture.host()
        let (a, b, busy): (DurableID<Probe>, DurableID<Probe>, DurableID<Probe>) = ("a", "b", "busy")
        for id in [a, b, busy] {
            try await host.start(Probe.self, id: id, initialState: Probe.State())
            try await host.send(.note("first"), to: id)
        }
        for number in 0..<50 { try await host.send(.note("\(number)"), to: busy) }
        let before = reads()
        try await host.send(.note("last"), to: a)
        try await host.send(.note("last"), to: b)
        #expect(reads() == before)
        #expect(await host.instancesInMemory == 3)
        await host.close()
    }

    @Test("D7 A host ends with the error of a store that answers its queries no more, and frees the store")
    func storeAnswersNoMore() async throws {
        let (contents, ended) = (MemoryStore(), Gate<Void>())
        let store = FaultyStore(
            contents, faults: Generator { _ in .failureBefore }, seed: 1, operations: [.deadlines])
        let fixture = HostFixture(store: store, settings: DurableSettings(storeFailures: 3)) {
            if case .storeFailed(_, retryAfter: nil) = $0 { ended.open() }
        }
        let host = try await fixture.host()
        for _ in 0..<2 {
            // The report of the load, and the next attempt.
            try await fixture.clock.untilAsleep(2)
            await fixture.clock.advance(by: .seconds(1))
        }
        try await ended.wait()
        await #expect(throws: FaultyStore.error) { _ = try await host.list() }
        await host.close()
        await #expect(throws: DurableError.self) { _ = try await contents.list(InstanceQuery()) }
    }

    @Test("D11 Without an observer, a problem is one line in the log")
    func logged() async throws {
        let lines = Recorder<String>()
        try await PlatformLog.$substitute.withValue({ lines.record($0) }) {
            let (host, id) = try await HostFixture().probe()
            try await host.fail(id)
            await host.close()
        }
        #expect(lines.values.count == 1)
        #expect(lines.values.first?.hasPrefix("An instance of probe is parked. probe/1 is parked: ") == true)
    }

    @Test("D3 A test can give a key to code that asks for one")
    func keyInTest() async {
        let key = IdempotencyKey(
            instance: InstanceName(machine: "order", id: "17"), instanceKey: 5, activity: "charge", number: 3)
        #expect(await DurableActivity.with(key: key) { DurableActivity.current?.key } == key)
        #expect("\(key)" == "order/17@5/charge#3")
        #expect(DurableActivity.current == nil)
    }

    @Test("D11 An observer hears of the life of instances, activities and deadlines")
    func observed() async throws {
        let occurrences = Recorder<String>()
        let fixture = HostFixture { occurrence in
            if case .committed = occurrence { return }
            occurrences.record("\(occurrence)")
        }
        let (host, id) = try await fixture.probe(Probe.Env(work: { _, _ in 1 }))
        try await host.send(.activities(["work"]), to: id)
        try await host.state(of: id) { $0.log.count == 1 }
        try await host.send(.startTimer("t", seconds: 1), to: id)
        while !fixture.clock.sleepers.contains(where: { $0.offset == .seconds(1) }) { await Task.yield() }
        await fixture.clock.advance(by: .seconds(2))
        try await host.state(of: id) { $0.log.count == 2 }
        try await host.fail(id)
        await host.close()
        let lines = occurrences.values
        #expect(lines.contains("probe/1 has started."))
        #expect(lines.contains("probe/1@1/work#1 has begun."))
        #expect(lines.contains("probe/1@1/work#1 has ended."))
        #expect(lines.contains { $0.hasPrefix("probe/1: t fired, ") })
        #expect(lines.contains { $0.hasPrefix("probe/1 is parked: ") })
        #expect(lines.first == "The store is open (generation 1).")
        #expect(lines.last == "The store is closed.")
    }
}
