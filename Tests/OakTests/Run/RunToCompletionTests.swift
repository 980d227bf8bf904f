import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C1–C7 Steps and order")
struct RunToCompletionTests {
    @Test("C1 `update` is called exactly once for each event and never re-entered")
    func runToCompletion() async throws {
        enum Reentry: EffectTransducer {
            final class Probe: Sendable {
                let depth = Counter()
                let calls = Counter()
                let overlaps = Counter()
            }
            struct Event: Sendable { var actions: Int, ends = false }
            struct State: Terminable {
                let probe: Probe
                var isTerminal = false
            }
            static func update(_ state: inout State, event: Event) -> Effect? {
                state.probe.depth.increment()
                defer { state.probe.depth.decrement() }
                state.probe.calls.increment()
                if state.probe.depth.value != 1 { state.probe.overlaps.increment() }
                state.isTerminal = event.ends
                return event.actions > 0 ? .events(Array(repeating: Event(actions: 0), count: event.actions)) : nil
            }
        }
        let probe = Reentry.Probe()
        let proxy = Reentry.Proxy(bufferSize: 101)
        for _ in 0..<100 { try proxy.send(.init(actions: 3)) }
        try proxy.send(.init(actions: 0, ends: true))
        try await Reentry.run(initialState: .init(probe: probe), proxy: proxy)
        #expect(probe.calls.value == 401)
        #expect(probe.overlaps.value == 0)
    }

    @Test(
        "C1 `update` is not called while the machine waits for an action or its subject", .onOneExecutor,
        arguments: [false, true])
    func suspended(inSubject: Bool) async throws {
        let (reached, released) = (Gate<Void>(), Gate<Void>())
        let wait: @Sendable () async throws -> Void = {
            reached.open()
            try await released.wait()
        }
        let action = Script.Effect(isolatedAction: { _, _ async throws in
            if !inSubject { try await wait() }
            return .init("action")
        })
        let transitions = Recorder<String>()
        let observer = ScriptObserver { occurrence in
            if case .transition(_, let event, _) = occurrence { transitions.record(event.name) }
        }
        let proxy = Script.Proxy(initialEvent: .init("go", action))
        let run = Task {
            let subject = Callback<[String]> { names async throws in
                if inSubject, names == ["go"] { try await wait() }
            }
            return try await Script.run(initialState: .init(), proxy: proxy, output: subject, observer: observer)
        }
        try await reached.wait()
        try proxy.send(contentsOf: [.init("a"), .init("b"), .end])
        await idle()
        #expect(transitions.values == ["go"])
        released.open()
        let names = try await run.value
        #expect(names == ["go", "action", "a", "b", "end"])
        #expect(transitions.values == names)
    }

    @Test("C1 A postponed event is offered once more at each turn, every other event once")
    func offers() async throws {
        enum Shop: EffectTransducer {
            enum Event: Sendable { case early(Int), change }
            struct State: Equatable, Terminable {
                let offers: Recorder<String>
                var changes = 0
                var isTerminal: Bool { changes == 3 }
                static func == (state: State, other: State) -> Bool { state.changes == other.changes }
            }
            static func update(_ state: inout State, event: Event) -> Effect? {
                state.offers.record("\(event)")
                switch event {
                case .early(let number): return state.changes < number ? .postpone : nil
                case .change: state.changes += 1
                }
                return nil
            }
        }
        let offers = Recorder<String>()
        let proxy = Shop.Proxy()
        try proxy.send(contentsOf: [.early(1), .early(2), .change, .change, .change])
        try await Shop.run(initialState: .init(offers: offers), proxy: proxy)
        #expect(
            offers.values == [
                "early(1)", "early(2)", "change", "early(1)", "early(2)", "change", "early(2)", "change",
            ])
    }

    @Test("C2, C3 Nested action events are processed in the order X, A, C, B, and then the events sent together")
    func nestedActions() async throws {
        let x = Script.Event("X", .events([.init("A", .event(.init("C"))), .init("B")]))
        let outputs = Recorder<[String]>()
        let host = TransducerHost(of: Script.self, initialState: .init(), output: Callback { outputs.record($0) })
        try host.proxy.send(contentsOf: [x, .init("next"), .end])
        let last = try await host.value
        #expect(last == ["X", "A", "C", "B", "next", "end"])
        #expect(outputs.values == (1...6).map { Array(last.prefix($0)) })
    }

    @Test("C3 10 000 action events of one macrostep precede a waiting external event")
    func longMacrostep() async throws {
        func chain(_ rest: Int) -> Script.Event { .init("\(rest)", rest > 1 ? .event(chain(rest - 1)) : nil) }
        let names = try await Script.play(.init("go", .event(chain(10_000))), .init("waiting"), .end)
        #expect(names.count == 10_003)
        #expect(names.suffix(3) == ["1", "waiting", "end"])
        #expect(names.dropFirst().prefix(10_000).elementsEqual((1...10_000).reversed().map { "\($0)" }))
    }

    @Test(
        "C5 The initial output comes first, and each output is delivered before the next event is processed",
        .onOneExecutor)
    func outputOrder() async throws {
        enum Moore: Transducer {
            enum Event { case step, end }
            struct State: Terminable {
                let trace: Recorder<String>
                var step = 0
                var isTerminal = false
            }
            static func initialOutput(initialState: State) -> Int? { 0 }
            static func update(_ state: inout State, event: Event) -> Int {
                state.trace.record("update")
                state.step += 1
                state.isTerminal = event == .end
                return state.step
            }
        }
        let trace = Recorder<String>()
        let proxy = Moore.Proxy()
        try proxy.send(contentsOf: [.step, .step, .end])
        let slow = Callback<Int> { value in
            trace.record("begin \(value)")
            for _ in 0..<3 { await Task.yield() }
            trace.record("end \(value)")
        }
        try await Moore.run(initialState: .init(trace: trace), proxy: proxy, output: slow)
        let expected = ["begin 0", "end 0"] + (1...3).flatMap { ["update", "begin \($0)", "end \($0)"] }
        #expect(trace.values == expected)
    }

    enum Loop: EffectTransducer {
        enum Event { case start, ping(Int), pong }
        struct State: NonTerminal {}
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .start, .pong: .event(.ping(0))
            case .ping: .event(.pong)
            }
        }
    }

    @Test(
        "C6 A runaway chain ends with an error that names the machine and the repeated events",
        arguments: [Int.min, -1, 0, 1, 2, 100, 100_000])
    func runaway(limit: Int) async throws {
        let proxy = Loop.Proxy(initialEvent: .start)
        let error = await #expect(throws: TransducerError.self) {
            try await Loop.run(initialState: .init(), proxy: proxy, settings: RunSettings(actionLimit: limit))
        }
        guard case .runawayActions(let transducer, let cycle) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(transducer.hasSuffix("Loop"))
        // A limit that is not positive permits no action event.
        #expect(cycle.sorted() == (limit > 0 ? ["ping", "pong"] : ["ping"]))
    }

    @Test("C6 A chain of exactly the permitted length does not fail")
    func permittedChain() async throws {
        let proxy = Script.Proxy()
        try proxy.send(.init("go", .events((1...10).map { .init("\($0)") } + [.end])))
        let names = try await Script.run(
            initialState: .init(), proxy: proxy, settings: RunSettings(actionLimit: 11))
        #expect(names.count == 12)
    }
}
