import Foundation
import Oak
import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport
import Testing

@Suite("D22 A follower sees the last state of each instance")
struct FeedTests {
    @Test("D22 A follower that works beside senders has all last states, also over a restart")
    func follows() async {
        await explore(seeds: 1...60, with: HostFixture()) { fixture in
            let table = Table()
            for round in 0..<3 {
                let host = try await fixture.host(Meter.self, ())
                await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await table.follow(host) }
                    group.addTask {
                        await withTaskGroup { senders in
                            for number in 0..<4 { senders.addTask { try? await use(host, number, round) } }
                        }
                        await host.close()
                    }
                    do { try await group.waitForAll() } catch { expectThat(false, "\(error)") }
                }
                let next = try await fixture.host(Meter.self, ())
                let all = try await next.states(of: (0..<4).map { DurableID<Meter>("\($0)") })
                async let following: Void = table.follow(next)
                await next.close()
                try await following
                // The last page may have come with neither host.
                let last = try await fixture.host(Meter.self, ())
                try await table.read(last, expecting: all)
                await last.close()
            }
        }
    }

    /// Two units for a meter, which begins with the first round.
    @Sendable private func use(_ host: DurableHost, _ number: Int, _ round: Int) async throws {
        let meter = DurableID<Meter>("\(number)")
        if round == 0 { try await host.start(Meter.self, id: meter, initialState: .counting(0)) }
        try await host.send(.use(round + 1), to: meter)
        try await host.send(.use(1), to: meter)
    }

    @Test("D22 No fault of the store hides a last state from a follower", arguments: [1, 2, 3, 4])
    func faults(seed: UInt64) async {
        await explore(seeds: 1...25, with: MemoryStore()) { contents in
            let store = FaultyStore(contents, faults: .ofProcess(isLast: true), seed: seed)
            let clock = TestClock(advancing: .whenIdle)
            let host = try await HostFixture(store: store, clock: clock, settings: .patient).host(Meter.self, ())
            let table = Table()
            async let following: Void = table.followThroughErrors(host)
            _ = try? await host.start(Meter.self, id: "1", initialState: .counting(0))
            for amount in 1...6 {
                async let first: Void? = try? host.send(.use(amount), to: DurableID<Meter>("1"))
                async let second: Void? = try? host.send(.use(1), to: DurableID<Meter>("1"))
                _ = await (first, second)
            }
            // Without a further change, the follower must have been woken for the last one.
            try await clock.sleep(for: .seconds(60))
            let stored = try await contents.instance(InstanceName(machine: "meter", id: "1"))
            let state = try stored.map { try JSONDecoder().decode(Meter.State.self, from: $0.state) }
            expectThat(table.states["1"] == state, "The follower has \(table.states), and the store \(state as Any)")
            await host.close()
            await following
        }
    }

    @Test("D22 Instances enter the feed of a new program with a revision, and leave that of one without a feed")
    func revision() async {
        await explore(seeds: 1...10, with: HostFixture()) { fixture in
            let former = try await fixture.host(PlainMeter.self, ())
            for number in 0..<3 {
                try await former.start(PlainMeter.self, id: DurableID("\(number)"), initialState: .counting(number))
            }
            await former.close()
            let host = try await fixture.host(Meter.self, ())
            let revised = try await host.reviseInstances(of: Meter.self)
            expectThat(revised == 3, "\(revised) were revised")
            let table = Table()
            try await table.read(host, expecting: ["0": .counting(0), "1": .counting(1), "2": .counting(2)])
            await host.close()
            let plain = try await fixture.host(PlainMeter.self, ())
            try await plain.send(.use(1), to: DurableID<PlainMeter>("1"))
            let feed = try await fixture.store.changes(of: "meter", after: .beginning, limit: 9)
            expectThat(feed.map(\.instance.name.id).sorted() == ["0", "2"], "\(feed)")
            await plain.close()
        }
    }

    @Test("D22 Failures, retries, cancellations and ends are changes, and events that wait are none")
    func conditions() async throws {
        await explore(seeds: 1...10, with: HostFixture()) { fixture in
            let host = try await fixture.host(Meter.self, ())
            var pages = host.changes(of: Meter.self).makeAsyncIterator()
            func next() async throws -> [String: InstanceStatus] {
                let page = try await pages.next()
                return Dictionary(uniqueKeysWithValues: page?.changes.map { ($0.id.text, $0.summary.status) } ?? [])
            }
            try await host.start(Meter.self, id: "1", initialState: .counting(0))
            expectThat(try await next() == ["1": .running])
            try await host.send(.lose, to: DurableID<Meter>("1"))
            try? await host.value(of: DurableID<Meter>("1"))
            expectThat(try await next() == ["1": .failed])
            try await host.send(.use(1), to: DurableID<Meter>("1"))
            try await host.start(Meter.self, id: "2", initialState: .counting(0))
            expectThat(try await next() == ["2": .running])
            try await host.cancel(DurableID<Meter>("1"))
            try await host.send(.stop, to: DurableID<Meter>("2"))
            _ = try await host.value(of: DurableID<Meter>("2"))
            expectThat(try await next() == ["1": .cancelled, "2": .ended])
            await host.close()
            expectThat(try await next() == [:])
        }
    }

    @Test("D22 A state that cannot be decoded hides no other change")
    func undecodable() async throws {
        let fixture = HostFixture()
        let host = try await fixture.host(Meter.self, ())
        for id in ["1", "2"] { try await host.start(Meter.self, id: DurableID(id), initialState: .counting(7)) }
        let lease = try await fixture.store.claim(by: StoreOwner(), at: HostFixture.start)[0]
        let key = try #require(await fixture.store.instance(InstanceName(machine: "meter", id: "1"))).key
        let damage = StoredStep(
            instance: key, version: 1, state: Data("?".utf8), isFollowed: true,
            journal: JournalEntry(number: 1, time: HostFixture.start, cause: .event, version: 1))
        _ = try await fixture.store.commit([.step(damage)], under: lease, at: HostFixture.start)
        let reader = try await fixture.host(Meter.self, ())
        var pages = reader.changes(of: Meter.self, limit: 9).makeAsyncIterator()
        let changes = try #require(try await pages.next()).changes
        #expect(changes.map(\.id.text).sorted() == ["1", "2"])
        for change in changes {
            switch change.id.text {
            case "1": #expect(throws: DurableError.self) { try change.state }
            default: #expect(try change.state == .counting(7))
            }
        }
        await reader.close()
    }

    @Test("D22 A follower ends when its task is cancelled or the host has failed, and waits for one that opens")
    func ends() async throws {
        await explore(seeds: 1...20, with: HostFixture()) { fixture in
            let host = fixture.newHost()
            try await host.register(Meter.self, env: ())
            let table = Table()
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await table.follow(host) }
                await turns(20)
                try? await host.open()
                _ = try? await host.start(Meter.self, id: "1", initialState: .counting(4))
                await turns(100)
                expectThat(table.states == ["1": .counting(4)], "\(table.states)")
                group.cancelAll()
                do { try await group.waitForAll() } catch { expectThat(false, "\(error)") }
            }
            async let following: Void = table.follow(host)
            await turns(20)
            _ = try await fixture.store.claim(by: StoreOwner(), at: HostFixture.start)
            _ = try? await host.send(.use(1), to: DurableID<Meter>("1"))
            do {
                try await following
                expectThat(false, "The follower has ended without an error")
            } catch {
                expectThat(error is DurableError, "\(error)")
            }
            await host.close()
        }
    }

    @Test("D22 A follower asks the store again only after a change of a machine that is followed")
    func asksNothing() async {
        await explore(seeds: 1...10) {
            let store = FaultyStore(MemoryStore(), script: [])
            let host = HostFixture(store: store).newHost()
            try await host.register(Meter.self, env: ())
            try await host.register(Probe.self, env: Probe.Env())
            try await host.open()
            let table = Table()
            async let following: Void = table.follow(host)
            await turns(50)
            let probe = try await host.start(Probe.self, id: "1", initialState: Probe.State())
            for number in 0..<20 { try await host.send(.note("\(number)"), to: probe) }
            try await host.cancel(probe)
            await turns(50)
            let questions = store.history.count { $0.operation == .changes }
            expectThat(questions == 1, "The store was asked \(questions) times")
            try await host.start(Meter.self, id: "1", initialState: .counting(1))
            await turns(50)
            expectThat(table.states == ["1": .counting(1)], "\(table.states)")
            await host.close()
            try await following
        }
    }

    @Test("D22 A feed ends without an error if its host is closed, or its task cancelled, before the host is open")
    func endsBeforeOpening() async throws {
        let host = DurableHost(store: MemoryStore())
        try await host.register(Meter.self, env: ())
        let following = Task { for try await _ in host.changes(of: Meter.self) {} }
        following.cancel()
        try await following.value
        async let other: Void = { for try await _ in host.changes(of: Meter.self) {} }()
        await host.close()
        try await other
    }

    @Test("D22 A position is encoded and read again")
    func position() throws {
        var position = FeedPosition.beginning
        position[StoreShard(0)] = 7
        position[StoreShard(255)] = .max
        let read = try JSONDecoder().decode(FeedPosition.self, from: JSONEncoder().encode(position))
        #expect(read == position && read[StoreShard(3)] == 0)
    }
}

/// The states that a follower has seen, and the position that it keeps with them.
private final class Table: Sendable {
    private typealias Seen = (states: [DurableID<Meter>: Meter.State], position: FeedPosition)

    private let seen = Guarded<Seen>(([:], .beginning))

    var states: [DurableID<Meter>: Meter.State] { seen.withLock { $0.states } }

    private func write(_ page: FeedPage<Meter>) throws {
        let states = try page.changes.map { ($0.id, try $0.state) }
        seen.withLock { seen in
            for (id, state) in states { seen.states[id] = state }
            seen.position = page.position
        }
    }

    private var position: FeedPosition { seen.withLock { $0.position } }

    func follow(_ host: DurableHost) async throws {
        for try await page in host.changes(of: Meter.self, after: position, limit: 3) { try write(page) }
    }

    func followThroughErrors(_ host: DurableHost) async {
        var pages = host.changes(of: Meter.self, after: position).makeAsyncIterator()
        while true {
            do {
                guard let page = try await pages.next() else { return }
                try write(page)
            } catch {
                await Task.yield()
            }
        }
    }

    /// Reads until the states are these.
    func read(_ host: DurableHost, expecting states: [DurableID<Meter>: Meter.State]) async throws {
        var pages = host.changes(of: Meter.self, after: position, limit: 2).makeAsyncIterator()
        while self.states != states, let page = try await pages.next() { try write(page) }
        expectThat(self.states == states, "The follower has \(self.states) instead of \(states)")
    }
}

/// A meter that adds up.
private enum Meter: EffectTransducer, FollowedTransducer {
    enum State: Codable, Hashable, Sendable, Terminable {
        case counting(Int), stopped
        var isTerminal: Bool { self == .stopped }
    }
    enum Event: Codable, Sendable { case use(Int), stop, lose }

    static let machineName = "meter"

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.counting(let sum), .use(let amount)): state = .counting(sum + amount)
        case (.counting, .stop): state = .stopped
        // An operation that a restart would lose, with which the instance fails.
        case (.counting, .lose): return Effect(id: "lost") { _, _ in }
        case (.stopped, _): return .unexpected
        }
        return nil
    }
}

/// The program before it was followed.
private enum PlainMeter: EffectTransducer, DurableTransducer {
    typealias State = Meter.State
    typealias Event = Meter.Event

    static let machineName = "meter"

    static func update(_ state: inout State, event: Event) -> Effect? {
        _ = Meter.update(&state, event: event)
        return nil
    }
}
