import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C17–C18 Identity and silence")
struct IdentityTests {
    enum Name: Hashable { case one, two(Int) }

    @Test(
        "C17 Any hashable value is an identity, and an operation of the same identity is cancelled first",
        .onOneExecutor)
    func replacement() async throws {
        for id in [EffectID("x"), EffectID(7), EffectID(Name.two(3))] {
            let trace = Recorder<String>()
            let (started, cancelled) = (Gate<Void>(), Gate<Void>())
            let first = Script.Effect(id: id) { _, _ in
                started.open()
                do { try await Gate<Void>().wait() } catch { trace.record("first cancelled") }
                cancelled.open()
            }
            let second = Script.Effect(id: id) { _, input in
                try await cancelled.wait()
                try input.send(.init("second"))
                try input.send(.end)
            }
            let proxy = Script.Proxy(initialEvent: .init("start", first))
            async let names = Script.run(initialState: .init(), proxy: proxy)
            try await started.wait()
            try proxy.send(.init("replace", second))
            #expect(try await names == ["start", "replace", "second", "end"])
            #expect(trace.values == ["first cancelled"])
        }
    }

    @Test("C17 Identities of different types differ whatever their values")
    func types() {
        #expect(EffectID(1) == EffectID(1))
        #expect(EffectID(1) != EffectID(1.0))
        #expect(EffectID(1) != EffectID(UInt8(1)))
        #expect(EffectID("1") != EffectID(1))
        #expect(EffectID(EffectID("x")) == EffectID("x"))
        #expect(Set([EffectID(1), EffectID(1), EffectID("1")]).count == 2)
    }

    @Test("C17 Operations with different identities or none do not affect one another", .onOneExecutor)
    func independence() async throws {
        let (a, b, c) = (Gate<Void>(), Gate<Void>(), Gate<Void>())
        func worker(_ signal: Gate<Void>, _ name: String) -> @Sendable (Void, Script.Input) async throws -> Void {
            { _, input in
                try await signal.wait()
                try input.send(.init(name))
            }
        }
        let proxy = Script.Proxy()
        let all = Gate<Void>("all have answered")
        let run = Task {
            try await Script.run(
                initialState: .init(), proxy: proxy,
                output: Callback { names in if Set(names).isSuperset(of: ["a", "b", "c"]) { all.open() } })
        }
        try proxy.send(
            .init(
                "go",
                .combine(
                    Script.Effect(id: "1", operation: worker(a, "a")),
                    Script.Effect(id: 1, operation: worker(b, "b")),
                    Script.Effect(operation: worker(c, "c")))))
        try proxy.send(.init("cancel nothing", .cancelTask("2")))
        for signal in [a, b, c] { signal.open() }
        try await all.wait()
        try proxy.send(.end)
        #expect(try await run.value.sorted() == ["a", "b", "c", "cancel nothing", "end", "go"])
    }

    @Test("C17 An operation that has ended does not unregister its successor", .onOneExecutor)
    func successor() async throws {
        let (firstRuns, firstEnds, secondRuns) = (Gate<Void>(), Gate<Void>(), Gate<Void>())
        let secondCancelled = Gate<Void>()
        let first = Script.Effect(id: "x") { _, _ in
            firstRuns.open()
            await firstEnds.waitIgnoringCancellation()
        }
        let second = Script.Effect(id: "x") { _, _ in
            secondRuns.open()
            do { try await Gate<Void>().wait() } catch { secondCancelled.open() }
        }
        let firstEnded = Gate<Void>()
        let observer = ScriptObserver {
            if case .effectEnded(let summary, _) = $0, summary.number == 1 { firstEnded.open() }
        }
        let proxy = Script.Proxy(initialEvent: .init("first", first))
        let run = Script.start(proxy, observer: observer)
        try await firstRuns.wait()
        try proxy.send(.init("second", second))
        try await secondRuns.wait()
        firstEnds.open()
        try await firstEnded.wait()
        try proxy.send(.init("cancel", .cancelTask("x")))
        try await secondCancelled.wait()
        try proxy.send(.end)
        _ = try await run.value
    }
}
