#if Server
    import InMemoryTracing
    import Oak
    import OakTesting
    import OakServer
    import TestSupport
    import Testing
    import Tracing

    /// Rings, and lets its senders wait until it has.
    private enum Bell: Transducer {
        enum State: Sendable, Terminable {
            case hung, stopped
            var isTerminal: Bool { self == .stopped }
        }
        enum Event: Sendable { case ring, stop }
        typealias Proxy = SyncSuspendingProxy<Event>

        static func update(_ state: inout State, event: Event) { if event == .stop { state = .stopped } }
    }

    /// Visits two places, one after the other, and ends with an action.
    private enum Tour: EffectTransducer {
        enum State: Hashable, Sendable, Terminable {
            case home, away, back
            var isTerminal: Bool { self == .back }
        }
        enum Event: Hashable, Sendable { case go, end }
        typealias Env = @Sendable (String) -> Void

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.home, .go):
                state = .away
                return .sequence(
                    Effect(id: "first") { env, _ in env("first") }, Effect(id: "second") { env, _ in env("second") },
                    Effect(action: { _ in .end }))
            case (.away, .end): state = .back
            case (.home, .end), (.away, .go), (.back, _): return .unexpected
            }
            return nil
        }
    }

    /// Sends in eight tasks, each in a span of its own.
    private func send(_ tracer: InMemoryTracer, _ send: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask { try await tracer.withSpan("sender \(number)") { _ in try await send() } }
            }
            try await group.waitForAll()
        }
    }

    private func expectOneStepForEachSender(_ tracer: InMemoryTracer, _ name: String) {
        let senders = tracer.finishedSpans.filter { $0.operationName.hasPrefix("sender") }
        let steps = tracer.finishedSpans.filter { $0.operationName == name }
        let (parents, expected) = (steps.map { $0.parentSpanID ?? "none" }.sorted(), senders.map(\.spanID).sorted())
        expectThat(parents == expected, "The parents are \(parents), and the senders \(expected)")
    }

    @Suite("Traces of machines")
    struct TracingTests {
        private let tracer = InMemoryTracer()

        private var spans: [FinishedInMemorySpan] { tracer.finishedSpans }

        @Test("C37 A macrostep is a child of the span in which its event was sent, also before the run")
        func senders() async throws {
            let proxy = Turnstile.Proxy()
            try tracer.withSpan("first") { _ in try proxy.send(.coin(cents: 50)) }
            try proxy.send(.push)
            try tracer.withSpan("last") { _ in try proxy.send(.work("last")) }
            try await Turnstile.run(proxy, observer: .tracing("gate", tracer: tracer))
            #expect(try tracer.path(of: "gate coin") == ["gate coin", "first"])
            #expect(try tracer.path(of: "gate push") == ["gate push"])
            #expect(try tracer.path(of: "gate work") == ["gate work", "last"])
            #expect(try tracer.path(of: "gate last") == ["gate last", "gate work", "last"])
            #expect(try tracer.path(of: "gate done") == ["gate done", "gate last", "gate work", "last"])
            #expect(tracer.activeSpans.isEmpty)
            let coin = try tracer.span("gate coin")
            #expect(coin.text("oak.machine") == "gate")
            #expect(coin.text("oak.event") == "coin")
            #expect(coin.text("oak.state") == "unlocked")
        }

        @Test("C37 An operation works in its span, and its events and requests are children")
        func operations() async throws {
            let proxy = Turnstile.Proxy()
            try tracer.withSpan("request") { _ in try proxy.send(.work("call")) }
            let tracer = tracer
            try await Turnstile.run(
                proxy,
                env: { _ in
                    try await tracer.withSpan("query") { _ in try await proxy.sendWaitingForRoom(.close) }
                    throw Broken()
                }, observer: .tracing(tracer: tracer))
            #expect(
                try tracer.path(of: "Turnstile close")
                    == ["Turnstile close", "query", "Turnstile call", "Turnstile work", "request"])
        }

        @Test("C37 Each step of a sequence belongs to the macrostep that has begun it", arguments: [true, false])
        func sequence(all: Bool) async throws {
            let (proxy, tracer) = (Tour.Proxy(), tracer)
            try tracer.withSpan("request") { _ in try proxy.send(.go) }
            try await tracer.withSpan("start") { _ in
                try await Tour.run(
                    initialState: .home, proxy: proxy, env: { name in tracer.withSpan("call \(name)") { _ in } },
                    observer: .tracing(events: all ? .all : .sentInContext, tracer: tracer))
            }
            for step in ["first", "second"] {
                #expect(
                    try tracer.path(of: "call \(step)") == ["call \(step)", "Tour \(step)", "Tour go", "request"])
            }
            #expect(try tracer.path(of: "Tour end") == ["Tour end", "Tour go", "request"])
        }

        @Test("The error of an operation, and that of a run, are errors of their spans")
        func errors() async throws {
            let proxy = Turnstile.Proxy()
            try proxy.send(.work("last"))
            try await Turnstile.run(proxy, env: { _ in throw Broken() }, observer: .tracing(tracer: tracer))
            let operation = try tracer.span("Turnstile last")
            #expect(operation.errors.map { "\($0.error)" } == ["Broken()"])
            #expect(operation.status?.code == .error)
            let relay = Relay.Proxy()
            for event in [.open, .pass(1)] as [Relay.Event] { try relay.send(event) }
            await #expect(throws: Broken.self) {
                try await Relay.run(
                    initialState: .closed, proxy: relay, env: { _ in throw Broken() },
                    observer: .tracing("relay", tracer: tracer))
            }
            #expect(try tracer.span("relay pass").status?.code == .error)
            #expect(tracer.activeSpans.isEmpty)
        }

        @Test("C37 Actions and the receivers of outputs work in the span of their macrostep")
        func actions() async throws {
            let (relay, gate) = (Relay.Proxy(), Turnstile.Proxy())
            try tracer.withSpan("request") { _ in
                try relay.send(.open)
                try relay.send(.pass(1))
            }
            try relay.send(.end)
            let tracer = tracer
            try await Relay.run(
                initialState: .closed, proxy: relay,
                env: { _ in
                    await Task.yield()
                    tracer.withSpan("action") { _ in }
                },
                output: Callback { number in if number != nil { try? gate.send(.coin(cents: 1)) } },
                observer: .tracing(tracer: tracer))
            try gate.send(.close)
            try await Turnstile.run(gate, observer: .tracing("gate", tracer: tracer))
            #expect(try tracer.path(of: "action") == ["action", "Relay pass", "request"])
            #expect(try tracer.path(of: "gate coin") == ["gate coin", "Relay pass", "request"])
            #expect(try tracer.span("Relay pass").events.map(\.name) == ["passed"])
        }

        @Test("C37 A postponed event is offered in the trace in which it was sent")
        func postponed() async throws {
            let relay = Relay.Proxy()
            try tracer.withSpan("early") { _ in try relay.send(.pass(1)) }
            try tracer.withSpan("late") { _ in try relay.send(.open) }
            try await Relay.run(
                initialState: .closed, proxy: relay, env: { _ in try relay.send(.end) },
                observer: .tracing(tracer: tracer))
            let passes = spans.filter { $0.operationName == "Relay pass" }
            let early = try tracer.span("early")
            #expect(passes.map(\.traceID) == [early.traceID, early.traceID])
            #expect(passes.map(\.parentSpanID) == [early.spanID, passes.first?.spanID])
            #expect(passes.map { $0.text("oak.outcome") } == ["postponed", nil])
        }

        @Test("C37 Senders that wait for room keep their contexts")
        func room() async {
            await explore(seeds: 1...50) {
                let (tracer, proxy) = (InMemoryTracer(), Turnstile.Proxy(bufferSize: 1))
                async let run: Void = Turnstile.run(proxy, observer: .tracing("gate", tracer: tracer))
                try await send(tracer) { try await proxy.sendWaitingForRoom(.done("")) }
                try await proxy.sendWaitingForRoom(.close)
                try await run
                expectOneStepForEachSender(tracer, "gate done")
            }
        }

        @Test("C37 Senders that wait for the macrostep keep their contexts")
        func macrostep() async {
            await explore(seeds: 1...50) {
                let (tracer, proxy) = (InMemoryTracer(), Bell.Proxy(bufferSize: 1))
                async let run: Void = Bell.run(
                    initialState: .hung, proxy: proxy, observer: .tracing("bell", tracer: tracer))
                try await send(tracer) { try await proxy.send(.ring) }
                try await proxy.send(.stop)
                try await run
                expectOneStepForEachSender(tracer, "bell ring")
            }
        }

        @Test("C37 Without a tracer, and for events without a context if these are left out, there are no spans")
        func sampledOut() async throws {
            let proxy = Turnstile.Proxy()
            for event in [.coin(cents: 1), .work("work"), .push] as [Turnstile.Event] { try proxy.send(event) }
            try tracer.withSpan("request") { _ in try proxy.send(.work("last")) }
            try await Turnstile.run(
                proxy, env: { _ in },
                observer: .tracing(events: .sentInContext, tracer: tracer))
            #expect(
                Set(spans.map(\.operationName)) == ["request", "Turnstile work", "Turnstile last", "Turnstile done"])
            let silent = Turnstile.Proxy()
            for event in [.work("work"), .push, .close] as [Turnstile.Event] { try silent.send(event) }
            try await Turnstile.run(silent, observer: .tracing())
        }

        @Test("Observers are combined, and those that make no spans change nothing")
        func combined() async throws {
            let proxy = Turnstile.Proxy()
            try tracer.withSpan("request") { _ in try proxy.send(.work("last")) }
            let occurrences = Recorder<String>()
            try await Turnstile.run(
                proxy, env: { _ in },
                observer: .all(
                    .each(Turnstile.self) { occurrences.record("\($0)") }, .tracing(tracer: tracer)))
            #expect(
                try tracer.path(of: "Turnstile done")
                    == ["Turnstile done", "Turnstile last", "Turnstile work", "request"])
            #expect(occurrences.values.count == 10)
        }
    }
#endif
