import Foundation
import Oak
@testable import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport
import Testing

/// Processes that end, one after the other, over the contents of one store.
private struct Processes {
    let contents = MemoryStore()
    let clock = DurableClock.whenIdle
    var settings = DurableSettings()
    let parked = Recorder<String>()

    /// Puts instances into the store, each with an event that waits and an activity that is under way.
    func fill(_ events: [String: Probe.Event], activities: [String]) async throws {
        let lease = try await contents.claim(by: StoreOwner(), at: HostFixture.start)[0]
        for (id, event) in events.sorted(by: { $0.key < $1.key }) {
            let state = Probe.State(activities: activities)
            let new = try StoredInstance(of: DurableID<Probe>(id), beginningIn: state, at: HostFixture.start)
            let answers = try await contents.commit(
                [.create(new)], under: lease, at: HostFixture.start)
            guard case .created(let key) = answers[0] else { continue }
            let change = StoreChange.receive(event: try JSONEncoder().encode(event), version: 1, for: key)
            _ = try await contents.commit([change], under: lease, at: HostFixture.start)
        }
        try await contents.release([lease], at: HostFixture.start)
    }

    /// Says how often processes have ended while they took up these instances.
    func setTrials(_ trials: [(count: Int, keys: [InstanceKey])]) async throws {
        let lease = try await contents.claim(by: StoreOwner(), at: HostFixture.start)[0]
        let changes = trials.map { StoreChange.setTrials($0.count, of: $0.keys) }
        _ = try await contents.commit(changes, under: lease, at: HostFixture.start)
    }

    /// Runs a process until it crashes or has taken up everything.
    ///
    /// - Parameter act: An action of an instance; throws to end the process.
    /// - Returns: Whether the process has crashed.
    func run(
        work: @escaping @Sendable (IdempotencyKey) async throws -> Int? = { _ in nil },
        act: @escaping @Sendable (String) async throws -> Void
    ) async throws -> Bool {
        let store = FaultyStore(contents, script: [])
        let (signals, end) = AsyncStream.makeStream(of: Bool.self)
        let host = DurableHost(
            store: store, clock: clock, settings: settings,
            observer: { [parked] occurrence in
                switch occurrence {
                case .parked(let name, _): parked.record(name.id)
                case .recovered: end.yield(false)
                default: break
                }
            })
        @Sendable func crashing<Value>(_ body: () async throws -> Value) async throws -> Value {
            do { return try await body() } catch let crash as Crash {
                store.crash()
                end.yield(true)
                throw crash
            }
        }
        let env = Probe.Env(
            work: { _, key in try await crashing { try await work(key) } },
            act: { text in try await crashing { try await act(text) } })
        try await host.register(Probe.self, env: env)
        try await host.open()
        if await signals.first(where: { _ in true }) == false { await turns(200) }
        let hasCrashed = store.hasCrashed
        await host.close()
        return hasCrashed
    }
}

extension Processes {
    /// Runs a process whose activities never return, and kills it after some seconds.
    fileprivate func runAndKill(after seconds: TimeInterval) async throws {
        let store = FaultyStore(contents, script: [])
        let host = try await DurableHost(
            store: store, clock: clock, settings: settings,
            observer: { [parked] in if case .parked(let name, _) = $0 { parked.record(name.id) } }
        )
        .opened(Probe.Env(work: { _, _ in try await Gate<Int?>().wait() }))
        try await clock.sleep(until: clock.now.addingTimeInterval(seconds))
        store.crash()
        await host.close()
    }
}

/// Ends the process, as a trap does.
private struct Crash: Error {}

@Suite("Crashes of durable hosts")
struct CrashTests {
    @Test("D12 An instance that ends the process is parked after three ends alone; the others run")
    func poison() async {
        await explore(seeds: 1...20, with: Processes()) { processes in
            var events = ["5": Probe.Event.act("trap")]
            for number in 1...9 where number != 5 { events["\(number)"] = .act("\(number)") }
            try await processes.fill(events, activities: [])
            let acted = Recorder<String>()
            var crashes = 0
            for _ in 1...9
            where try await processes.run(act: { text in
                if text == "trap" { throw Crash() }
                acted.record(text)
            }) { crashes += 1 }
            // The first finds nobody suspected, the second suspects all, one takes up a group, and three it alone.
            #expect(crashes <= 6)
            #expect(processes.parked.values == ["5"])
            #expect(Set(acted.values) == Set(events.keys).subtracting(["5"]))
        }
    }

    @Test("D12 An activity that ends the process as it begins is found, too")
    func poisonousActivity() async {
        await explore(seeds: 1...20, with: Processes()) { processes in
            let events = Dictionary(uniqueKeysWithValues: (1...5).map { ("\($0)", Probe.Event.note("\($0)")) })
            try await processes.fill(events, activities: ["work"])
            let gate = Gate<Int?>()
            var crashes = 0
            for _ in 1...9
            where try await processes.run(
                work: { key in
                    if key.instance.id == "3" { throw Crash() }
                    return try await gate.wait()
                }, act: { _ in })
            { crashes += 1 }
            #expect(crashes <= 6)
            #expect(processes.parked.values == ["3"])
        }
    }

    @Test(
        "D12 A kill while instances are under way, or soon after each start for a reason of its own, parks nobody",
        arguments: [(1, 5, 3.0), (3, 5, 3.0), (3, 1, 0.06), (3, 2, 0.06), (3, 9, 0.06)])
    func innocent(limit: Int, count: Int, seconds: TimeInterval) async {
        await explore(seeds: 1...20) {
            var processes = Processes()
            processes.settings.crashesAlone = limit
            let events = Dictionary(uniqueKeysWithValues: (1...count).map { ("\($0)", Probe.Event.note("\($0)")) })
            try await processes.fill(events, activities: ["work"])
            for _ in 1...20 { try await processes.runAndKill(after: seconds) }
            #expect(processes.parked.values.isEmpty)
        }
    }

    @Test("D12 A crowd of suspects is through in some seconds, and deadlines of others fire meanwhile")
    func crowd() async {
        await explore(seeds: 1...3, with: Processes()) { processes in
            let crowd = (1...1000).map { "\($0)" }
            let events = Dictionary(uniqueKeysWithValues: crowd.map { ($0, Probe.Event.note($0)) })
            try await processes.fill(events, activities: ["work"])
            try await processes.setTrials([(0, (1...1000).map { InstanceKey($0) })])
            let gate = Gate<Int?>()
            let host = try await DurableHost(store: processes.contents, clock: processes.clock, observer: { _ in })
                .opened(Probe.Env(work: { _, _ in try await gate.wait() }))
            let start = processes.clock.now
            try await host.start(Probe.self, id: "new", initialState: Probe.State())
            try await host.send(.startTimer("t", seconds: 2), to: "new" as DurableID<Probe>)
            try await host.state(of: "new" as DurableID<Probe>) { $0.log == ["fired t"] }
            #expect(processes.clock.now.timeIntervalSince(start) < 4)
            for id in crowd { try await host.state(of: DurableID<Probe>(id)) { $0.log == [id] } }
            #expect(processes.clock.now.timeIntervalSince(start) < 60)
            await host.close()
        }
    }

    @Test("D12 An event for a suspect that is parked instead waits in its inbox, and its sender hears so")
    func sendToParkedSuspect() async {
        await explore(seeds: 1...20, with: Processes()) { processes in
            try await processes.fill(["1": .note("1"), "2": .note("2")], activities: [])
            try await processes.setTrials([(1, [1]), (4, [2])])
            let host = try await DurableHost(store: processes.contents, clock: processes.clock, observer: { _ in })
                .opened()
            try await host.send(.note("sent"), to: "2" as DurableID<Probe>)
            #expect(try await host.list(where: InstanceQuery(statuses: [.failed])).map(\.name.id) == ["2"])
            try await host.retry("2" as DurableID<Probe>)
            try await host.state(of: "2" as DurableID<Probe>) { $0.log == ["2", "sent"] }
            await host.close()
        }
    }

    @Test("D12 An event for a suspect waits for its turn, which is then next")
    func sendToSuspect() async {
        await explore(seeds: 1...20, with: Processes()) { processes in
            let events = Dictionary(uniqueKeysWithValues: (1...9).map { ("\($0)", Probe.Event.note("\($0)")) })
            try await processes.fill(events, activities: [])
            try await processes.setTrials([(1, Array(InstanceKey(1)...9))])
            let order = Recorder<String>()
            let host = try await DurableHost(
                store: processes.contents, clock: processes.clock,
                observer: { if case .macrostep(let name, _, _) = $0 { order.record(name.id) } }
            ).opened()
            try await host.send(.note("sent"), to: DurableID<Probe>("9"))
            #expect(try await host.log(of: "9") == ["9", "sent"])
            for id in events.keys {
                try await host.state(of: DurableID<Probe>(id)) { $0.log.first == id }
            }
            await host.close()
            let next = DurableHost(store: processes.contents, clock: processes.clock)
            try await next.open()
            #expect(try await processes.contents.suspects(in: [.first], after: 0, limit: 9).isEmpty)
            await next.close()
        }
    }
}
