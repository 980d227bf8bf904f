import Foundation
import Oak
import OakDurable
import OakTesting
import TestSupport
import Testing

/// A machine that postpones everything but `free` while it is busy.
enum Busy: EffectTransducer, DurableTransducer {
    struct State: Codable, Sendable, Hashable, NonTerminal {
        var isBusy = true
        var works: [String] = []
        var log: [String] = []
    }
    enum Event: Codable, Sendable, Hashable {
        case timers(Int), note(String), free, work(String), later(String)
    }
    static let machineName = "busy"

    static func activities(in state: State) -> [Effect] {
        state.works.map { name in
            Effect(id: name) { _, input in try input.send(.note(name)) }
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .timers(let count):
            return .combine((0..<count).map { .timeout(nanoseconds: 1_000_000_000, id: $0, sending: .note("t\($0)")) })
        case .free: state.isBusy = false
        case .note where state.isBusy, .later where state.isBusy: return .postpone
        case .work(let name), .later(let name): state.works.append(name)
        case .note(let text): state.log.append(text)
        }
        return nil
    }
}

/// Awaits work that cancellation does not reach.
private func unstoppable(_ work: @escaping @Sendable () async throws -> Int?) async -> Int? {
    let result = Guarded<Int?>(nil)
    await TaskSource().start { [result] in
        let value = try? await work()
        result.withLock { $0 = value ?? nil }
    }.value
    return result.withLock { $0 }
}

@Suite("Races in durable hosts", .serialized)
struct RaceTests {
    @Test("An event stored while a page of the inbox is read is processed once")
    func pageAndConfirmation() async {
        await explore(seeds: 1...20, with: SlowStore()) { store in
            let fixture = HostFixture(store: store, settings: .idle(10))
            let (broken, id) = try await fixture.probe(Probe.Env(act: { _ in throw Broken() }))
            try await broken.send(.act("0"), to: id)
            await #expect(throws: (any Error).self) { try await broken.value(of: id) }
            for number in 1...300 { try await broken.send(.note("\(number)"), to: id) }
            await broken.close()
            let gate = Gate<Void>("act")
            let host = try await fixture.host(Probe.Env(act: { _ in try await gate.wait() }))
            try await host.retry(id)
            await turns()
            // The run is in the action of the first event; the second page has not been read.
            store.holdUp(.receive)
            let sending = TaskSource().start { try? await host.send(.note("late"), to: id, deduplication: "late") }
            await store.untilHeld(.receive)
            gate.open()
            await turns(3_000)
            store.letGo(.receive)
            await sending.value
            try await host.state(of: id) { $0.log.contains("late") }
            await turns(3_000)
            #expect(try await host.log(of: id).filter { $0 == "late" }.count == 1)
            await host.close()
        }
    }

    @Test("A deadline that is set while deadlines are read fires")
    func deadlineSetDuringScan() async {
        await explore(seeds: 1...20, with: SlowStore()) { store in
            let fixture = HostFixture(store: store)
            let (host, id) = try await fixture.probe()
            let other = try await host.start(Probe.self, id: "2", initialState: Probe.State())
            try await host.send(.startTimer("a", seconds: 10), to: id)
            try await host.send(.startTimer("c", seconds: 20), to: id)
            await turns()
            store.holdUp(.deadlines)
            await fixture.clock.advance(by: .seconds(10))
            await store.untilHeld(.deadlines)
            try await host.send(.startTimer("b", seconds: 5), to: other)
            await turns()
            await fixture.clock.advance(by: .seconds(10))
            await turns()
            store.letGo(.deadlines)
            await turns()
            await fixture.clock.advance(by: .seconds(1000))
            await turns()
            #expect(try await host.log(of: id) == ["fired a", "fired c"])
            #expect(try await host.log(of: other) == ["fired b"])
            await host.close()
        }
    }

    @Test("An action begins although deduplicated events keep arriving")
    func starvation() async {
        await explore(seeds: 1...20, with: HostFixture(store: SlowStore(yields: 4))) { fixture in
            let begun = Guarded(false)
            let (host, id) = try await fixture.probe(Probe.Env(act: { _ in begun.withLock { $0 = true } }))
            try await host.send(.note("0"), to: id)
            let count = try await withThrowingTaskGroup(of: Void.self) { group in
                let sent = Guarded(0)
                for sender in 0..<8 {
                    group.addTask {
                        for number in 0..<400 where !begun.withLock({ $0 }) {
                            try await host.send(.note("x"), to: id, deduplication: "\(sender).\(number)")
                            sent.withLock { $0 += 1 }
                            if sender == 0, number == 5 {
                                TaskSource().start { try? await host.send(.act("a"), to: id) }
                            }
                        }
                    }
                }
                try await group.waitForAll()
                return sent.withLock { $0 }
            }
            #expect(count < 1000)
            await host.close()
        }
    }

    @Test("An action can send an event to its own instance")
    func sendToItself() async {
        await explore(seeds: 1...20, with: HostFixture()) { fixture in
            let holder = Guarded<DurableHost?>(nil)
            let sent = Guarded(false)
            let id: DurableID<Probe> = "1"
            let host = try await fixture.host(
                Probe.Env(act: { _ in
                    try await holder.withLock { $0 }?.send(.note("own"), to: id)
                    sent.withLock { $0 = true }
                }))
            holder.withLock { $0 = host }
            try await host.start(Probe.self, id: id, initialState: Probe.State())
            let sending = TaskSource().start { try? await host.send(.act("a"), to: id) }
            await turns(3_000)
            #expect(sent.withLock { $0 })
            holder.withLock { $0 = nil }
            sending.cancel()
            try await host.cancel(id)
            await host.close()
        }
    }

    @Test("D9 A machine that postpones 300 time-outs still processes events")
    func postponedTimeouts() async {
        await explore(seeds: 1...20, with: HostFixture()) { fixture in
            let host = try await fixture.host(Busy.self, ())
            let id = try await host.start(Busy.self, id: "1", initialState: Busy.State())
            try await host.send(.timers(300), to: id)
            await turns()
            await fixture.clock.advance(by: .seconds(2))
            await turns(3_000)
            let freeing = TaskSource().start { try? await host.send(.free, to: id) }
            await turns(3_000)
            #expect(try await host.state(of: id).isBusy == false)
            #expect(try await host.state(of: id).log.count == 300)
            try await host.cancel(id)
            await freeing.value
            await host.close()
        }
    }

    @Test("An instance that leaves memory keeps the postponed event of a returned activity")
    func postponedEventOfActivity() async {
        await explore(seeds: 1...20) {
            let host = try await HostFixture(settings: .idle(0)).host(Busy.self, ())
            let id = try await host.start(Busy.self, id: "1", initialState: Busy.State())
            try await host.send(.work("w"), to: id)
            await turns(2_000)
            try await host.send(.free, to: id)
            await turns(2_000)
            #expect(try await host.state(of: id).log == ["w"])
            await host.close()
        }
    }

    @Test("An instance stays in memory until it has processed its recalled events")
    func recalledEvents() async {
        await explore(seeds: Effort.seeds(50)) {
            let host = try await HostFixture(settings: .idle(1)).host(Busy.self, ())
            let ids = (1...4).map { DurableID<Busy>("\($0)") }
            for id in ids {
                try await host.start(Busy.self, id: id, initialState: Busy.State())
                for text in ["a", "b", "c"] { try await host.send(.later(text), to: id, deduplication: text) }
            }
            await turns()
            await withTaskGroup(of: Void.self) { senders in
                for id in ids { senders.addTask { try? await host.send(.free, to: id) } }
            }
            await turns(2_000)
            for id in ids { #expect(try await host.state(of: id).log.sorted() == ["a", "b", "c"]) }
            await host.close()
        }
    }

    @Test("A host can be closed while it opens, and closed twice")
    func closing() async {
        await explore(seeds: 1...20, with: SlowStore()) { store in
            store.holdUp(.claim)
            let host = DurableHost(store: store, clock: HostFixture().durableClock)
            let opening = TaskSource().start { try? await host.open() }
            await store.untilHeld(.claim)
            let closing = TaskSource().start { await host.close() }
            await turns()
            store.letGo(.claim)
            await opening.value
            await closing.value
            await #expect(throws: DurableError.hostNotOpen) { _ = try await host.list() }
            await host.close()
        }
    }

    @Test("A second close waits for the first to finish")
    func twoCloses() async {
        await explore(seeds: 1...20, with: HostFixture()) { fixture in
            let gate = Gate<Int?>("work")
            let env = Probe.Env(work: { _, _ in await unstoppable { try await gate.wait() } })
            let (host, _) = try await fixture.probe(env, in: Probe.State(activities: ["w"]))
            await turns()
            let first = TaskSource().start { await host.close() }
            await turns()
            let isSecondOver = Guarded(false)
            let second = TaskSource().start {
                await host.close()
                isSecondOver.withLock { $0 = true }
            }
            await turns()
            #expect(isSecondOver.withLock { !$0 })
            gate.open(returning: 1)
            await first.value
            await second.value
        }
    }

    @Test("A host that is released without being closed is deallocated", arguments: [nil, 10.0])
    func dropped(keepsEnded: Double?) async {
        await explore(seeds: 1...20) {
            weak var weakHost: DurableHost?
            do {
                let fixture = HostFixture(settings: DurableSettings(keepsEnded: keepsEnded))
                let (host, _) = try await fixture.probe(in: Probe.State(limits: ["l": 100]))
                await turns()
                weakHost = host
            }
            await turns()
            #expect(weakHost == nil)
        }
    }

    @Test("A reused name gets a new instance while an activity of the removed one still runs")
    func nameUsedAgain() async {
        await explore(seeds: 1...20, with: HostFixture()) { fixture in
            let gate = Gate<Int?>("work")
            let begun = Recorder<String>()
            let (host, id) = try await fixture.probe(
                Probe.Env(work: { name, _ in
                    begun.record(name)
                    return name == "stubborn" ? await unstoppable { try await gate.wait() } : 1
                }), in: Probe.State(activities: ["stubborn"]))
            await turns()
            try await host.cancel(id)
            await turns()
            await fixture.clock.advance(by: .seconds(10))
            #expect(try await host.removeEnded(before: HostFixture.start.addingTimeInterval(5)) == 1)
            try await host.start(Probe.self, id: "1", initialState: Probe.State(activities: ["next"]))
            await turns()
            gate.open(returning: 1)
            await turns(2_000)
            #expect(begun.values == ["stubborn", "next"])
            await host.close()
        }
    }

    @Test("A clock accepts infinite dates and dates that are not a number")
    func oddDates() async throws {
        await #expect(processExitsWith: .success) {
            for seconds in [-1e300, -Double.infinity, Double.nan] {
                try await DurableClock.system.sleep(until: Date(timeIntervalSinceReferenceDate: seconds))
            }
        }
    }
}
