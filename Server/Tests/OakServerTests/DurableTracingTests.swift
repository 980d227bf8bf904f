#if Server
    import InMemoryTracing
    import Oak
    import OakDurable
    import OakTesting
    import OakServer
    import TestSupport
    import Testing
    import Tracing

    @Suite("Traces of durable hosts")
    struct DurableTracingTests {
        private let tracer = InMemoryTracer()
        private let store = MemoryStore()

        private func host(_ env: @escaping Errand.Env) async throws -> DurableHost {
            try await .forErrands(in: store, observer: .tracing(tracer: tracer), env)
        }

        /// The spans to which a span is linked.
        private func links(of name: String) throws -> [String] {
            try tracer.span(name).links.compactMap { link in
                let linked = link.context.inMemorySpanContext
                return tracer.finishedSpans.first { $0.spanContext == linked }?.operationName
            }
        }

        @Test("D14 Macrosteps and activities are children of the span in which the event was sent")
        func children() async throws {
            let tracer = tracer
            let host = try await host { await tracer.withSpan("query") { _ in await Task.yield() } }
            let id = try await host.start(Errand.self, id: "1", initialState: .waiting)
            try await tracer.withSpan("request") { _ in try await host.send(.go, to: id) }
            try await host.value(of: id)
            let history = try await host.history(of: id)
            await host.close()
            #expect(
                try tracer.path(of: "errand finish") == ["errand finish", "errand work", "errand go", "request"])
            #expect(try tracer.path(of: "query") == ["query", "errand work", "errand go", "request"])
            #expect(tracer.activeSpans.isEmpty)
            let go = try tracer.span("errand go")
            #expect(go.links.isEmpty)
            #expect(history.first?.context[InMemoryTracer.spanIDKey] == go.spanID)
            #expect(go.text("oak.machine") == "errand")
            #expect(go.text("oak.instance") == "1")
            #expect(go.text("oak.cause") == "event")
            let work = try tracer.span("errand work")
            #expect(work.text("oak.key") == "errand/1@1/work#1")
            #expect(work.text("oak.repetition") == "false")
        }

        @Test("D14 The activities of a new instance are children of the span in which it was started")
        func start() async throws {
            let host = try await host {}
            try await tracer.withSpan("request") { _ in
                let id = try await host.start(Errand.self, id: "1", initialState: .working)
                try await host.value(of: id)
            }
            await host.close()
            #expect(try tracer.path(of: "errand finish") == ["errand finish", "errand work", "request"])
        }

        @Test("D14 Events that an activity sends before it returns are children of its span")
        func earlyEvents() async throws {
            let host = DurableHost(store: store, observer: .tracing(tracer: tracer))
            try await host.register(Courier.self, env: ())
            try await host.open()
            try await tracer.withSpan("request") { _ in
                let id = try await host.start(Courier.self, id: "1", initialState: .riding)
                try await host.value(of: id)
            }
            await host.close()
            #expect(try tracer.path(of: "courier approach") == ["courier approach", "courier ride", "request"])
            #expect(try tracer.path(of: "courier hand") == ["courier hand", "courier ride", "request"])
        }

        @Test("D14 After a restart, activities are linked to the macrosteps that have begun them")
        func restart() async throws {
            let begun = Gate<Void>()
            let first = try await host {
                begun.open()
                try await Gate<Void>().wait()
            }
            let id = try await first.start(Errand.self, id: "1", initialState: .waiting)
            try await tracer.withSpan("request") { _ in try await first.send(.go, to: id) }
            try await begun.wait()
            await first.close()
            #expect(try tracer.span("errand work").text("oak.outcome") == "cancelled")
            let early = tracer.popFinishedSpans()
            let next = try await host {}
            try await next.value(of: id)
            await next.close()
            let work = try tracer.span("errand work")
            #expect(work.parentSpanID == nil)
            #expect(work.text("oak.repetition") == "true")
            let go = try #require(early.first { $0.operationName == "errand go" })
            #expect(work.links.map(\.context.inMemorySpanContext?.spanID) == [go.spanID])
            #expect(try tracer.path(of: "errand finish") == ["errand finish", "errand work"])
        }

        @Test("D14 An activity that begins again in the same process stays in its trace")
        func retry() async throws {
            let attempts = Counter()
            let host = try await host {
                attempts.increment()
                if attempts.value == 1 { throw Broken() }
            }
            let id = try await host.start(Errand.self, id: "1", initialState: .waiting)
            try await tracer.withSpan("request") { _ in try await host.send(.go, to: id) }
            while try await host.list().first?.status != .failed { await Task.yield() }
            try await host.retry(id)
            try await host.value(of: id)
            await host.close()
            let works = tracer.finishedSpans.filter { $0.operationName == "errand work" }
            let go = try tracer.span("errand go")
            #expect(works.map(\.parentSpanID) == [go.spanID, go.spanID])
            #expect(works.allSatisfy { $0.links.isEmpty })
        }

        @Test("D14 An event that an earlier process has left is linked to the span in which it was sent")
        func inbox() async throws {
            let first = try await host { throw Broken() }
            let id = try await first.start(Errand.self, id: "1", initialState: .working)
            while try await first.list().first?.status != .failed { await Task.yield() }
            #expect(try tracer.span("errand work").status?.code == .error)
            try await tracer.withSpan("request") { _ in try await first.send(.go, to: id) }
            await first.close()
            let next = try await host {}
            try await next.retry(id)
            try await next.value(of: id)
            await next.close()
            #expect(try tracer.span("errand go").parentSpanID == nil)
            #expect(try links(of: "errand go") == ["request"])
            #expect(try tracer.span("errand go").text("oak.cause") == "unexpected_event")
        }

        @Test("D14 A host with several observers is traced by the first that makes spans, and all hear of everything")
        func combined() async throws {
            let occurrences = Recorder<String>()
            let host = try await DurableHost.forErrands(
                in: store,
                observer: .all(
                    DurableObserver { occurrences.record("\($0)") }, .tracing(tracer: tracer),
                    .tracing(tracer: InMemoryTracer())))
            let id = try await host.start(Errand.self, id: "1", initialState: .working)
            try await host.value(of: id)
            await host.close()
            #expect(Set(tracer.finishedSpans.map(\.operationName)) == ["errand work", "errand finish"])
            #expect(occurrences.values.contains("errand/1 has ended."))
        }
    }
#endif
