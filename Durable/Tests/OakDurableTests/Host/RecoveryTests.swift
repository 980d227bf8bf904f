import Foundation
import Oak
import OakDurable
import OakTesting
import TestSupport
import Testing

@Suite("Durable recovery")
struct RecoveryTests {
    private let fixture = HostFixture()

    @Test("C27 D3 An activity begins again after a crash, with the same key")
    func activityBeginsAgain() async throws {
        let keys = Recorder<String>()
        let (forever, answer) = (Gate<Int?>(), Gate<Int?>())
        let first = try await fixture.host(.noting(in: keys, until: forever) { _, key in "\(key)" })
        let id = try await first.start(Probe.self, id: "a/b", initialState: Probe.State())
        try await first.send(.note("x"), to: id)
        try await first.send(.activities(["work"]), to: id)
        try await first.state(of: id) { $0.activities == ["work"] }

        // The first host has crashed; its activity is still somewhere.
        answer.open(returning: 7)
        let second = try await fixture.host(.noting(in: keys, until: answer) { _, key in "\(key)" })
        let state = try await second.state(of: id) { $0.log.count == 2 }
        #expect(state.log == ["x", "work answered 7"])
        #expect(Set(keys.values) == ["probe/a%2Fb@1/work#2"])

        // The late answer of the first host changes nothing.
        forever.open(returning: 8)
        await #expect(throws: (any Error).self) { try await first.send(.note("late"), to: id) }
        #expect(try await second.log(of: id) == ["x", "work answered 7"])
        await second.close()
        await first.close()
    }

    @Test("C27 An activity that has returned does not begin again after a restart")
    func returnedActivityStays() async throws {
        let names = Recorder<String>()
        let env = Probe.Env.noting(in: names) { name, _ in name }
        let (first, id) = try await fixture.probe(env)
        try await first.send(.activities(["a", "!b", "2c"]), to: id)
        try await first.state(of: id) { $0.log.count == 4 }
        while try await first.history(of: id).filter({ $0.cause.isReturn }).count < 2 { await Task.yield() }
        await first.close()
        #expect(names.values.sorted() == ["!b", "2c", "2c", "a"])

        let second = try await fixture.host(env)
        try await second.send(.note("again"), to: id)
        #expect(names.values.count == 4)
        // Activities that were absent once begin again with a new key.
        try await second.send(.activities([]), to: id)
        try await second.send(.activities(["a"]), to: id)
        try await second.state(of: id) { $0.log.count == 6 }
        #expect(names.values.count == 5)
        await second.close()
    }

    @Test("C30 A postponed event survives a restart or a crash and is processed once", arguments: [false, true])
    func postponedEventsSurvive(crashes: Bool) async throws {
        let (first, id) = try await fixture.probe()
        try await first.send(.busy(true), to: id)
        try await first.send(.request("r1"), to: id)
        try await first.send(.note("n"), to: id)
        try await first.send(.request("r2"), to: id)
        #expect(try await first.log(of: id) == ["n"])
        if !crashes { await first.close() }

        let second = try await fixture.host()
        try await second.send(.note("m"), to: id)
        try await second.send(.busy(false), to: id)
        try await second.state(of: id) { $0.log.count == 4 }
        #expect(try await second.log(of: id) == ["n", "m", "r1", "r2"])
        await second.close()

        let third = try await fixture.host()
        try await third.send(.end("over"), to: id)
        #expect(try await third.log(of: id) == ["n", "m", "r1", "r2", "over"])
        #expect(try await third.value(of: id) == 5)
        await #expect(throws: DurableError.instanceEnded(id.name)) { try await third.send(.note("late"), to: id) }
        await third.close()
        await first.close()
    }

    @Test("C4 A macrostep with its action events is one entry of the journal")
    func macrostepIsAtomic() async throws {
        let (host, id) = try await HostFixture().probe()
        try await host.send(.chain(3), to: id)
        try await host.send(.mystery, to: id)
        let history = try await host.history(of: id)
        #expect(history.map(\.cause) == [.event, .unexpectedEvent])
        #expect(history.first?.outputs.map { String(decoding: $0, as: UTF8.self) } == "[1,2,3,4]")
        await host.close()
    }

    @Test("D1 An event that leads to an action is stored before the action begins")
    func storedBeforeAction() async throws {
        let (store, name) = (fixture.store, DurableID<Probe>("1").name)
        let stored = Guarded(0)
        let (host, id) = try await fixture.probe(
            Probe.Env(act: { _ in
                guard let instance = try await store.instance(name) else { return }
                let count = try await store.inbox(of: instance.key, after: .min, limit: 10).count
                stored.withLock { $0 = count }
            }))
        try await host.send(.act("pay"), to: id)
        try await host.state(of: id) { $0.log == ["acted pay"] }
        #expect(stored.withLock { $0 } == 1)
        await host.close()
    }

    @Test("C11 D1 A failed instance keeps its event and continues after a retry")
    func failedInstanceGoesOn() async throws {
        let isBroken = Guarded(true)
        let (host, id) = try await fixture.probe(
            Probe.Env(act: { text in
                if text == "bad", isBroken.withLock({ $0 }) { throw Broken() }
            }))
        let other = try await host.start(Probe.self, id: "2", initialState: Probe.State())
        try await host.send(.act("good"), to: id)
        try await host.send(.act("bad"), to: id)
        await #expect(throws: DurableError.instanceFailed(id.name, problem: "Broken()")) {
            try await host.value(of: id)
        }
        // Events for it are kept, and others are unharmed.
        try await host.send(.note("later"), to: id)
        try await host.send(.note("fine"), to: other)
        #expect(try await host.log(of: id) == ["acted good"])
        #expect(try await host.log(of: other) == ["fine"])
        let failed = try await host.list(where: InstanceQuery(statuses: [.failed]))
        #expect(failed.map(\.name) == [id.name])
        #expect(failed.first?.problem == "Broken()")

        isBroken.withLock { $0 = false }
        try await host.retry(id)
        try await host.state(of: id) { $0.log.count == 3 }
        #expect(try await host.log(of: id) == ["acted good", "acted bad", "later"])
        await host.close()
    }

    @Test(
        "An operation that a restart would lose is rejected with an error that names it",
        arguments: [Probe.Event.operation, .sequence, .oddTimer])
    func lostOperationsAreRefused(event: Probe.Event) async throws {
        let (host, id) = try await HostFixture().probe()
        try await host.send(event, to: id)
        do {
            try await host.value(of: id)
            Issue.record("The instance has not failed")
        } catch DurableError.instanceFailed(_, let problem) {
            switch event {
            case .operation: #expect(problem.hasPrefix("operationWouldBeLost"))
            case .sequence: #expect(problem.hasPrefix("stepAfterTimeout"))
            default: #expect(problem.hasPrefix("identityNotCodable"))
            }
        }
        await host.close()
    }

    @Test("D2 An event with a deduplication key is processed once, also across restarts")
    func duplicatesAreIgnored() async throws {
        let (first, id) = try await fixture.probe()
        for _ in 1...3 { try await first.send(.note("once"), to: id, deduplication: "k") }
        try await first.state(of: id) { !$0.log.isEmpty }
        await first.close()
        let second = try await fixture.host()
        try await second.send(.note("once"), to: id, deduplication: "k")
        try await second.send(.note("twice"), to: id, deduplication: "l")
        try await second.state(of: id) { $0.log.count == 2 }
        #expect(try await second.log(of: id) == ["once", "twice"])
        await second.close()
    }

    @Test("Starting an instance again changes nothing")
    func startIsIdempotent() async throws {
        let (host, id) = try await HostFixture().probe(in: Probe.State(log: ["first"]))
        try await host.start(Probe.self, id: "1", initialState: Probe.State(log: ["second"]))
        #expect(try await host.log(of: id) == ["first"])
        let born = try await host.start(Probe.self, id: "2", initialState: Probe.State(isTerminal: true))
        #expect(try await host.value(of: born) == 0)
        await host.close()
    }

    @Test("A cancelled instance takes no more events, and its activities end")
    func cancelledInstanceIsSilent() async throws {
        let (begun, ended) = (Gate<Void>(), Gate<Void>())
        let (host, id) = try await fixture.probe(
            Probe.Env(work: { _, _ in
                begun.open()
                defer { ended.open() }
                let forever = Gate<Int?>()
                return try await forever.wait()
            }), in: Probe.State(activities: ["w"]))
        try await begun.wait()
        try await host.cancel(id)
        try await ended.wait()
        await #expect(throws: DurableError.instanceCancelled(id.name)) { try await host.send(.note("x"), to: id) }
        await #expect(throws: DurableError.instanceCancelled(id.name)) { try await host.value(of: id) }
        await #expect(throws: DurableError.unknownInstance(InstanceName(machine: "probe", id: "?"))) {
            try await host.send(.note("x"), to: DurableID<Probe>("?"))
        }
        await host.close()
    }

    @Test("D8 Idle instances leave memory and are read again on demand")
    func restingInstancesCostNothing() async throws {
        let fixture = HostFixture(settings: .idle(4))
        let host = try await fixture.host()
        let ids = (0..<200).map { DurableID<Probe>("\($0)") }
        for id in ids { try await host.start(Probe.self, id: id, initialState: Probe.State()) }
        #expect(await host.instancesInMemory == 0)
        for round in 1...3 {
            for id in ids { try await host.send(.note("\(round)"), to: id) }
        }
        #expect(await host.instancesInMemory <= 16)
        for id in ids { #expect(try await host.log(of: id) == ["1", "2", "3"]) }
        await host.close()
    }
}

struct Broken: Error {}

extension JournalEntry.Cause {
    var isReturn: Bool {
        switch self {
        case .activityReturned: true
        case .event, .unexpectedEvent, .deadline, .activity, .revision, .patch: false
        }
    }
}
