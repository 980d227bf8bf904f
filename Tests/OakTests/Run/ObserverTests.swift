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
