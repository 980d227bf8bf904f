import Oak
import Testing

@Suite("C17–C18 Identity and silence")
struct IdentityTests {
    enum Name: Hashable { case one, two(Int) }

    @Test("C17 Any hashable value is an identity: an operation of the same one is cancelled first")
    func replacement() async throws {
        for id in [EffectID("x"), EffectID(7), EffectID(Name.two(3))] {
            let trace = Recorder<String>()
            let (started, cancelled) = (Signal(), Signal())
            let first = Puppet.Effect(id: id) { _, _ in
                started.send()
                do { try await Signal().wait() } catch { trace.record("first cancelled") }
                cancelled.send()
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
        let (a, b, c) = (Signal(), Signal(), Signal())
        func worker(_ signal: Signal, _ name: String) -> @Sendable (Void, Puppet.Input) async throws -> Void {
            { _, input in
                try await signal.wait()
                try input.send(.init(name))
            }
        }
        let proxy = Puppet.Proxy()
        var received: [String] = []
        let run = Task { @MainActor in
            try await Puppet.run(initialState: .init(), proxy: proxy)
        }
        try proxy.send(
            .init(
                "go",
                .combine(
                    Puppet.Effect(id: "1", operation: worker(a, "a")), Puppet.Effect(id: 1, operation: worker(b, "b")),
                    Puppet.Effect(operation: worker(c, "c")))))
        try proxy.send(.init("cancel nothing", .cancelTask("2")))
        for signal in [a, b, c] { signal.send() }
        let all = Signal()
        try proxy.send(.init("finish", Puppet.Effect { _, _ in all.send() }))
        try await all.wait()
        received = try await {
            while true {
                do {
                    try proxy.send(.end)
                    return try await run.value
                } catch TransducerError.bufferOverflow { await Task.yield() }
            }
        }()
        #expect(received.first == "go")
    }

    @Test("C17 An operation that has ended does not take its successor's name away")
    func successor() async throws {
        let (firstRuns, firstEnds, secondRuns) = (Signal(), Signal(), Signal())
        let secondCancelled = Signal()
        let first = Puppet.Effect(id: "x") { _, _ in
            firstRuns.send()
            await firstEnds.waitIgnoringCancellation()
        }
        let second = Puppet.Effect(id: "x") { _, _ in
            secondRuns.send()
            do { try await Signal().wait() } catch { secondCancelled.send() }
        }
        let firstEnded = Signal()
        let observer = Watch { if case .effectEnded(let summary, _) = $0, summary.number == 1 { firstEnded.send() } }
        let proxy = Puppet.Proxy(initialEvent: .init("first", first))
        let run = Task { try await Puppet.run(initialState: .init(), proxy: proxy, observer: observer) }
        try await firstRuns.wait()
        try proxy.send(.init("second", second))
        try await secondRuns.wait()
        firstEnds.send()
        try await firstEnded.wait()
        try proxy.send(.init("cancel", .cancelTask("x")))
        try await secondCancelled.wait()
        try proxy.send(.end)
        _ = try await run.value
    }

    @Test("C18 The input of a cancelled operation is closed, for good and for everyone who holds it")
    func closedInput() async throws {
        let handedOut = Recorder<Puppet.Input>()
        let started = Signal()
        let operation = Puppet.Effect(id: "x") { _, input in
            handedOut.record(input)
            started.send()
            try await Signal().wait()
        }
        let proxy = Puppet.Proxy(initialEvent: .init("go", operation))
        let run = Task { try await Puppet.run(initialState: .init(), proxy: proxy) }
        try await started.wait()
        let cancelled = Signal()
        try proxy.send(.init("cancel", .cancelTask("x")))
        try proxy.send(.init("then", Puppet.Effect { _, _ in cancelled.send() }))
        try await cancelled.wait()
        let input = try #require(handedOut.values.first)
        #expect(throws: CancellationError.self) { try input.send(.init("stale")) }
        #expect(throws: CancellationError.self) { try input.send(contentsOf: [.init("stale")]) }
        await #expect(throws: CancellationError.self) { try await input.sendWhenRoom(.init("stale")) }
        input(.init("stale"))
        try proxy.send(.end)
        #expect(try await run.value == ["go", "cancel", "then", "end"])
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

    @Test("C18 No stale result is ever processed, in 10 000 seeded interleavings")
    func noStaleResult() throws {
        var fresh = 0
        for seed in 1...10_000 as ClosedRange<UInt64> {
            let output = interleave(seed: seed) { () -> Search.Output? in
                let proxy = Search.Proxy(bufferSize: 32)
                async let output = Search.run(initialState: .init(), proxy: proxy)
                for event in [.search, .search, .cancel, .search, .search] as [Search.Event] {
                    try? proxy.send(event)
                    await Task.yield()
                }
                try? proxy.send(.end)
                return try? await output
            }
            let (stale, some) = try #require(output ?? nil)
            #expect(stale == 0, "seed \(seed)")
            fresh += some
        }
        // The scenario is worth something only if results do come in between.
        #expect(fresh > 1_000)
    }
}
