import Foundation
import Oak
import OakDurable
import OakDurableTesting
import OakGraph
import OakTesting
import TestSupport
import Testing

@Suite("D16 A message is part of the macrostep that sends it")
struct MessageTests {
    @Test("D16 Each message arrives once and in order, whatever fails and whenever the process ends", arguments: 1...6)
    func exactlyOnce(seed: UInt64) async {
        await explore(seeds: 1...15, with: MemoryStore()) { contents in
            let clock = DurableClock.whenIdle
            let first = try await bothHost(HostFixture(store: contents))
            try await first.start(Listener.self, id: "1", initialState: Listener.State())
            try await first.start(Teller.self, id: "1", initialState: Teller.State())
            await first.close()
            var random = SeededGenerator(seed: seed)
            var sent = 0
            for round in 0..<4 {
                let isLast = round == 3
                let store = FaultyStore(contents, faults: .ofProcess(isLast: isLast), seed: random.next())
                let host = DurableHost(store: store, clock: clock, settings: .patient)
                try await host.register(Teller.self, env: ())
                try await host.register(Listener.self, env: {})
                // A process that has failed to open is followed by the next.
                guard (try? await host.open()) != nil else { continue }
                for _ in 1...4 {
                    sent += 1
                    _ = try? await host.send(.tell(sent), to: DurableID<Teller>("1"), deduplication: "\(sent)")
                }
                if isLast {
                    // A sender repeats events that were not acknowledged.
                    for number in 1...sent {
                        while (try? await host.send(
                            .tell(number), to: "1" as DurableID<Teller>, deduplication: "\(number)")) == nil
                        {}
                    }
                    while (try? await host.state(of: DurableID<Listener>("1")))?.heard.count != sent {
                        // Also the store gets time to recover.
                        try await clock.sleep(until: clock.now.addingTimeInterval(1))
                    }
                    let (told, heard) = (
                        try await contents.state(of: Teller.self).told,
                        try await contents.state(of: Listener.self).heard
                    )
                    expectThat(heard == told, "\(told) were told, and \(heard) heard")
                    expectThat(Set(heard).count == sent)
                }
                await host.close()
            }
        }
    }

    @Test("D16 A test of a transition compares messages with their targets, events and refusals")
    func descriptions() {
        typealias Effect = Teller.Effect
        let listener: DurableID<Listener> = "1"
        func effect(on event: Teller.Event) -> EffectDescription<Teller.Event>? {
            var state = Teller.State()
            return Teller.update(&state, event: event).map { EffectDescription($0) }
        }
        let told = EffectDescription(Effect.send(.hear(1), to: listener))
        #expect(effect(on: .tell(1)) == told)
        #expect(effect(on: .tell(2)) != told)
        #expect(effect(on: .ask(1)) != told)
        #expect(effect(on: .ask(1)) == EffectDescription(Effect.send(.hear(1), to: listener, refused: .refused(1))))
        #expect(told != EffectDescription(Effect.send(.hear(1), to: "2" as DurableID<Listener>)))
        let child: DurableID<Listener> = "child 0"
        let births: [Effect] = [
            .start(Listener.self, id: child, initialState: Listener.State()), .send(.hear(0), to: child),
        ]
        #expect(effect(on: .begin(1)) == .list(births.map { EffectDescription($0) }))
        #expect(told.matches(told) && !told.matches(EffectDescription(births[1])))
    }

    @Test("D16 A message that is refused is an event of its sender, or a problem that the observer hears of")
    func refusals() async {
        await explore(seeds: 1...20) {
            let problems = Recorder<String>()
            let host = try await bothHost(HostFixture { if $0.isProblem { problems.record("\($0)") } })
            let teller = try await host.start(Teller.self, id: "1", initialState: Teller.State())
            // There is no listener.
            try await host.send(.ask(7), to: teller)
            while try await host.state(of: teller).refused != [7] { await Task.yield() }
            expectThat(problems.values.isEmpty)
            try await host.send(.tell(8), to: teller)
            while problems.values.isEmpty { await Task.yield() }
            expectThat(
                problems.values == [
                    "listener/1 takes no messages, and one of teller/1 is lost. Give the message an event for its refusal."
                ])
            await host.close()
        }
    }

    @Test("D16 A macrostep starts instances and ends with messages to them")
    func starts() async {
        await explore(seeds: 1...20, with: HostFixture()) { fixture in
            let host = try await bothHost(fixture)
            let teller = try await host.start(Teller.self, id: "1", initialState: Teller.State())
            try await host.send(.begin(3), to: teller)
            for number in 0..<3 {
                let id = DurableID<Listener>("child \(number)")
                while try await host.state(of: id).heard != [number] { await Task.yield() }
            }
            // The last macrostep sends, too.
            try await host.send(.finish, to: teller)
            try await host.value(of: teller)
            for number in 0..<3 { try await host.value(of: DurableID<Listener>("child \(number)")) }
            await host.close()
        }
    }

    @Test("D16 Messages reach instances at rest, those being read, and those that failed")
    func conditions() async {
        await explore(seeds: 1...40, with: HostFixture(settings: .idle(0))) { fixture in
            let failures = Counter()
            let host = try await bothHost(fixture) {
                failures.increment()
                if failures.value == 1 { throw Broken() }
            }
            let teller = try await host.start(Teller.self, id: "1", initialState: Teller.State())
            let listener = try await host.start(Listener.self, id: "1", initialState: Listener.State())
            async let first: Void = host.send(.tell(1), to: teller)
            async let direct: Void = host.send(.hear(10), to: listener)
            async let second: Void = host.send(.tell(2), to: teller)
            async let third: Void = host.send(.fail, to: listener)
            _ = try await (first, direct, second, third)
            while try await host.summary(of: listener).status != .failed { await Task.yield() }
            try await host.send(.tell(3), to: teller)
            try await host.retry(listener)
            while try await host.state(of: listener).heard.count != 4 { await Task.yield() }
            let heard = try await host.state(of: listener).heard
            let told = try await host.state(of: teller).told
            expectThat(heard.filter { $0 != 10 } == told, "\(told) and \(heard)")
            await host.close()
        }
    }

    @Test("D16 A thousand messages of one macrostep arrive at a thousand instances")
    func crowd() async {
        await explore(seeds: 1...2, with: HostFixture(settings: .idle(10))) { fixture in
            let host = try await bothHost(fixture)
            let teller = try await host.start(Teller.self, id: "1", initialState: Teller.State())
            try await host.send(.begin(1000), to: teller)
            try await host.send(.shout(1000), to: teller)
            while try await host.count(where: .tag("heard", is: 2)) != 1000 { await Task.yield() }
            expectThat(await host.instancesInMemory < 100)
            await host.close()
        }
    }

    @Test("D16 A run without a host ends with an error that says so")
    func noHost() async throws {
        let proxy = Teller.Proxy()
        try proxy.send(.tell(1))
        await #expect(throws: DurableError.messageWithoutHost(InstanceName(machine: "listener", id: "1"))) {
            try await Teller.run(initialState: Teller.State(), proxy: proxy, env: ())
        }
    }

    @Test("In the graph of its machine, a message is an effect without an answer")
    func graph() {
        let graph = StateGraph(
            of: Bell.self, from: [.silent], events: .events(.ring, .unheard).answers(of: "limit", .stop))
        let report = graph.check([.consistency, .undeclaredAnswers, .unansweredEffects])
        #expect(report.verdict == .holds, "\(report)")
        #expect(Set(graph.states) == [.silent, .ringing, .broken])
    }

    private func bothHost(
        _ fixture: HostFixture, fail: @escaping Listener.Env = {}
    ) async throws -> DurableHost {
        let host = fixture.newHost()
        try await host.register(Teller.self, env: ())
        try await host.register(Listener.self, env: fail)
        try await host.open()
        return host
    }
}

/// Tells numbers to a listener.
private enum Teller: EffectTransducer, DurableTransducer {
    struct State: Codable, Hashable, Sendable, Terminable {
        var told: [Int] = []
        var refused: [Int] = []
        var children = 0
        var isTerminal = false
    }
    enum Event: Codable, Hashable, Sendable {
        case tell(Int)
        /// Tells, and wants to hear of a refusal.
        case ask(Int)
        case refused(Int)
        case begin(Int)
        case shout(Int)
        case finish
    }

    static let machineName = "teller"

    static func update(_ state: inout State, event: Event) -> Effect? {
        let listener: DurableID<Listener> = "1"
        switch event {
        case .tell(let number):
            state.told.append(number)
            return .send(.hear(number), to: listener)
        case .ask(let number): return .send(.hear(number), to: listener, refused: .refused(number))
        case .refused(let number): state.refused.append(number)
        case .begin(let count):
            state.children = count
            return .all(
                (0..<count).flatMap { number -> [Effect] in
                    let child = DurableID<Listener>("child \(number)")
                    return [
                        .start(Listener.self, id: child, initialState: Listener.State()),
                        .send(.hear(number), to: child),
                    ]
                })
        case .shout(let count):
            return .all((0..<count).map { .send(.hear(-1), to: DurableID<Listener>("child \($0)")) })
        case .finish:
            state.isTerminal = true
            return .all(
                (0..<state.children).map { .send(.leave, to: DurableID<Listener>("child \($0)")) })
        }
        return nil
    }
}

/// Tells of each ring.
private enum Bell: EffectTransducer, DurableTransducer {
    enum State: Codable, Hashable, Sendable, Terminable {
        case silent, ringing, broken
        var isTerminal: Bool { self == .broken }
    }
    enum Event: Codable, Hashable, Sendable { case ring, stop, unheard }

    static let machineName = "bell"

    static func activities(in state: State) -> [Effect] {
        state == .ringing ? [.timeout(.seconds(5), id: "limit", sending: .stop)] : []
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.silent, .ring):
            state = .ringing
            return .send(.hear(1), to: "1" as DurableID<Listener>, refused: .unheard)
        case (.ringing, .stop): state = .silent
        case (.ringing, .unheard), (.silent, .unheard): state = .broken
        case (.silent, .stop), (.ringing, .ring), (.broken, _): return .unexpected
        }
        return nil
    }
}

private enum Listener: EffectTransducer, DurableTransducer {
    struct State: Codable, Hashable, Sendable, Terminable {
        var heard: [Int] = []
        var isTerminal = false
    }
    enum Event: Codable, Hashable, Sendable { case hear(Int), fail, leave }

    /// Fails as the test says.
    typealias Env = @Sendable () throws -> Void

    static let machineName = "listener"

    static func tags(in state: State) -> [String: DurableTag] { ["heard": .integer(state.heard.count)] }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .hear(let number): state.heard.append(number)
        case .fail:
            return Effect(action: { env -> [Event] in
                try env()
                return []
            })
        case .leave: state.isTerminal = true
        }
        return nil
    }
}
