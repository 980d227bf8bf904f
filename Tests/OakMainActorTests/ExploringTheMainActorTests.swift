import Oak
import OakTesting
import Testing

@Suite("Explorations own the main actor")
struct ExploringTheMainActorTests {
    enum Alarm: EffectTransducer {
        enum State: NonTerminal { case idle, waiting, rung, stopped }
        enum Event: Sendable { case start, ring, stop }
        nonisolated struct Env: Sendable { var clock: any Clock<Duration> }

        static func activities(in state: State) -> [Effect] {
            if case .waiting = state { [.timeout(.seconds(1), sending: .ring, clock: \.clock)] } else { [] }
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.idle, .start): state = .waiting
            case (.waiting, .ring): state = .rung
            case (.waiting, .stop): state = .stopped
            case (.idle, _), (.waiting, _), (.rung, _), (.stopped, _): break
            }
            return nil
        }
    }

    @Test("A time-out of a machine on the main actor comes in the time of the test")
    func timeout() async {
        await explore(seeds: 1...200) { @MainActor in
            let clock = TestClock(advancing: .whenIdle)
            let alarm = ObservableTransducer(of: Alarm.self, initialState: .idle, env: .init(clock: clock))
            try alarm.send(.start)
            try await clock.sleep(for: .seconds(2))
            expectThat(alarm.state == .rung, "it has not rung")
        }
    }

    nonisolated enum Lamp: EffectTransducer {
        struct State: NonTerminal, Sendable { var text = "" }
        enum Event: Sendable { case light, lit(String) }
        typealias Env = Gate<String>

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .light: return Effect(id: "light", { gate in try await gate.wait() }, success: Event.lit)
            case .lit(let text): state.text = text
            }
            return nil
        }
    }

    private final class Log {
        var text = ""

        nonisolated func begin() { MainActor.assumeIsolated { text += "begin " } }

        func work(_ name: String) async {
            for step in 1...3 {
                MainActor.preconditionIsolated()
                text += "\(name)\(step) "
                await Task.yield()
            }
        }
    }

    @Test("Each task has its place in the order of the seed")
    func order() async throws {
        func order(_ seed: UInt64) async throws -> String {
            try await interleave(seed: seed) { @MainActor in
                let log = Log()
                async let child: Void = log.work("child")
                let task = Task { await log.work("task") }
                let detached = Task.detached { await log.work("detached") }
                log.begin()
                await child
                await task.value
                await detached.value
                return log.text
            }
        }
        var orders: Set<String> = []
        for seed in UInt64(1)...100 {
            let first = try await order(seed)
            #expect(try await order(seed) == first)
            orders.insert(first)
        }
        #expect(orders.count > 20)
    }

    @Test("A task and a host that a scenario leaves behind go on")
    func leftBehind() async throws {
        let gate = Gate<String>()
        let waiting = try await interleave(seed: 1) { @MainActor in
            Task {
                let text = try await gate.wait()
                MainActor.preconditionIsolated()
                await TestClock().advance(by: .seconds(1))
                return text
            }
        }
        let host = try await interleave(seed: 1) {
            TransducerHost(of: Lamp.self, initialState: .init(), env: gate)
        }
        try host.send(.light)
        let busy = try await interleave(seed: 1) { @MainActor in
            Task { while !Task.isCancelled { await Task.yield() } }
        }
        gate.open(returning: "open")
        #expect(try await waiting.value == "open")
        #expect(try await host.value(where: { $0.text == "open" }).text == "open")
        busy.cancel()
        await busy.value
    }

    @Test("A time-out races with whatever is due at the same time")
    func race() async throws {
        var endings: Set<String> = []
        for seed in UInt64(1)...50 {
            endings.insert(
                try await interleave(seed: seed) { @MainActor in
                    let clock = TestClock(advancing: .whenIdle)
                    let alarm = ObservableTransducer(of: Alarm.self, initialState: .idle, env: .init(clock: clock))
                    try alarm.send(.start)
                    Task {
                        try await clock.sleep(for: .seconds(1))
                        try alarm.send(.stop)
                    }
                    try await clock.sleep(for: .seconds(2))
                    return "\(alarm.state)"
                })
        }
        #expect(endings == ["rung", "stopped"])
    }
}

@Suite("A chat on the main actor is explored")
struct ExploringAChatTests {
    /// Connects, searches, sends and logs out, from several tasks at once.
    private static func useOnce(_ fault: Chat.Fault?) async throws {
        let clock = TestClock(advancing: .whenIdle)
        let server = Server(clock: clock, failures: 2)
        let chat = ObservableTransducer(
            of: Chat.self, initialState: .init(fault: fault), env: .init(server: server, clock: clock))
        let typing = Task { for text in ["o", "oa", "oak"] { try chat.send(.type(text)) } }
        Task {
            try await clock.sleep(for: .seconds(8))
            try chat.send(.connect)
        }
        let sending = Task {
            try chat.send(.send("hello"))
            try await clock.sleep(for: .seconds(8))
            try chat.send(.send("again"))
        }
        try chat.send(.connect)
        try await clock.sleep(for: .seconds(8))
        try await typing.value
        try await sending.value
        expectThat(chat.state.found == "oak", "a stale result is shown: \(chat.state.found)")
        try? chat.send(.logOut)
        try await clock.sleep(for: .seconds(20))
        expectThat(!chat.isRunning, "the chat goes on after the log-out")
        expectThat(server.received == ["hello", "again"], "the server has \(server.received)")
        expectThat(server.connections == 1, "there are \(server.connections) connections")
    }

    @Test("The right chat passes 200 seeds")
    func right() async {
        await explore(seeds: 1...200) { @MainActor in try await Self.useOnce(nil) }
    }

    @Test("Each fault is found within 50 seeds", arguments: Chat.Fault.allCases)
    func wrong(_ fault: Chat.Fault) async throws {
        let found = try #require(
            await counterexample(seeds: 1...50) { @MainActor in try await Self.useOnce(fault) })
        #expect(found.isReproducible, "\(found)")
    }

    @Test("A tester drives the chat, whose operations are on the main actor")
    func tester() async {
        let clock = TestClock()
        let tester = TransducerTester(
            of: Chat.self, initialState: .init(), env: .init(server: Server(clock: clock, failures: 0), clock: clock),
            exhaustivity: .off)
        await tester.send(.send("hello"))
        await tester.send(.connect)
        await clock.advance(by: .seconds(1))
        await tester.receive(.connected)
        await clock.advance(by: .seconds(1))
        await tester.receive(.sent)
        await tester.send(.logOut)
        await tester.finish()
    }
}
