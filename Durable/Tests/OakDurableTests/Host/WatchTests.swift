import Foundation
import Oak
import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport
import Testing

@Suite("D17 An instance that watches another one hears of its end")
struct WatchTests {
    @Test("D17 A parent hears of each child once, whatever fails and whenever the process ends", arguments: 1...6)
    func exactlyOnce(seed: UInt64) async {
        await explore(seeds: 1...15, with: MemoryStore()) { contents in
            let clock = DurableClock.whenIdle
            var random = SeededGenerator(seed: seed)
            for round in 0..<4 {
                let isLast = round == 3
                let store = FaultyStore(contents, faults: .ofProcess(isLast: isLast), seed: random.next())
                let host = DurableHost(store: store, clock: clock, settings: .patient)
                try await host.register(Parent.self)
                try await host.register(Child.self, env: { _ in })
                // A process that has failed to open is followed by the next.
                guard (try? await host.open()) != nil else { continue }
                let parent: DurableID<Parent> = "1"
                _ = try? await host.start(Parent.self, id: parent, initialState: Parent.State())
                _ = try? await host.send(.begin(4), to: parent, deduplication: "begin")
                for number in 0..<4 {
                    _ = try? await host.send(.end, to: DurableID<Child>("\(number)"), deduplication: "end")
                }
                if isLast {
                    while (try? await host.start(Parent.self, id: parent, initialState: Parent.State())) == nil {}
                    while (try? await host.send(.begin(4), to: parent, deduplication: "begin")) == nil {}
                    for number in 0..<4 {
                        try await clock.pass(while: { !(await isSent(.end, to: DurableID("\(number)"), on: host)) })
                    }
                    try await clock.pass(while: { try await contents.state(of: Parent.self).ended.count < 4 })
                    let state = try await contents.state(of: Parent.self)
                    expectThat(state.ended.sorted() == [0, 1, 2, 3] && state.failed.isEmpty, "\(state)")
                }
                await host.close()
            }
        }
    }

    @Test("D17 A watcher hears of each failure, and of the end after the retry")
    func failures() async {
        await explore(seeds: 1...20) {
            let failures = Counter()
            let (host, parent) = try await family { _ in
                failures.increment()
                if failures.value < 3 { throw Broken() }
            }
            try await host.send(.begin(1), to: parent)
            let child: DurableID<Child> = "0"
            try await host.state(of: parent) { $0.children == 1 }
            try await host.send(.work, to: child)
            try await host.state(of: parent) { $0.failed == [0] }
            try await host.retry(child)
            try await host.state(of: parent) { $0.failed == [0, 0] }
            try await host.retry(child)
            try await host.send(.end, to: child)
            let state = try await host.state(of: parent) { $0.ended == [0] }
            expectThat(state.failed == [0, 0])
            await host.close()
        }
    }

    @Test("D17 A watcher of an instance that is over, has failed, was cancelled or is missing hears of it at once")
    func late() async {
        await explore(seeds: 1...20) {
            let (host, parent) = try await family { _ in throw Broken() }
            for number in 0..<3 { try await host.start(Child.self, id: DurableID("\(number)"), initialState: .working) }
            try await host.send(.end, to: "0" as DurableID<Child>)
            try await host.send(.work, to: "1" as DurableID<Child>)
            try await host.cancel("2" as DurableID<Child>)
            while try await host.summary(of: DurableID<Child>("1")).status != .failed { await Task.yield() }
            try await host.send(.watch(4), to: parent)
            let state = try await host.state(of: parent) { $0.ended.count + $0.failed.count + $0.cancelled.count == 4 }
            expectThat(state.ended == [0] && state.failed == [1] && state.cancelled == [2, 3], "\(state)")
            await host.close()
        }
    }

    @Test("D17 The messages of a child come before its end, and watches end with the watcher")
    func order() async {
        await explore(seeds: 1...20, with: HostFixture()) { fixture in
            let (host, parent) = try await family(fixture) { _ in }
            try await host.send(.begin(2), to: parent)
            try await host.state(of: parent) { $0.children == 2 }
            try await host.send(.tellAndEnd(7), to: "0" as DurableID<Child>)
            let state = try await host.state(of: parent) { $0.ended == [0] }
            expectThat(state.told == [7])
            try await host.send(.end, to: parent)
            try await host.value(of: parent)
            try await host.send(.end, to: "1" as DurableID<Child>)
            try await host.value(of: DurableID<Child>("1"))
            let last = try await fixture.store.instance(parent.name)
            let inbox = try await fixture.store.inbox(of: last?.key ?? 0, after: 0, limit: 10)
            expectThat(inbox.isEmpty)
            await host.close()
        }
    }

    @Test("D17 A parent waits for two thousand children, few of which are in memory")
    func crowd() async {
        await explore(seeds: 1...2, with: HostFixture(settings: .idle(10))) { fixture in
            let (host, parent) = try await family(fixture) { _ in }
            try await host.send(.begin(2000), to: parent)
            for number in 0..<2000 { try await host.send(.end, to: DurableID<Child>("\(number)")) }
            try await host.state(of: parent) { $0.ended.count == 2000 }
            expectThat(await host.instancesInMemory < 100)
            await host.close()
        }
    }

    private func family(
        _ fixture: HostFixture = HostFixture(), _ env: @escaping Child.Env
    ) async throws -> (DurableHost, DurableID<Parent>) {
        let host = fixture.newHost()
        try await host.register(Parent.self)
        try await host.register(Child.self, env: env)
        try await host.open()
        return (host, try await host.start(Parent.self, id: "1", initialState: Parent.State()))
    }

    /// Whether the child has received the event, now or before.
    private func isSent(_ event: Child.Event, to child: DurableID<Child>, on host: DurableHost) async -> Bool {
        do {
            try await host.send(event, to: child, deduplication: "end")
            return true
        } catch DurableError.instanceEnded {
            return true
        } catch { return false }
    }
}

/// Starts children, and notes their ends.
private enum Parent: EffectTransducer, DurableTransducer {
    struct State: Codable, Hashable, Sendable, Terminable {
        var children = 0
        var (ended, failed, cancelled, told): ([Int], [Int], [Int], [Int]) = ([], [], [], [])
        var isTerminal = false

        init() {}
    }
    enum Event: Codable, Hashable, Sendable {
        case begin(Int), watch(Int)
        case ended(Int), failed(Int), cancelled(Int)
        case told(Int)
        case end
    }

    static let machineName = "parent"

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .begin(let count):
            state.children = count
            return .all(
                (0..<count).flatMap { number -> [Effect] in
                    let id = DurableID<Child>("\(number)")
                    return [.start(Child.self, id: id, initialState: .working), watch(number)]
                })
        case .watch(let count): return .all((0..<count).map(watch))
        case .ended(let number): state.ended.append(number)
        case .failed(let number): state.failed.append(number)
        case .cancelled(let number): state.cancelled.append(number)
        case .told(let number): state.told.append(number)
        case .end: state.isTerminal = true
        }
        return nil
    }

    private static func watch(_ number: Int) -> Effect {
        .watch(
            DurableID<Child>("\(number)"), ended: .ended(number), failed: .failed(number),
            cancelled: .cancelled(number))
    }
}

private enum Child: EffectTransducer, DurableTransducer {
    enum State: Codable, Hashable, Sendable, Terminable {
        case working, over
        var isTerminal: Bool { self == .over }
    }
    enum Event: Codable, Hashable, Sendable { case work, end, tellAndEnd(Int) }

    /// Fails as the test says.
    typealias Env = @Sendable (Event) throws -> Void

    static let machineName = "child"

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .work:
            return Effect(action: { env -> [Event] in
                try env(event)
                return []
            })
        case .end: state = .over
        case .tellAndEnd(let number):
            state = .over
            return .send(.told(number), to: "1" as DurableID<Parent>)
        }
        return nil
    }
}
