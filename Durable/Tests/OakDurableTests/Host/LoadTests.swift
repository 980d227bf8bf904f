import Foundation
import Oak
import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport
import Testing

@Suite("Load of durable hosts")
struct LoadTests {
    /// A probe with another name.
    private enum Errand: EffectTransducer, DurableTransducer {
        typealias State = Probe.State
        typealias Event = Probe.Event
        typealias Output = Probe.Output
        typealias Env = Probe.Env

        static let machineName = "errand"

        static func initialOutput(initialState: State) -> Int? { Probe.initialOutput(initialState: initialState) }

        static func activities(in state: State) -> [Effect] {
            Probe.activities(in: state)
        }

        static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
            guard case .answered(let name, _) = event else { return (.unexpected, 0) }
            state.activities.removeAll { $0 == name }
            return (nil, 0)
        }
    }

    /// Counts the activities at work.
    private final class Meter: Sendable {
        let begun = Recorder<String>()
        private let counts = Guarded<[String: (present: Int, most: Int)]>([:])

        /// The greatest number of those of a machine, or of all.
        func most(_ machine: String) -> Int? { counts.withLock { $0[machine]?.most } }

        /// - Parameter gate: Holds all work back.
        func env(behind gate: Gate<Void>) -> Probe.Env {
            Probe.Env(work: { _, key in
                try await gate.wait()
                self.add(1, key)
                defer { self.add(-1, key) }
                for _ in 0..<5 { await Task.yield() }
                return 1
            })
        }

        private func add(_ number: Int, _ key: IdempotencyKey) {
            if number > 0 { begun.record(key.instance.id) }
            counts.withLock { counts in
                for name in [key.instance.machine, "all"] {
                    let (present, most) = counts[name] ?? (0, 0)
                    counts[name] = (present + number, max(most, present + number))
                }
            }
        }
    }

    private static let working = Probe.State(activities: ["work"])

    @Test("D8 No more activities are at work than a machine and its host allow, and all of them finish")
    func limits() async {
        await explore(seeds: 1...50) {
            let (gate, meter) = (Gate<Void>(), Meter())
            let host = DurableHost(store: MemoryStore(), settings: DurableSettings(activitiesAtOnce: 5))
            try await host.register(Probe.self, env: meter.env(behind: gate), activitiesAtOnce: 2)
            try await host.register(Errand.self, env: meter.env(behind: gate))
            try await host.open()
            for number in 0..<20 {
                try await host.start(Probe.self, id: DurableID("probe \(number)"), initialState: Self.working)
                try await host.start(Errand.self, id: DurableID("errand \(number)"), initialState: Self.working)
            }
            while await host.load.waitingActivities < 35 { await Task.yield() }
            gate.open()
            for number in 0..<20 {
                try await host.state(of: DurableID<Probe>("probe \(number)")) { !$0.log.isEmpty }
                try await host.state(of: DurableID<Errand>("errand \(number)")) { $0.activities.isEmpty }
            }
            #expect(meter.most("probe") == 2)
            #expect(meter.most("all") == 5)
            #expect(await host.load.activities == 0)
            await host.close()
        }
    }

    @Test("D8 An activity that is left while it waits for a place never begins, and the one behind it does")
    func cancellation() async {
        await explore(seeds: 1...50, with: HostFixture(settings: DurableSettings(activitiesAtOnce: 1))) { fixture in
            let (gate, begun) = (Gate<Int?>(), Recorder<String>())
            let host = try await fixture.host(
                .noting(in: begun, until: gate) { _, key in key.instance.id })
            for (waiting, id) in ["first", "second", "third"].enumerated() {
                try await host.start(Probe.self, id: DurableID(id), initialState: Self.working)
                while await (host.load.activities, host.load.waitingActivities) != (1, waiting) { await Task.yield() }
            }
            try await host.send(.activities([]), to: DurableID<Probe>("second"))
            while await host.load.waitingActivities != 1 { await Task.yield() }
            gate.open(returning: 1)
            try await host.state(of: DurableID<Probe>("third")) { !$0.log.isEmpty }
            #expect(begun.values == ["first", "third"])
            await host.close()
        }
    }

    @Test("D13 An activity that waits for a place when the host drains begins with the next one")
    func draining() async {
        await explore(seeds: 1...50, with: HostFixture(settings: DurableSettings(activitiesAtOnce: 1))) { fixture in
            let (gate, begun) = (Gate<Int?>(), Recorder<String>())
            let env = Probe.Env.noting(in: begun, until: gate) { _, key in key.instance.id }
            let host = try await fixture.host(env)
            // The second operation of a composition needs a place, too, and gets it before those that wait in vain.
            try await host.start(Probe.self, id: "first", initialState: Probe.State(activities: ["2"]))
            while begun.values.isEmpty { await Task.yield() }
            for id in ["second", "third"] {
                try await host.start(Probe.self, id: DurableID(id), initialState: Self.working)
            }
            while await host.load.waitingActivities < 2 { await Task.yield() }
            let closing = TaskSource().start { await host.close(draining: .seconds(60)) }
            await turns()
            gate.open(returning: 1)
            await closing.value
            #expect(begun.values == ["first", "first"])
            let next = try await fixture.host(env)
            for id in ["second", "third"] { try await next.state(of: DurableID<Probe>(id)) { !$0.log.isEmpty } }
            #expect(try await next.log(of: "first") == ["2 answered 1", "2 answered 1"])
            await next.close()
        }
    }

    @Test("D8 A crowd of activities waits in the order of arrival")
    func order() async throws {
        let fixture = HostFixture(settings: DurableSettings(activitiesAtOnce: 1))
        let (gate, meter) = (Gate<Void>(), Meter())
        let host = try await fixture.host(meter.env(behind: gate))
        for number in 0..<500 {
            try await host.start(Probe.self, id: DurableID("\(number)"), initialState: Self.working)
            while await host.load.waitingActivities < number { await Task.yield() }
        }
        gate.open()
        try await host.state(of: DurableID<Probe>("499")) { !$0.log.isEmpty }
        // One is at work at a time, so that no thread can record late.
        #expect(meter.begun.values == (0..<500).map(String.init))
        await host.close()
    }

    @Test("D11 The observer receives the load after transactions, with what waits")
    func load() async throws {
        let loads = Recorder<DurableLoad>()
        let fixture = HostFixture(settings: DurableSettings(activitiesAtOnce: 1, loadInterval: 5)) {
            if case .load(let load) = $0 { loads.record(load) }
        }
        let host = try await fixture.host(Probe.Env(work: { _, _ in try await Gate().wait() }))
        while await host.load.isRecovering { await Task.yield() }
        for id in ["1", "2", "3"] { try await host.start(Probe.self, id: DurableID(id), initialState: Self.working) }
        while await host.load.waitingActivities < 2 { await Task.yield() }
        while !fixture.clock.sleepers.contains(where: { $0.offset == .seconds(5) }) { await Task.yield() }
        await fixture.clock.advance(by: .seconds(4))
        #expect(loads.values.isEmpty)
        await fixture.clock.advance(by: .seconds(1))
        while loads.values.isEmpty { await Task.yield() }
        let load = try #require(loads.values.last)
        #expect((load.instancesInMemory, load.activities, load.waitingActivities) == (3, 1, 2))
        #expect((load.waitingEvents, load.waitingChanges, load.isRecovering) == (0, 0, false))
        #expect(
            "\(load)"
                == "3 instances are in memory, 0 of them interrupted; 1 activities are at work; 0 events, 0 changes "
                + "and 2 activities wait.")
        // Told once more, because it has changed; a host without transactions then has nothing new to tell.
        while !fixture.clock.sleepers.contains(where: { $0.offset == .seconds(10) }) { await Task.yield() }
        await fixture.clock.advance(by: .seconds(5))
        while loads.values.count < 2 { await Task.yield() }
        await fixture.clock.advance(by: .seconds(50))
        #expect(loads.values.count == 2)
        try await host.send(.note("one more"), to: DurableID<Probe>("1"))
        while !fixture.clock.sleepers.contains(where: { $0.offset == .seconds(65) }) { await Task.yield() }
        await host.close()
        await fixture.clock.advance(by: .seconds(50))
        #expect(loads.values.count == 3)
        #expect(loads.values.last?.activities == 0)
    }

    @Test("D11 A host that cannot be opened tells those that wait for it")
    func openingFails() async throws {
        let store = FaultyStore(
            MemoryStore(), faults: Generator { _ in .failureBefore }, seed: 1, operations: [.claim])
        let host = DurableHost(store: store)
        await #expect(throws: DurableError.self) { try await host.open() }
        await #expect(throws: DurableError.self) { try await host.untilOpen() }
        await host.close()
        await #expect(throws: DurableError.hostNotOpen) { try await host.untilOpen() }
        try await host.untilClosed()
    }
}
