import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C19–C20 Composition and inspection of effects", .onOneExecutor)
struct CompositionTests {
    /// An operation that says when it begins, waits for a signal and then sends an event.
    private func operation(
        _ name: String, _ trace: Recorder<String>, after signal: Gate<Void>? = nil
    ) -> Script.Effect {
        Script.Effect(id: name) { _, input in
            trace.record("begin \(name)")
            try await signal?.wait()
            try input.send(.init(name))
            trace.record("end \(name)")
        }
    }

    @Test("C19 A step of a sequence begins when the previous step has ended")
    func sequence() async throws {
        let trace = Recorder<String>()
        let effect = Script.Effect.sequence(
            .event(.init("first")), operation("a", trace), Script.Effect(action: { _ in .init("between") }),
            operation("b", trace), .events([.init("last"), .end]))
        #expect(try await Script.play(.init("go", effect)) == ["go", "first", "a", "between", "b", "last", "end"])
        #expect(trace.values == ["begin a", "end a", "begin b", "end b"])
    }

    @Test("C19 The parts of a combination run side by side")
    func combination() async throws {
        let trace = Recorder<String>()
        let (a, b) = (Gate<Void>(), Gate<Void>())
        let effect = Script.Effect.combine([
            operation("a", trace, after: a), operation("b", trace, after: b), .event(.init("now")),
        ])
        let proxy = Script.Proxy(initialEvent: .init("go", .sequence(effect, .event(.end))))
        var seen: [String] = []
        let names = try await Script.run(
            initialState: .init(), proxy: proxy,
            output: Callback { names in
                seen = names
                // b ends before a, although it begins after it.
                if names.last == "now" { b.open() }
                if names.last == "b" { a.open() }
            })
        #expect(names == ["go", "now", "b", "a", "end"])
        #expect(seen == names)
    }

    @Test("C19 Empty compositions end at once")
    func emptiness() async throws {
        let effect = Script.Effect.sequence(.sequence([]), .combine([]), .events([]), .event(.end))
        #expect(try await Script.play(.init("go", effect)) == ["go", "end"])
    }

    @Test("C19 Cancelling a composition cancels all its parts, including those that have not begun")
    func cancellation() async throws {
        let trace = Recorder<String>()
        let compositions: [(Script.Effect) -> Script.Effect] = [
            { .sequence(id: "all", $0, operation("never", trace), .event(.init("never"))) },
            { .combine(id: "all", .sequence($0, operation("never", trace))) },
        ]
        for composition in compositions {
            let begun = Gate<Void>()
            let endless = Script.Effect(id: "endless") { _, _ in
                begun.open()
                do { try await Gate<Void>().wait() } catch { trace.record("cancelled") }
            }
            let effect = composition(endless)
            let proxy = Script.Proxy(initialEvent: .init("go", effect))
            async let names = Script.run(initialState: .init(), proxy: proxy)
            try await begun.wait()
            try proxy.send(contentsOf: [.init("cancel", .cancelTask("all")), .end])
            #expect(try await names == ["go", "cancel", "end"])
        }
        #expect(trace.values == ["cancelled", "cancelled"])
    }

    @Test("C19 Cancelling a step cancels the steps after it")
    func cancelledStep() async throws {
        let trace = Recorder<String>()
        let begun = Gate<Void>()
        let step = Script.Effect(id: "step") { _, _ in
            begun.open()
            try await Gate<Void>().wait()
        }
        let proxy = Script.Proxy(initialEvent: .init("go", .sequence(step, operation("never", trace))))
        let ended = Gate<Void>()
        let observer = ScriptObserver { occurrence in
            if case .effectEnded(let summary, _) = occurrence, summary.kind == .sequence { ended.open() }
        }
        let run = Script.start(proxy, observer: observer)
        try await begun.wait()
        try proxy.send(.init("cancel", .cancelTask("step")))
        try await ended.wait()
        try proxy.send(.end)
        #expect(try await run.value == ["go", "cancel", "end"])
        #expect(trace.values.isEmpty)
    }

    @Test("C20 An effect can be inspected without being run")
    func inspection() throws {
        let run = Counter()
        let operation = Script.Effect(id: "load") { _, _ in run.increment() }
        #expect(operation.kind == .operation)
        #expect(operation.id == EffectID("load"))
        #expect(operation.delay == nil)
        let delayed = Script.Effect(operation: { _, _ in run.increment() }, after: .seconds(1))
        #expect(delayed.kind == .operation)
        #expect(delayed.id == nil)
        #expect(delayed.delay == .seconds(1))
        #expect(Script.Effect(action: { _ in .end }).kind == .action)
        #expect(Script.Effect(isolatedAction: { _, _ in .end }).kind == .isolatedAction)
        #expect(Script.Effect.cancelTask("load").kind == .cancelTask)
        #expect(Script.Effect.cancelTask("load").id == operation.id)
        let events = Script.Effect.events([.init("a"), .init("b")])
        #expect(events.kind == .events)
        #expect(events.events.map(\.name) == ["a", "b"])
        #expect(Script.Effect.event(.end).events.map(\.name) == ["end"])
        let composition = Script.Effect.sequence(id: 1, operation, .combine(events, delayed))
        #expect(composition.kind == .sequence)
        #expect(composition.parts.map(\.kind) == [.operation, .combination])
        #expect(composition.parts[1].parts.count == 2)
        #expect(
            "\(Script.Effect.sequence(operation, .cancelTask("x")))"
                == "sequence[operation(id: load), cancelTask(id: x)]")
        #expect(run.value == 0)
    }
}
