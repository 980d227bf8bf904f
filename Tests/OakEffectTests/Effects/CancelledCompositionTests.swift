import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C18–C19 Cancelled compositions")
struct CancelledCompositionTests {
    /// A combination of two operations that wait for their cancellation, and a step behind it.
    private func composition(_ trace: Recorder<String>, _ begun: Gate<Void>) -> Script.Effect {
        let waiting = Script.Effect { _, _ in
            begun.open()
            try await Gate<Void>().wait()
        }
        let behind = Script.Effect { _, input in
            trace.record("began")
            try input.send(.init("behind"))
        }
        return .sequence(.combine(waiting, waiting), behind)
    }

    @Test("C19, C23 Cancelling a composition cancels the compositions within it, and reports that", .onOneExecutor)
    func nested() async throws {
        let (trace, begun, ended) = (Recorder<String>(), Gate<Void>(), Gate<Void>())
        let cancelled = Recorder<EffectKind>()
        let observer = ScriptObserver {
            if case .effectCancelled(let effect, .cancelTask) = $0 { cancelled.record(effect.kind) }
            if case .effectEnded(let effect, _) = $0, effect.id == EffectID("outer") { ended.open() }
        }
        let proxy = Script.Proxy(initialEvent: .init("go", .combine(id: "outer", composition(trace, begun))))
        let run = Script.start(proxy, observer: observer)
        try await begun.wait()
        try proxy.send(.init("cancel", .cancelTask("outer")))
        try await ended.wait()
        try proxy.send(.end)
        #expect(try await run.value == ["go", "cancel", "end"])
        #expect(trace.values.isEmpty)
        #expect(cancelled.values == [.combination, .sequence, .combination, .operation, .operation])
    }

    @Test("C17 A composition takes over the identity of a part at any depth", arguments: 0..<6)
    func deepPart(depth: Int) async throws {
        var effect = Script.Effect(id: "x") { _, input in try input.send(.init("part")) }
        for level in (0..<6).reversed() {
            effect = .sequence(id: level == depth ? "x" : "\(level)", effect, .event(.init("\(level)")))
        }
        let names = try await Script.play(.init("go", .sequence(effect, .event(.end))))
        #expect(names == ["go", "part", "5", "4", "3", "2", "1", "0", "end"])
    }

    @Test("C19 A step can cancel its own sequence", .onOneExecutor)
    func cancelledFromWithin() async throws {
        let trace = Recorder<String>()
        let operation = Script.Effect { _, _ in trace.record("began") }
        let inner = Script.Effect.sequence(.event(.init("cancel", .cancelTask("all"))), operation)
        let proxy = Script.Proxy()
        try proxy.send(contentsOf: [.init("go", .sequence(id: "all", inner, operation)), .end])
        #expect(try await Script.run(initialState: .init(), proxy: proxy) == ["go", "cancel", "end"])
        #expect(trace.values.isEmpty)
    }

    @Test("C23 A composition cut short by the end of the machine is reported as cancelled and as ended")
    func reports() async throws {
        let trace = Recorder<String>()
        let observer = ScriptObserver { occurrence in
            switch occurrence {
            case .effectStarted(let effect) where effect.kind == .sequence: trace.record("began")
            case .effectCancelled(let effect, .machineEnded) where effect.kind == .sequence: trace.record("cancelled")
            case .effectEnded(let effect, _) where effect.kind == .sequence: trace.record("ended")
            default: break
            }
        }
        let operation = Script.Effect { _, _ in }
        _ = try await Script.play(.init("go", .sequence(id: "s", .event(.end), operation)), observer: observer)
        #expect(trace.values == ["began", "cancelled", "ended"])
    }

    @Test("C19 A composition takes over an identity that it shares with a part", .onOneExecutor)
    func partOfItsName() async throws {
        let proxy = Script.Proxy()
        let run = Script.start(proxy)
        let (begun, ended) = (Gate<Void>("the second part begins"), Gate<Void>("the second part ends"))
        let closed = Gate<Void>("nobody opens it")
        let first = Script.Effect(id: "x") { _, input in try input.send(.init("first")) }
        let second = Script.Effect { _, _ in
            begun.open()
            do { try await closed.wait() } catch { ended.open() }
        }
        try proxy.send(.init("go", .sequence(id: "x", first, second, .event(.init("never")))))
        try await begun.wait()
        try proxy.send(.init("cancel", .cancelTask("x")))
        try await ended.wait()
        try proxy.send(.end)
        #expect(try await run.value == ["go", "first", "cancel", "end"])
    }
}
