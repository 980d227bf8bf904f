import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C11 Failures", .interleaved)
struct FailureTests {
    /// Every kind of effect in which an error can be.
    enum Form: CaseIterable, Sendable {
        case operation, namedOperation, isolatedOperation, delayed, answering, answeringVoid
        case sequence, combination, nested
        case action, actions, isolatedAction, isolatedActions, suspendingAction, sequenceOfActions

        static let ofActions: Set = [
            Form.action, .actions, .isolatedAction, .isolatedActions, .suspendingAction, .sequenceOfActions,
        ]

        /// An effect that fails.
        func effect(clock: TestClock = TestClock(advancing: .whenIdle)) -> Script.Effect {
            switch self {
            case .operation: .failing()
            case .namedOperation: .failing(id: "named")
            case .isolatedOperation: Script.Effect(isolatedOperation: { _, _, _ in throw Failure() })
            case .delayed:
                Script.Effect(operation: { _, _ in throw Failure() }, after: .seconds(1), clock: clock)
            case .answering: Script.Effect({ _ async throws -> Int in throw Failure() }, success: { .init("\($0)") })
            case .answeringVoid: Script.Effect({ _ in throw Failure() }, success: .end)
            case .sequence: .sequence(Script.Effect { _, _ in }, .failing(), .event(.end))
            case .combination: .combine(Script.Effect { _, _ in try await Gate<Void>().wait() }, .failing())
            case .nested: .combine(id: "outer", .sequence(.event(.init("before")), .combine(.failing())))
            case .action: Script.Effect(action: { _ async throws -> Script.Event in throw Failure() })
            case .actions: Script.Effect(action: { _ async throws -> [Script.Event] in throw Failure() })
            case .isolatedAction: Script.Effect(isolatedAction: { _, _ throws -> Script.Event in throw Failure() })
            case .isolatedActions: Script.Effect(isolatedAction: { _, _ throws -> [Script.Event] in throw Failure() })
            case .suspendingAction:
                Script.Effect(isolatedAction: { _, _ async throws -> Script.Event in
                    await Task.yield()
                    throw Failure()
                })
            case .sequenceOfActions: .sequence(Form.action.effect(), .event(.end))
            }
        }
    }

    @Test("C11 An error becomes the event of its handler, once", arguments: Form.allCases)
    func caught(form: Form) async throws {
        let origins = Recorder<String>()
        let observer = ScriptObserver {
            if case .eventTaken(let event, let origin) = $0, event.name == "caught failure" {
                origins.record("\(origin)")
            }
        }
        let (proxy, clock) = (Script.Proxy(), TestClock(advancing: .whenIdle))
        try proxy.send(contentsOf: [.init("go", form.effect(clock: clock).caught()), .init("next")])
        async let names = Script.run(initialState: .init(), proxy: proxy, observer: observer)
        try await clock.sleep(for: .seconds(2))
        try proxy.send(.end)
        let processed = try await names.filter { $0 != "before" }
        if Form.ofActions.contains(form) {
            #expect(processed == ["go", "caught failure", "next", "end"])
            #expect(origins.values == ["action"])
        } else {
            #expect(processed == ["go", "next", "caught failure", "end"])
            #expect(origins.values.count == 1 && origins.values[0].hasPrefix("operation("))
        }
    }

    @Test("C11 An unhandled error ends the run with exactly that error", arguments: Form.allCases)
    func uncaught(form: Form) async throws {
        let log = EffectRecorder()
        let waiting = Script.Effect(id: "other") { _, _ in try await Gate<Void>().wait() }
        let proxy = Script.Proxy(initialEvent: .init("go", .all([waiting, form.effect()])))
        await #expect(throws: Failure()) {
            try await Script.run(initialState: .init(), proxy: proxy, observer: log.observer)
        }
        #expect(log.entries(of: "other") == ["started", "machineEnded", "ended"])
        #expect(log.entries.count { $0.hasSuffix("failed: failure") } == 1)
    }

    @Test("C20 A handler does not change how an effect can be inspected", arguments: Form.allCases)
    func inspection(form: Form) {
        let effect = form.effect()
        #expect(effect.caught().kind == effect.kind)
        #expect(effect.caught().id == effect.id)
        #expect(effect.caught().delay == effect.delay)
        #expect(effect.caught().parts.map(\.kind) == effect.parts.map(\.kind))
    }

    @Test("C11 The innermost handler counts")
    func innermost() async throws {
        let cases: [(Script.Effect, String)] = [
            (.failing().caught("a").caught("b"), "a failure"),
            (.sequence(.failing().caught("a")).caught("b"), "a failure"),
            (.sequence(.failing()).caught("a").caught("b"), "a failure"),
            (.combine(.sequence(.failing())).caught("b"), "b failure"),
            (.combine(.sequence(.failing()).caught("a"), .events([])).caught("b"), "a failure"),
            (.combine(.combine(.sequence(.failing()).caught("a")).caught("b")).caught("c"), "a failure"),
            (.combine(Form.action.effect().caught("a")).caught("b"), "a failure"),
            (.combine(.combine(Form.isolatedAction.effect())).caught("b"), "b failure"),
            (
                Script.Effect({ _ in throw Failure() }, success: .end, failure: { (_: any Error) in .init("own") })
                    .caught("b"),
                "own"
            ),
        ]
        for (effect, expected) in cases {
            let proxy = Script.Proxy(initialEvent: .init("go", effect))
            async let names = Script.run(initialState: .init(), proxy: proxy)
            await idle()
            try proxy.send(.end)
            let processed = try await names
            #expect(processed == ["go", expected, "end"])
        }
    }

    @Test("C11 The first error in a composition cancels its other parts and becomes one event")
    func firstError() async throws {
        let (log, late, begun) = (EffectRecorder(), Recorder<String>(), Gate<Void>("it may fail"))
        let failing = Script.Effect(id: "failing") { _, input in
            try await begun.wait()
            try input.send(contentsOf: [.init("sent 1"), .init("sent 2")])
            throw Failure()
        }
        let alsoFailing = Script.Effect(id: "also failing") { _, input in
            do { try await Gate<Void>().wait() } catch { throw Failure(name: "second") }
        }
        let deaf = Script.Effect(id: "deaf") { _, input in
            begun.open()
            for _ in 0..<100 { await Task.yield() }
            do { try input.send(.init("late")) } catch { late.record("\(type(of: error))") }
        }
        let sequence = Script.Effect.sequence(
            Script.Effect(id: "step") { _, _ in try await Gate<Void>().wait() }, .event(.end))
        let composition = Script.Effect.combine(id: "all", failing, alsoFailing, deaf, sequence)
        let proxy = Script.Proxy(initialEvent: .init("go", composition.caught()))
        async let names = Script.run(initialState: .init(), proxy: proxy, observer: log.observer)
        await idle()
        try proxy.send(.end)
        let processed = try await names
        #expect(processed == ["go", "sent 1", "sent 2", "caught failure", "end"])
        #expect(late.values == ["CancellationError"])
        #expect(log.entries(of: "failing") == ["started", "failed: failure"])
        for name in ["also failing", "deaf", "step"] {
            #expect(log.entries(of: name) == ["started", "partFailed", "ended"])
        }
        #expect(log.entries(of: "all") == ["started", "failed: failure"])
        #expect(log.entries.last == "all failed: failure", "it has ended before its parts")
    }

    @Test("C11 A sequence continues after a part with a handled error once all of that part has ended")
    func sequenceGoesOn() async throws {
        let trace = Recorder<String>()
        let deaf = Script.Effect { _, _ in
            for _ in 0..<50 { await Task.yield() }
            trace.record("deaf has returned")
        }
        let next = Script.Effect { _, input in
            trace.record("next")
            try input.send(.init("next"))
        }
        let effect = Script.Effect.sequence(
            .failing("1").caught(), .combine(.failing("2"), deaf).caught(), next,
            Form.action.effect().caught(), .sequence(.failing("3"), .event(.init("never"))).caught(), .event(.end))
        let names = try await Script.play(.init("go", effect))
        #expect(names == ["go", "caught 1", "caught 2", "next", "caught failure", "caught 3", "end"])
        #expect(trace.values == ["deaf has returned", "next"])
    }

    @Test(
        "C11 The action events of a handled error precede the next step",
        arguments: [Form.operation, .action, .sequence])
    func consequences(form: Form) async throws {
        let declared = form.effect().catch { _ in .init("caught", .event(.init("consequence"))) }
        let names = try await Script.play(.init("go", .sequence(declared, .event(.end))))
        #expect(names == ["go", "caught", "consequence", "end"])
    }
}

extension TransducerEffect<Script.Event, Void, Oak.Proxy<Script.Event>.Input> {
    /// An operation that fails.
    static func failing(_ name: String = "failure", id: String? = nil) -> Self {
        guard let id else { return Self(operation: { _, _ in throw Failure(name: name) }) }
        return Self(id: id) { _, _ in throw Failure(name: name) }
    }

    /// With an event that says which error there was.
    func caught(_ name: String = "caught") -> Self {
        self.catch { error in .init("\(name) \((error as? Failure)?.name ?? "\(error)")") }
    }
}
