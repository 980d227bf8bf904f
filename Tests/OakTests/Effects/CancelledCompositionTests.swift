import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C18–C19 Cancelled compositions go no further", .timeLimit(.minutes(20)))
struct CancelledCompositionTests {
    /// A combination of two operations that wait for their cancellation, and a step behind it.
    private func composition(_ trace: Recorder<String>, _ begun: Gate<Void>) -> Puppet.Effect {
        let waiting = Puppet.Effect { _, _ in
            begun.open()
            try await Gate<Void>().wait()
        }
        let behind = Puppet.Effect { _, input in
            trace.record("began")
            try input.send(.init("behind"))
        }
        return .sequence(.combine(waiting, waiting), behind)
    }

    enum Ending: CaseIterable { case cancel, terminal, failure }

    @Test("C8 When the machine ends, no step of a composition begins any more", arguments: Ending.allCases)
    func machineEnds(ending: Ending) async throws {
        try await onOneExecutor {
            let (trace, begun) = (Recorder<String>(), Gate<Void>())
            let proxy = Puppet.Proxy(initialEvent: .init("go", composition(trace, begun)))
            let run = Task(executorPreference: DeterministicExecutor.current) {
                try await Puppet.run(initialState: .init(), proxy: proxy)
            }
            try await begun.wait()
            switch ending {
            case .cancel: proxy.cancel()
            case .terminal: try proxy.send(.end)
            case .failure: try proxy.send(.init("x", Puppet.Effect(action: { _ in throw Failure() })))
            }
            let outcome = await run.result
            switch (ending, outcome) {
            case (.cancel, .failure(TransducerError.cancelled)), (.failure, .failure(is Failure)): break
            case (.terminal, .success(let names)): #expect(names == ["go", "end"])
            case (_, let outcome): Issue.record("\(outcome)")
            }
            #expect(trace.values.isEmpty)
        }
    }

    @Test("C19 Cancelling a composition reaches the compositions within it")
    func nested() async throws {
        try await onOneExecutor {
            let (trace, begun) = (Recorder<String>(), Gate<Void>())
            let ended = Gate<Void>()
            let observer = Watch {
                if case .effectEnded(let effect, _) = $0, effect.id == EffectID("outer") { ended.open() }
            }
            let outer = Puppet.Effect.combine(id: "outer", composition(trace, begun))
            let proxy = Puppet.Proxy(initialEvent: .init("go", outer))
            let run = Task(executorPreference: DeterministicExecutor.current) {
                try await Puppet.run(initialState: .init(), proxy: proxy, observer: observer)
            }
            try await begun.wait()
            try proxy.send(.init("cancel", .cancelTask("outer")))
            try await ended.wait()
            try proxy.send(.end)
            #expect(try await run.value == ["go", "cancel", "end"])
            #expect(trace.values.isEmpty)
        }
    }

    @Test("C19 A step may cancel the very sequence it is a part of")
    func cancelledFromWithin() async throws {
        try await onOneExecutor {
            let trace = Recorder<String>()
            let operation = Puppet.Effect { _, _ in trace.record("began") }
            let inner = Puppet.Effect.sequence(.event(.init("cancel", .cancelTask("all"))), operation)
            let proxy = Puppet.Proxy()
            try proxy.send(contentsOf: [.init("go", .sequence(id: "all", inner, operation)), .end])
            #expect(try await Puppet.run(initialState: .init(), proxy: proxy) == ["go", "cancel", "end"])
            #expect(trace.values.isEmpty)
        }
    }

    @Test("C17 A part may bear the name of the composition that it is a part of")
    func sameName() async throws {
        let first = Puppet.Effect(id: "x") { _, input in try input.send(.init("first")) }
        let names = try await Puppet.play(.init("go", .sequence(id: "x", first, .event(.init("second")), .event(.end))))
        #expect(names == ["go", "first", "second", "end"])
    }

    enum Means: CaseIterable { case cancel, terminal, cancelTask, replacement }

    @Test(
        "C23 Every operation that begins also ends, in every interleaving of a composition with what cuts it short",
        arguments: Means.allCases, [false, true])
    func balance(means: Means, fails: Bool) async {
        let cutShort = Counter()
        await explore(seeds: 1...250) {
            let (began, ended) = (Recorder<Int>(), Recorder<Int>())
            let operation = Puppet.Effect(operation: { _, input in
                await Task.yield()
                try? input.send(.init("op"))
                if fails { throw Failure() }
            })
            let effect = Puppet.Effect.sequence(
                id: "a", .combine(operation, .sequence(operation, operation)), .sequence(operation, operation))
            let proxy = Puppet.Proxy(bufferSize: 32, initialEvent: .init("go", effect))
            async let run = result {
                let observer = Watch { occurrence in
                    switch occurrence {
                    case .effectStarted(let effect) where effect.number > 0: began.record(effect.number)
                    case .effectEnded(let effect, _): ended.record(effect.number)
                    case .effectCancelled: cutShort.increment()
                    default: break
                    }
                }
                return try await Puppet.run(initialState: .init(), proxy: proxy, observer: observer)
            }
            // The interleaving decides how far the composition has come.
            for _ in 0..<3 { await Task.yield() }
            switch means {
            case .cancel: proxy.cancel()
            case .terminal: try? proxy.send(.end)
            case .cancelTask: try? proxy.send(contentsOf: [.init("cancel", .cancelTask("a")), .end])
            case .replacement: try? proxy.send(contentsOf: [.init("again", effect), .end])
            }
            _ = await run
            let open = Set(began.values).symmetricDifference(ended.values)
            expectThat(open.isEmpty, "began and did not end, or the other way round: \(open)")
        }
        #expect(cutShort.value > 0, "nothing was under way when it was cut short")
    }

    @Test("C23 A composition that the end of the machine cuts short is reported as cancelled, and as ended")
    func reports() async throws {
        let trace = Recorder<String>()
        let observer = Watch { occurrence in
            switch occurrence {
            case .effectStarted(let effect) where effect.kind == .sequence: trace.record("began")
            case .effectCancelled(let effect, .machineEnded) where effect.kind == .sequence: trace.record("cancelled")
            case .effectEnded(let effect, _) where effect.kind == .sequence: trace.record("ended")
            default: break
            }
        }
        let operation = Puppet.Effect { _, _ in }
        _ = try await Puppet.play(.init("go", .sequence(id: "s", .event(.end), operation)), observer: observer)
        #expect(trace.values == ["began", "cancelled", "ended"])
    }

    @Test("C19 A part that bears the name of its composition leaves the name to it")
    func partOfItsName() async throws {
        try await onOneExecutor {
            let proxy = Puppet.Proxy()
            let run = Task(executorPreference: DeterministicExecutor.current) {
                try await Puppet.run(initialState: .init(), proxy: proxy)
            }
            let (begun, ended) = (Gate<Void>("the second part begins"), Gate<Void>("the second part ends"))
            let closed = Gate<Void>("nobody opens it")
            let first = Puppet.Effect(id: "x") { _, input in try input.send(.init("first")) }
            let second = Puppet.Effect { _, _ in
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
}
