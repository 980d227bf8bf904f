import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C23–C24 Observation")
struct ObserverTests {
    /// The occurrence in words.
    private static func describe(_ occurrence: Occurrence<Script.State, Script.Event, [String]>) -> String {
        switch occurrence {
        case .runStarted(let state): "started \(state.names)"
        case .eventTaken(let event, let origin): "took \(event.name) from \(origin)"
        case .transition(let before, let event, let after):
            "\(before.names.count) -\(event.name)-> \(after.names.count)"
        case .eventPostponed(let event): "postponed \(event.name)"
        case .eventUnexpected(let event, let child): "unexpected \(event.name) \(child)"
        case .output(let output): "output \(output.count)"
        case .effectStarted(let effect): "begin \(effect.kind) \(effect.id.map { "\($0)" } ?? "")"
        case .effectEnded(let effect, let error): "end \(effect.kind) \(error.map { "\($0)" } ?? "")"
        case .effectCancelled(let effect, let reason): "cancel \(effect.kind) \(reason)"
        case .effectOverdue(let effect): "overdue \(effect.kind)"
        case .sendRejected(let event, let error): "rejected \(event.name) \(type(of: error))"
        case .runEnded(.success(let names)): "ended \(names.count)"
        case .runEnded(.failure(let error)): "failed \(type(of: error))"
        }
    }

    @Test("C23 An observer sees every occurrence, in order", .onOneExecutor)
    func everything() async throws {
        let trace = Recorder<String>()
        let (started, ended) = (Gate<Void>(), Gate<Void>())
        let observer = ScriptObserver { occurrence in
            trace.record(Self.describe(occurrence))
            if case .effectEnded = occurrence { ended.open() }
        }
        let endless = Script.Effect(id: "x") { _, input in
            try input.send(.init("hello"))
            started.open()
            try await Gate<Void>().wait()
        }
        let proxy = Script.Proxy(bufferSize: 2)
        try proxy.send(contentsOf: [.init("a", .event(.init("b"))), .init("go", endless)])
        proxy.input(.init("one too many"))
        let run = Script.start(proxy, observer: observer)
        try await started.wait()
        try await proxy.sendWaitingForRoom(.init("cancel", .cancelTask("x")))
        try await ended.wait()
        try proxy.send(.end)
        _ = try await run.value
        #expect(
            trace.values == [
                "started []",
                "took a from external", "0 -a-> 1", "output 1", "took b from action", "1 -b-> 2", "output 2",
                "took go from external", "2 -go-> 3", "output 3", "begin operation x",
                "took hello from operation(1)", "3 -hello-> 4", "output 4",
                "took cancel from external", "4 -cancel-> 5", "output 5", "begin cancelTask x",
                "cancel operation cancelTask", "end operation ",
                "took end from external", "5 -end-> 6", "output 6", "ended 6",
            ])
    }

    @Test("C23 An observer sees rejected events, failures and the end", .onOneExecutor)
    func misfortunes() async throws {
        let trace = Recorder<String>()
        let (begun, released) = (Gate<Void>(), Gate<Void>())
        let busy = Script.Effect(isolatedAction: { _, _ async throws in
            begun.open()
            try await released.wait()
            return .init("done", Script.Effect(operation: { _, _ in throw Failure() }))
        })
        let proxy = Script.Proxy(bufferSize: 1, initialEvent: .init("busy", busy))
        let observer = ScriptObserver { trace.record(Self.describe($0)) }
        let run = Script.start(proxy, observer: observer)
        try await begun.wait()
        try proxy.send(.init("waits"))
        proxy.input(.init("rejected"))
        released.open()
        await #expect(throws: Failure()) { try await run.value }
        #expect(trace.values.contains("rejected rejected TransducerError"))
        #expect(trace.values.contains("end operation Failure(name: \"failure\")"))
        #expect(trace.values.last == "failed Failure")
    }

    @Test(
        "C23 An observer that asks for no transitions hears of everything else, and no state is kept for it",
        arguments: [false, true])
    func withoutTransitions(isAsking: Bool) async throws {
        let heard = Recorder<String>()
        let asking = Guarded(isAsking)
        let proxies = [Hoard.Proxy(bufferSize: 16), Hoard.Proxy(bufferSize: 16)]
        for proxy in proxies { try proxy.send(contentsOf: Array(repeating: .add, count: 9) + [.odd, .end]) }
        let unobserved = try await Hoard.run(initialState: Hoard.State(), proxy: proxies[0])
        let copies = try await Hoard.run(
            initialState: Hoard.State(), proxy: proxies[1], observer: SleepingObserver(heard: heard, asking: asking))
        #expect(copies == (isAsking ? 10 : unobserved))
        let others = heard.values.filter { !["eventTaken", "transition", "output"].contains($0) }
        #expect(others == ["runStarted", "eventUnexpected", "runEnded"])
        #expect(heard.values.count - others.count == (isAsking ? 31 : 0))
    }

    @Test("C23 An observer may begin to ask for transitions at any time")
    func askingLater() async throws {
        let heard = Recorder<String>()
        let asking = Guarded(false)
        let proxy = Hoard.Proxy()
        for event in [Hoard.Event.add, .add, .odd, .add, .end] { try proxy.send(event) }
        _ = try await Hoard.run(
            initialState: Hoard.State(), proxy: proxy,
            observer: SleepingObserver(heard: heard, asking: asking) { kind in
                if kind == "eventUnexpected" { asking.withLock { $0 = true } }
            })
        #expect(
            heard.values == [
                "runStarted", "eventUnexpected", "eventTaken", "transition", "output", "eventTaken", "transition",
                "output", "runEnded",
            ])
    }

    @Test("C23 An observer does not change a run")
    func neutrality() async throws {
        let seen = Recorder<Int>()
        let script: [Script.Event] = [
            .init("a", .events([.init("b"), .init("c", .event(.init("d")))])), .init("e", .cancelTask("x")), .end,
        ]
        let proxies = [Script.Proxy(), Script.Proxy()]
        for proxy in proxies { try proxy.send(contentsOf: script) }
        let plain = try await Script.run(initialState: .init(), proxy: proxies[0])
        let observed = try await Script.run(
            initialState: .init(), proxy: proxies[1], observer: ScriptObserver { _ in seen.record(1) })
        #expect(plain == observed)
        #expect(!seen.values.isEmpty)
    }
}

/// A machine whose state is expensive to copy, and which counts how often that is necessary.
private enum Hoard: EffectTransducer {
    typealias Output = Int

    final class Values { var sum = 0 }
    struct State: Terminable {
        var values = Values()
        var copies = 0
        var isTerminal = false
    }
    enum Event { case add, odd, end }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch event {
        case .odd: return (.unexpected, 0)
        case .end: state.isTerminal = true
        case .add: break
        }
        if !isKnownUniquelyReferenced(&state.values) {
            state.values = Values()
            state.copies += 1
        }
        state.values.sum += 1
        return (nil, state.copies)
    }
}

/// An observer that asks for transitions only now and then.
private struct SleepingObserver: TransducerObserver {
    let heard: Recorder<String>
    let asking: Guarded<Bool>
    var whenHeard: @Sendable (String) -> Void = { _ in }

    var observesTransitions: Bool { asking.withLock { $0 } }

    func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        let kind = String("\(occurrence)".prefix { $0 != "(" })
        heard.record(kind)
        whenHeard(kind)
    }
}
