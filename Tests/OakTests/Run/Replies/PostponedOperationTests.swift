import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C18, C30 Postponed events of operations")
struct PostponedOperationTests {
    typealias Machine = PostponingMachine<EquatableState>

    /// Sends two events that are postponed, and lasts.
    private static func sender(_ id: String) -> Machine.Effect {
        Machine.Effect(id: id) { _, input in
            try input.send(.visit("first of \(id)"))
            try input.send(.visit("second of \(id)"))
            try await Gate<Void>().wait()
        }
    }

    /// Returns a result that is postponed.
    private static func answerer(_ id: String, _ name: String) -> Machine.Effect {
        Machine.Effect(id: id, { _ in }, success: .visit(name))
    }

    /// Runs a machine with one event after the other, each once the machine is idle.
    private func play(_ events: Machine.Event...) async throws -> [String] { try await play(events) }

    private func play(_ events: [Machine.Event]) async throws -> [String] {
        let outputs = Recorder<String>()
        try await interleave(seed: 1) {
            let proxy = Machine.Proxy()
            let run = Task {
                try await Machine.play(proxy).forEach(outputs.record)
            }
            for event in events {
                try proxy.send(event)
                await idle()
            }
            try proxy.send(.end)
            try await run.value
        }
        return outputs.values
    }

    @Test("C30 Events and results of an operation can be postponed")
    func operations() async throws {
        let outputs = try await play(
            .init(name: "go", effects: [.combine(Self.sender("x"), Self.answerer("y", "answer"))]), .mode(1))
        #expect(Set(outputs.prefix(2)) == ["go", "mode 1"])
        #expect(Set(outputs.dropFirst(2)) == ["first of x", "second of x", "answer", "end"])
    }

    @Test("C18 Postponed events of a cancelled operation are dropped")
    func cancelled() async throws {
        let outputs = try await play(
            .init(name: "go", effects: [Self.sender("x")]), .visit("outside"),
            .init(name: "cancel", mode: 1, effects: [.cancelTask("x")]))
        #expect(outputs == ["go", "cancel", "outside", "end"])
    }

    @Test("C18 Postponed events of a replaced operation are dropped, and those of its successor are kept")
    func replaced() async throws {
        let outputs = try await play(
            .init(name: "go", effects: [Self.sender("x")]), .init(name: "again", effects: [Self.answerer("x", "new")]),
            .mode(1))
        #expect(outputs == ["go", "again", "mode 1", "new", "end"])
    }

    @Test("C18 The postponed result of an operation is dropped when its identity is cancelled or replaced")
    func ended() async throws {
        for effect in [Machine.Effect.cancelTask("x"), Self.sender("x")] {
            let outputs = try await play(
                .init(name: "go", effects: [Self.answerer("x", "answer")]), .init(name: "stop", effects: [effect]),
                .visit("outside"), .mode(2), .mode(1), .init(name: "last", effects: [.cancelTask("x")]))
            #expect(!outputs.contains("answer"))
            #expect(outputs.contains("outside"))
        }
    }

    @Test("C18 C19 The postponed result of a part is dropped when its composition is cancelled or replaced")
    func endedParts() async throws {
        let unnamed = Machine.Effect({ _ in }, success: .visit("answer"))
        let nested = Machine.Effect.sequence(.combine(unnamed, Self.answerer("y", "y")))
        let successor = Machine.Effect.sequence(id: "x", Self.answerer("z", "z"))
        for begun in [Machine.Effect.sequence(id: "x", unnamed), .combine(id: "x", nested)] {
            for stop in [.cancelTask("x"), Self.sender("x"), successor] {
                let outputs = try await play(
                    .init(name: "go", effects: [begun]), .init(name: "stop", effects: [stop]), .visit("outside"),
                    .mode(1), .init(name: "last", effects: [.cancelTask("x")]))
                #expect(!outputs.contains("answer") && !outputs.contains("y"), "\(outputs)")
                #expect(outputs.contains("outside"))
            }
        }
    }

    @Test("C13 C17 The postponed result of a part is kept when the next part has the same name")
    func partsWithOneName() async throws {
        let effect = Machine.Effect.sequence(id: "x", Self.answerer("x", "first"), Self.answerer("x", "second"))
        let outputs = try await play(.init(name: "go", effects: [effect]), .mode(1))
        #expect(outputs == ["go", "mode 1", "first", "second", "end"])
    }

    @Test("C27 The postponed result of an activity is dropped when the state no longer lists the activity")
    func endedActivity() async throws {
        try await interleave(seed: 1) {
            for (keepsActivity, expected) in [(false, ["open", "end"]), (true, ["open", "answer", "end"])] {
                let outputs = try await ActiveMachine.play(.init(keepsActivity: keepsActivity), [[.open, .end]])
                expectThat(outputs == expected, "\(outputs)")
            }
        }
    }

    @Test("C28 The postponed result of an operation is dropped when its child departs")
    func departed() async throws {
        let answer = Script.Effect({ _ in }, success: .init("stale"))
        let run = try await RecordedRun.of(
            PostponingComposite.self, from: .init(), env: (), [.child(.init("go", answer)), .replace, .open], end: .end)
        #expect(try run.output == ["go"])
        #expect(run.refused.count == 1)
    }

    @Test("C18 Operations of other identities keep their postponed events")
    func others() async throws {
        let unnamed = Machine.Effect({ _ in }, success: .visit("unnamed"))
        let outputs = try await play(
            .init(name: "go", effects: [.combine(Self.answerer("x", "x"), Self.answerer("y", "y"), unnamed)]),
            .init(name: "cancel", mode: 1, effects: [.cancelTask("x")]))
        #expect(outputs.prefix(2) == ["go", "cancel"])
        #expect(Set(outputs.dropFirst(2)) == ["y", "unnamed", "end"])
    }

    @Test("C30 Postponed events of cancelled operations free their places")
    func places() async throws {
        var events: [Machine.Event] = []
        for _ in 1...40 {
            events += [
                .init(name: "go", effects: [Self.answerer("x", "stale")]),
                .init(name: "stop", effects: [.cancelTask("x")]),
            ]
        }
        let visits = (1...8).map { Machine.Event.visit("\($0)") }
        let outputs = try await play(events + visits + [.mode(1)])
        #expect(outputs.suffix(9) == visits.map(\.name) + ["end"])
        #expect(!outputs.contains("stale"))
    }

    @Test("C15 A sender that waits for the macrostep returns at the postponement", .interleaved)
    func suspendedSender() async throws {
        let proxy = WaitingMachine.Proxy()
        let run = Task {
            try await WaitingMachine.run(initialState: .closed(visits: 0), proxy: proxy)
        }
        try await proxy.send(.visit)
        try await proxy.send(.visit)
        try await proxy.send(.open)
        try await proxy.send(.close)
        #expect(try await run.value == 2)
    }
}

/// A composite that postpones events of its child's operations until it is open.
private enum PostponingComposite: CompositeTransducer {
    struct State: Terminable, Sendable {
        var child = Script.State()
        var identity = 1
        var isOpen = false
        var isTerminal = false
    }
    enum Event: Sendable { case child(Script.Event), replace, open, end }
    typealias Output = [String]

    static let script = child("script", Script.self, event: Event.child, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { script.active(as: state.identity) }

    static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
        switch event {
        case .child(let event):
            if event.effect == nil, !state.isOpen { return (.postpone, []) }
            return (script.step(&state.child, event).effect, state.child.names)
        case .replace: state.identity += 1
        case .open: state.isOpen = true
        case .end: state.isTerminal = true
        }
        return (nil, state.child.names)
    }
}

/// A machine with an activity whose result it postpones until it is open.
enum ActiveMachine: EffectTransducer {
    struct State: Terminable, Sendable {
        let keepsActivity: Bool
        var isOpen = false
        var isTerminal = false
    }
    enum Event: Sendable { case open, answer, cancel, begin, end }
    typealias Output = String

    static func activities(in state: State) -> [Effect] {
        state.isOpen && !state.keepsActivity ? [] : [Effect(id: "work", { _ in }, success: .answer)]
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, String) {
        switch event {
        case .answer: return (state.isOpen ? nil : .postpone, "answer")
        case .cancel: return (.cancelTask("work"), "cancel")
        case .begin: return (Effect(id: "work") { _, _ in }, "begin")
        case .open: state.isOpen = true
        case .end: state.isTerminal = true
        }
        return (nil, "\(event)")
    }

    /// Sends groups of events, each once the machine is idle.
    ///
    /// - Returns: The outputs.
    static func play(_ state: State, _ events: [[Event]]) async throws -> [String] {
        let (proxy, outputs) = (Proxy(), Recorder<String>())
        let task = Task {
            try await run(initialState: state, proxy: proxy, output: Callback { outputs.record($0) })
        }
        await idle()
        for group in events {
            try proxy.send(contentsOf: group)
            await idle()
        }
        _ = try await task.value
        return outputs.values
    }
}

/// A machine whose senders wait for the macrostep.
private enum WaitingMachine: EffectTransducer {
    enum State: Equatable { case closed(visits: Int), open(visits: Int), gone(visits: Int) }
    enum Event: Sendable { case visit, open, close }
    typealias Proxy = SyncSuspendingProxy<Event>
    typealias Output = Int

    static func isTerminal(_ state: State) -> Bool { if case .gone = state { true } else { false } }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch (state, event) {
        case (.closed, .visit): return (.postpone, -1)
        case (.open(let visits), .visit): state = .open(visits: visits + 1)
        case (.closed(let visits), .open), (.open(let visits), .open): state = .open(visits: visits)
        case (.closed(let visits), .close), (.open(let visits), .close):
            state = .gone(visits: visits)
            return (nil, visits)
        case (.gone, _): break
        }
        return (nil, 0)
    }
}
