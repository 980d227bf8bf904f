import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C17–C18 Identity and silence", .timeLimit(.minutes(20)))
struct IdentityTests {
    enum Name: Hashable { case one, two(Int) }

    @Test("C17 Any hashable value is an identity: an operation of the same one is cancelled first")
    func replacement() async throws {
        try await onOneExecutor {
            for id in [EffectID("x"), EffectID(7), EffectID(Name.two(3))] {
                let trace = Recorder<String>()
                let (started, cancelled) = (Gate<Void>(), Gate<Void>())
                let first = Puppet.Effect(id: id) { _, _ in
                    started.open()
                    do { try await Gate<Void>().wait() } catch { trace.record("first cancelled") }
                    cancelled.open()
                }
                let second = Puppet.Effect(id: id) { _, input in
                    try await cancelled.wait()
                    try input.send(.init("second"))
                    try input.send(.end)
                }
                let proxy = Puppet.Proxy(initialEvent: .init("start", first))
                async let names = Puppet.run(initialState: .init(), proxy: proxy)
                try await started.wait()
                try proxy.send(.init("replace", second))
                #expect(try await names == ["start", "replace", "second", "end"])
                #expect(trace.values == ["first cancelled"])
            }
        }
    }

    @Test("C17 Identities of different types differ, whatever their values")
    func types() {
        #expect(EffectID(1) == EffectID(1))
        #expect(EffectID(1) != EffectID(1.0))
        #expect(EffectID(1) != EffectID(UInt8(1)))
        #expect(EffectID("1") != EffectID(1))
        #expect(EffectID(EffectID("x")) == EffectID("x"))
        #expect(Set([EffectID(1), EffectID(1), EffectID("1")]).count == 2)
    }

    @Test("C17 Different identities, and effects without one, do not disturb each other")
    func independence() async throws {
        try await onOneExecutor {
            let (a, b, c) = (Gate<Void>(), Gate<Void>(), Gate<Void>())
            func worker(_ signal: Gate<Void>, _ name: String) -> @Sendable (Void, Puppet.Input) async throws -> Void {
                { _, input in
                    try await signal.wait()
                    try input.send(.init(name))
                }
            }
            let proxy = Puppet.Proxy()
            let all = Gate<Void>("all have answered")
            let run = Task(executorPreference: DeterministicExecutor.current) {
                try await Puppet.run(
                    initialState: .init(), proxy: proxy,
                    output: Callback { names in if Set(names).isSuperset(of: ["a", "b", "c"]) { all.open() } })
            }
            try proxy.send(
                .init(
                    "go",
                    .combine(
                        Puppet.Effect(id: "1", operation: worker(a, "a")),
                        Puppet.Effect(id: 1, operation: worker(b, "b")),
                        Puppet.Effect(operation: worker(c, "c")))))
            try proxy.send(.init("cancel nothing", .cancelTask("2")))
            for signal in [a, b, c] { signal.open() }
            try await all.wait()
            try proxy.send(.end)
            #expect(try await run.value.sorted() == ["a", "b", "c", "cancel nothing", "end", "go"])
        }
    }

    @Test("C17 An operation that has ended does not take its successor's name away")
    func successor() async throws {
        try await onOneExecutor {
            let (firstRuns, firstEnds, secondRuns) = (Gate<Void>(), Gate<Void>(), Gate<Void>())
            let secondCancelled = Gate<Void>()
            let first = Puppet.Effect(id: "x") { _, _ in
                firstRuns.open()
                await firstEnds.waitIgnoringCancellation()
            }
            let second = Puppet.Effect(id: "x") { _, _ in
                secondRuns.open()
                do { try await Gate<Void>().wait() } catch { secondCancelled.open() }
            }
            let firstEnded = Gate<Void>()
            let observer = Watch {
                if case .effectEnded(let summary, _) = $0, summary.number == 1 { firstEnded.open() }
            }
            let proxy = Puppet.Proxy(initialEvent: .init("first", first))
            let run = Task(executorPreference: DeterministicExecutor.current) {
                try await Puppet.run(initialState: .init(), proxy: proxy, observer: observer)
            }
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

    @Test("C18 The input of a cancelled operation is closed, for good and for everyone who holds it")
    func closedInput() async throws {
        try await onOneExecutor {
            let handedOut = Recorder<Puppet.Input>()
            let started = Gate<Void>()
            let operation = Puppet.Effect(id: "x") { _, input in
                handedOut.record(input)
                started.open()
                try await Gate<Void>().wait()
            }
            let proxy = Puppet.Proxy(initialEvent: .init("go", operation))
            let run = Task(executorPreference: DeterministicExecutor.current) {
                try await Puppet.run(initialState: .init(), proxy: proxy)
            }
            try await started.wait()
            let cancelled = Gate<Void>()
            try proxy.send(.init("cancel", .cancelTask("x")))
            try proxy.send(.init("then", Puppet.Effect { _, _ in cancelled.open() }))
            try await cancelled.wait()
            let input = try #require(handedOut.values.first)
            #expect(throws: CancellationError.self) { try input.send(.init("stale")) }
            #expect(throws: CancellationError.self) { try input.send(contentsOf: [.init("stale")]) }
            await #expect(throws: CancellationError.self) { try await input.sendWaitingForRoom(.init("stale")) }
            input(.init("stale"))
            try proxy.send(.end)
            #expect(try await run.value == ["go", "cancel", "then", "end"])
        }
    }

    /// Starts, replaces and cancels operations of one identity; each sends its generation.
    enum Search: EffectTransducer {
        enum Event: Sendable { case search, cancel, result(Int), end }
        struct State: Terminable {
            var generation = 0
            var live: Int?
            var stale = 0
            var fresh = 0
            var isTerminal = false
        }
        typealias Output = (stale: Int, fresh: Int)

        static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
            var effect: Effect?
            switch event {
            case .search:
                state.generation += 1
                let generation = state.generation
                state.live = generation
                effect = Effect(id: "search") { _, input in
                    await Task.yield()
                    try? input.send(.result(generation))
                    await Task.yield()
                    try? input.send(.result(generation))
                }
            case .cancel:
                state.live = nil
                effect = .cancelTask("search")
            case .result(let generation):
                if generation == state.live { state.fresh += 1 } else { state.stale += 1 }
            case .end: state.isTerminal = true
            }
            return (effect, (state.stale, state.fresh))
        }
    }

    @Test("C18 No stale result is ever processed, in thousands of interleavings")
    func noStaleResult() async {
        let fresh = Counter()
        await explore(seeds: 1...2_000, events: .always([Search.Event.search, .search, .cancel, .search, .search])) {
            events in
            let proxy = Search.Proxy(bufferSize: 32)
            async let output = Search.run(initialState: .init(), proxy: proxy)
            for event in events {
                try proxy.send(event)
                await Task.yield()
            }
            try proxy.send(.end)
            let results = try await output
            expectThat(results.stale == 0, "\(results.stale) results of cancelled searches")
            if results.fresh > 0 { fresh.increment() }
        }
        // The scenario is worth something only if results do come in between.
        #expect(fresh.value > 200)
    }
}
