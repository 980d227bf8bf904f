import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C19–C20 Effects compose and are values", .timeLimit(.minutes(20)))
struct CompositionTests {
    /// An operation that says when it begins, waits for a signal and then sends an event.
    private func operation(
        _ name: String, _ trace: Recorder<String>, after signal: Gate<Void>? = nil
    ) -> Puppet.Effect {
        Puppet.Effect(id: name) { _, input in
            trace.record("begin \(name)")
            try await signal?.wait()
            try input.send(.init(name))
            trace.record("end \(name)")
        }
    }

    @Test("C19 The steps of a sequence begin when the one before has ended, operations and actions alike")
    func sequence() async throws {
        try await onOneExecutor {
            let trace = Recorder<String>()
            let effect = Puppet.Effect.sequence(
                .event(.init("first")), operation("a", trace), Puppet.Effect(action: { _ in .init("between") }),
                operation("b", trace), .events([.init("last"), .end]))
            let names = try await Puppet.play(.init("go", effect))
            #expect(names == ["go", "first", "a", "between", "b", "last", "end"])
            #expect(trace.values == ["begin a", "end a", "begin b", "end b"])
        }
    }

    @Test("C19 The parts of a combination run side by side")
    func combination() async throws {
        try await onOneExecutor {
            for compose in [{ Puppet.Effect.combine($0) }] as [([Puppet.Effect]) -> Puppet.Effect] {
                let trace = Recorder<String>()
                let (a, b) = (Gate<Void>(), Gate<Void>())
                let effect = compose([
                    operation("a", trace, after: a), operation("b", trace, after: b), .event(.init("now")),
                ])
                let proxy = Puppet.Proxy(initialEvent: .init("go", .sequence(effect, .event(.end))))
                var seen: [String] = []
                let names = try await Puppet.run(
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
        }
    }

    @Test("C19 Compositions nest")
    func nesting() async throws {
        try await onOneExecutor {
            let trace = Recorder<String>()
            let inner = Puppet.Effect.combine(
                .sequence(operation("a", trace), operation("b", trace)),
                .sequence(operation("c", trace), .event(.init("d"))))
            let names = try await Puppet.play(.init("go", .sequence(inner, .event(.init("after")), .event(.end))))
            #expect(names.suffix(2) == ["after", "end"])
            #expect(names.sorted() == ["a", "after", "b", "c", "d", "end", "go"])
            #expect(names.filter(["a", "b"].contains) == ["a", "b"])
            #expect(names.filter(["c", "d"].contains) == ["c", "d"])
        }
    }

    @Test("C19 Empty compositions end at once")
    func emptiness() async throws {
        let effect = Puppet.Effect.sequence(.sequence([]), .combine([]), .events([]), .event(.end))
        #expect(try await Puppet.play(.init("go", effect)) == ["go", "end"])
    }

    @Test("C19 Cancelling a composition cancels all of it, also what has not begun")
    func cancellation() async throws {
        try await onOneExecutor {
            let trace = Recorder<String>()
            let compositions: [(Puppet.Effect) -> Puppet.Effect] = [
                { .sequence(id: "all", $0, operation("never", trace), .event(.init("never"))) },
                { .combine(id: "all", .sequence($0, operation("never", trace))) },
            ]
            for composition in compositions {
                let begun = Gate<Void>()
                let endless = Puppet.Effect(id: "endless") { _, _ in
                    begun.open()
                    do { try await Gate<Void>().wait() } catch { trace.record("cancelled") }
                }
                let effect = composition(endless)
                let proxy = Puppet.Proxy(initialEvent: .init("go", effect))
                async let names = Puppet.run(initialState: .init(), proxy: proxy)
                try await begun.wait()
                try proxy.send(contentsOf: [.init("cancel", .cancelTask("all")), .end])
                #expect(try await names == ["go", "cancel", "end"])
            }
            #expect(trace.values == ["cancelled", "cancelled"])
        }
    }

    @Test("C19 A cancelled step takes the steps behind it along")
    func cancelledStep() async throws {
        try await onOneExecutor {
            let trace = Recorder<String>()
            let begun = Gate<Void>()
            let step = Puppet.Effect(id: "step") { _, _ in
                begun.open()
                try await Gate<Void>().wait()
            }
            let proxy = Puppet.Proxy(initialEvent: .init("go", .sequence(step, operation("never", trace))))
            let ended = Gate<Void>()
            let observer = Watch { occurrence in
                if case .effectEnded(let summary, _) = occurrence, summary.kind == .sequence { ended.open() }
            }
            let run = Task(executorPreference: DeterministicExecutor.current) {
                try await Puppet.run(initialState: .init(), proxy: proxy, observer: observer)
            }
            try await begun.wait()
            try proxy.send(.init("cancel", .cancelTask("step")))
            try await ended.wait()
            try proxy.send(.end)
            #expect(try await run.value == ["go", "cancel", "end"])
            #expect(trace.values.isEmpty)
        }
    }

    @Test("C19 A delayed operation begins when its clock says so, and can be cancelled and replaced before")
    func delay() async throws {
        try await onOneExecutor {
            let clock = TestClock()
            func delayed(_ name: String, seconds: Int) -> Puppet.Effect {
                Puppet.Effect(
                    id: "delayed",
                    operation: { _, input in try input.send(.init(name, name == "third" ? .event(.end) : nil)) },
                    after: .seconds(seconds), clock: clock)
            }
            let proxy = Puppet.Proxy(initialEvent: .init("1", delayed("first", seconds: 1)))
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            try await clock.untilAsleep()
            try proxy.send(.init("2", delayed("second", seconds: 2)))
            try proxy.send(.init("3", .cancelTask("delayed")))
            let replaced = Gate<Void>()
            try proxy.send(.init("4", Puppet.Effect { _, _ in replaced.open() }))
            try await replaced.wait()
            try proxy.send(
                .init(
                    "5",
                    Puppet.Effect(
                        isolatedOperation: { _, input, _ in try input.send(.init("third", .event(.end))) },
                        after: .seconds(3), tolerance: .zero, clock: clock)))
            try await clock.untilAsleep()
            await clock.advance(by: .seconds(2))
            await clock.advance(by: .seconds(1))
            #expect(try await names == ["1", "2", "3", "4", "5", "third", "end"])
        }
    }

    @Test("C20 An effect can be looked into without being run")
    func inspection() throws {
        let run = Counter()
        let operation = Puppet.Effect(id: "load") { _, _ in run.increment() }
        #expect(operation.kind == .operation)
        #expect(operation.id == EffectID("load"))
        #expect(operation.delay == nil)
        let delayed = Puppet.Effect(isolatedOperation: { _, _, _ in run.increment() }, after: .seconds(1))
        #expect(delayed.kind == .isolatedOperation)
        #expect(delayed.id == nil)
        #expect(delayed.delay == .seconds(1))
        #expect(Puppet.Effect(action: { _ in .end }).kind == .action)
        #expect(Puppet.Effect(isolatedAction: { _, _ in .end }).kind == .isolatedAction)
        #expect(Puppet.Effect.cancelTask("load").kind == .cancelTask)
        #expect(Puppet.Effect.cancelTask("load").id == operation.id)
        let events = Puppet.Effect.events([.init("a"), .init("b")])
        #expect(events.kind == .events)
        #expect(events.events.map(\.name) == ["a", "b"])
        #expect(Puppet.Effect.event(.end).events.map(\.name) == ["end"])
        let composition = Puppet.Effect.sequence(id: 1, operation, .combine(events, delayed))
        #expect(composition.kind == .sequence)
        #expect(composition.parts.map(\.kind) == [.operation, .combination])
        #expect(composition.parts[1].parts.count == 2)
        #expect(
            "\(Puppet.Effect.sequence(operation, .cancelTask("x")))"
                == "sequence[operation(id: load), cancelTask(id: x)]")
        #expect(run.value == 0)
    }
}
