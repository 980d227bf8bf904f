import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C11 Failures", .timeLimit(.minutes(20)))
struct FailureTests {
    /// Every kind of effect in which an error can be.
    enum Form: CaseIterable, Sendable {
        case operation, namedOperation, isolatedOperation, delayed, isolatedDelayed, answering, answeringVoid
        case sequence, combination, nested
        case action, actions, isolatedAction, isolatedActions, suspendingAction, sequenceOfActions

        var isAction: Bool {
            switch self {
            case .action, .actions, .isolatedAction, .isolatedActions, .suspendingAction, .sequenceOfActions: true
            case .operation, .namedOperation, .isolatedOperation, .delayed, .isolatedDelayed, .answering,
                .answeringVoid,
                .sequence, .combination, .nested:
                false
            }
        }

        /// An effect that fails.
        func effect(clock: TestClock = TestClock(advancing: .whenIdle)) -> Puppet.Effect {
            switch self {
            case .operation: .failing()
            case .namedOperation: .failing(id: "named")
            case .isolatedOperation: Puppet.Effect(isolatedOperation: { _, _, _ in throw Failure() })
            case .delayed:
                Puppet.Effect(operation: { _, _ in throw Failure() }, after: .seconds(1), clock: clock)
            case .isolatedDelayed:
                Puppet.Effect(isolatedOperation: { _, _, _ in throw Failure() }, after: .seconds(1), clock: clock)
            case .answering: Puppet.Effect({ _ async throws -> Int in throw Failure() }, success: { .init("\($0)") })
            case .answeringVoid: Puppet.Effect({ _ in throw Failure() }, success: .end)
            case .sequence: .sequence(Puppet.Effect { _, _ in }, .failing(), .event(.end))
            case .combination: .combine(Puppet.Effect { _, _ in try await Gate<Void>().wait() }, .failing())
            case .nested: .combine(id: "outer", .sequence(.event(.init("before")), .combine(.failing())))
            case .action: Puppet.Effect(action: { _ async throws -> Puppet.Event in throw Failure() })
            case .actions: Puppet.Effect(action: { _ async throws -> [Puppet.Event] in throw Failure() })
            case .isolatedAction: Puppet.Effect(isolatedAction: { _, _ throws -> Puppet.Event in throw Failure() })
            case .isolatedActions: Puppet.Effect(isolatedAction: { _, _ throws -> [Puppet.Event] in throw Failure() })
            case .suspendingAction:
                Puppet.Effect(isolatedAction: { _, _ async throws -> Puppet.Event in
                    await Task.yield()
                    throw Failure()
                })
            case .sequenceOfActions: .sequence(Form.action.effect(), .event(.end))
            }
        }
    }

    @Test("C11 An error is the event that its effect has declared for it, once", arguments: Form.allCases)
    func caught(form: Form) async throws {
        try await interleave(seed: 1) {
            let origins = Recorder<String>()
            let observer = Watch {
                if case .eventTaken(let event, let origin) = $0, event.name == "caught failure" {
                    origins.record("\(origin)")
                }
            }
            let (proxy, clock) = (Puppet.Proxy(), TestClock(advancing: .whenIdle))
            try proxy.send(contentsOf: [.init("go", form.effect(clock: clock).caught()), .init("next")])
            async let names = Puppet.run(initialState: .init(), proxy: proxy, observer: observer)
            try await clock.sleep(for: .seconds(2))
            try proxy.send(.end)
            let processed = try await names.filter { $0 != "before" }
            if form.isAction {
                expectThat(processed == ["go", "caught failure", "next", "end"], "\(processed)")
                expectThat(origins.values == ["action"], "\(origins.values)")
            } else {
                expectThat(processed == ["go", "next", "caught failure", "end"], "\(processed)")
                expectThat(origins.values.count == 1 && origins.values[0].hasPrefix("operation("), "\(origins.values)")
            }
        }
    }

    @Test(
        "C11 An error without any declaration ends the run with exactly that error",
        arguments: Form.allCases)
    func uncaught(form: Form) async throws {
        try await interleave(seed: 1) {
            let log = EffectLog()
            let waiting = Puppet.Effect(id: "other") { _, _ in try await Gate<Void>().wait() }
            let proxy = Puppet.Proxy(initialEvent: .init("go", .all([waiting, form.effect()])))
            await #expect(throws: Failure()) {
                try await Puppet.run(initialState: .init(), proxy: proxy, observer: log.observer)
            }
            expectThat(log.entries(of: "other") == ["started", "machineEnded", "ended"], "\(log.entries)")
            expectThat(log.entries.count { $0.hasSuffix("failed: failure") } == 1, "\(log.entries)")
        }
    }

    @Test("C11 An effect without work has no errors, and stays what it is")
    func noWork() async throws {
        let effects: [Puppet.Effect] = [
            .event(.init("a")), .events([.init("b"), .init("c")]), .cancelTask("x"), .events([]),
        ]
        for effect in effects {
            #expect(effect.caught().kind == effect.kind)
            #expect(effect.caught().id == effect.id)
            #expect(effect.caught().events.map(\.name) == effect.events.map(\.name))
        }
        let all = Puppet.Effect.all(effects.map { $0.caught() } + [.event(.end).caught()])
        let names = try await Puppet.play(.init("go", all))
        #expect(names == ["go", "a", "b", "c", "end"])
    }

    @Test("C20 An effect looks the same with a declaration for its errors", arguments: Form.allCases)
    func inspection(form: Form) {
        let effect = form.effect()
        #expect(effect.caught().kind == effect.kind)
        #expect(effect.caught().id == effect.id)
        #expect(effect.caught().delay == effect.delay)
        #expect(effect.caught().parts.map(\.kind) == effect.parts.map(\.kind))
    }

    @Test("C11 The innermost declaration counts")
    func innermost() async throws {
        let cases: [(Puppet.Effect, String)] = [
            (.failing().caught("a").caught("b"), "a failure"),
            (.sequence(.failing().caught("a")).caught("b"), "a failure"),
            (.sequence(.failing()).caught("a").caught("b"), "a failure"),
            (.combine(.sequence(.failing())).caught("b"), "b failure"),
            (.combine(.sequence(.failing()).caught("a"), .events([])).caught("b"), "a failure"),
            (.combine(.combine(.sequence(.failing()).caught("a")).caught("b")).caught("c"), "a failure"),
            (.combine(Form.action.effect().caught("a")).caught("b"), "a failure"),
            (.combine(.combine(Form.isolatedAction.effect())).caught("b"), "b failure"),
            (
                Puppet.Effect({ _ in throw Failure() }, success: .end, failure: { (_: any Error) in .init("own") })
                    .caught("b"),
                "own"
            ),
        ]
        for (effect, expected) in cases {
            try await interleave(seed: 1) {
                let proxy = Puppet.Proxy(initialEvent: .init("go", effect))
                async let names = Puppet.run(initialState: .init(), proxy: proxy)
                await idle()
                try proxy.send(.end)
                let processed = try await names
                expectThat(processed == ["go", expected, "end"], "\(processed)")
            }
        }
    }

    @Test("C11 A list gives the declaration to each of its effects, which are each for themselves")
    func lists() async throws {
        try await interleave(seed: 1) {
            let fine = Puppet.Effect { _, input in
                await idle()
                try input.send(.init("fine"))
            }
            let inner = Puppet.Effect.all([.failing("2").caught("inner"), fine])
            let effect = Puppet.Effect.all(.failing("1"), inner, nil, Form.action.effect(), fine)?.caught()
            let proxy = Puppet.Proxy(initialEvent: .init("go", effect))
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            await idle()
            try proxy.send(.end)
            let processed = try await names
            expectThat(processed.prefix(2) == ["go", "caught failure"], "\(processed)")
            expectThat(
                processed.dropFirst(2).sorted() == ["caught 1", "end", "fine", "fine", "inner 2"].sorted(),
                "\(processed)")
        }
    }

    @Test("C11 The first error in a composition cancels the rest of it, and is one event behind what was sent before")
    func firstError() async throws {
        try await interleave(seed: 1) {
            let (log, late, begun) = (EffectLog(), Recorder<String>(), Gate<Void>("it may fail"))
            let failing = Puppet.Effect(id: "failing") { _, input in
                try await begun.wait()
                try input.send(contentsOf: [.init("sent 1"), .init("sent 2")])
                throw Failure()
            }
            let alsoFailing = Puppet.Effect(id: "also failing") { _, input in
                do { try await Gate<Void>().wait() } catch { throw Failure(name: "second") }
            }
            let deaf = Puppet.Effect(id: "deaf") { _, input in
                begun.open()
                for _ in 0..<100 { await Task.yield() }
                do { try input.send(.init("late")) } catch { late.record("\(type(of: error))") }
            }
            let sequence = Puppet.Effect.sequence(
                Puppet.Effect(id: "step") { _, _ in try await Gate<Void>().wait() }, .event(.end))
            let composition = Puppet.Effect.combine(id: "all", failing, alsoFailing, deaf, sequence)
            let proxy = Puppet.Proxy(initialEvent: .init("go", composition.caught()))
            async let names = Puppet.run(initialState: .init(), proxy: proxy, observer: log.observer)
            await idle()
            try proxy.send(.end)
            let processed = try await names
            expectThat(processed == ["go", "sent 1", "sent 2", "caught failure", "end"], "\(processed)")
            expectThat(late.values == ["CancellationError"])
            expectThat(log.entries(of: "failing") == ["started", "failed: failure"], "\(log.entries)")
            for name in ["also failing", "deaf", "step"] {
                expectThat(log.entries(of: name) == ["started", "partFailed", "ended"], "\(log.entries(of: name))")
            }
            expectThat(log.entries(of: "all") == ["started", "failed: failure"], "\(log.entries(of: "all"))")
            expectThat(log.entries.last == "all failed: failure", "it has ended before its parts")
        }
    }

    @Test("C11 A sequence goes on behind a part whose error was declared, when nothing of that part is left")
    func sequenceGoesOn() async throws {
        try await interleave(seed: 1) {
            let trace = Recorder<String>()
            let deaf = Puppet.Effect { _, _ in
                for _ in 0..<50 { await Task.yield() }
                trace.record("deaf has returned")
            }
            let next = Puppet.Effect { _, input in
                trace.record("next")
                try input.send(.init("next"))
            }
            let effect = Puppet.Effect.sequence(
                .failing("1").caught(), .combine(.failing("2"), deaf).caught(), next,
                Form.action.effect().caught(), .sequence(.failing("3"), .event(.init("never"))).caught(), .event(.end))
            let names = try await Puppet.play(.init("go", effect))
            expectThat(
                names == ["go", "caught 1", "caught 2", "next", "caught failure", "caught 3", "end"], "\(names)")
            expectThat(trace.values == ["deaf has returned", "next"], "\(trace.values)")
        }
    }

    @Test(
        "C11 The consequences of an error's event come before the next step",
        arguments: [Form.operation, .action, .sequence])
    func consequences(form: Form) async throws {
        try await interleave(seed: 1) {
            let declared = form.effect().catch { _ in .init("caught", .event(.init("consequence"))) }
            let names = try await Puppet.play(.init("go", .sequence(declared, .event(.end))))
            expectThat(names == ["go", "caught", "consequence", "end"], "\(names)")
        }
    }
}

// MARK: - Crowds

extension FailureTests {
    @Test("C11 One of 1 000 operations fails as declared, and 999 go on and answer")
    func oneOfThousandCaught() async throws {
        try await interleave(seed: 1) {
            let released = Gate<Void>("they may go on")
            let operations = (1...1_000).map { (number: Int) in
                Puppet.Effect(
                    id: number,
                    { _ in
                        if number == 500 { throw Failure() }
                        try await released.wait()
                        return number
                    }, success: { Puppet.Event("\($0)") }
                ).caught()
            }
            let proxy = Puppet.Proxy(bufferSize: 1, initialEvent: .init("go", .all(operations)))
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            await idle()
            expectThat(released.waiters == 999)
            released.open()
            await idle()
            try proxy.send(.end)
            let processed = try await names
            expectThat(processed.prefix(2) == ["go", "caught failure"], "\(processed.prefix(2))")
            let answers = Set(processed.dropFirst(2).dropLast().compactMap { Int($0) })
            expectThat(answers == Set(1...1_000).subtracting([500]))
            expectThat(processed.count == 1_002)
        }
    }

    @Test("C11 One of 1 000 fails undeclared: the run ends with that error, and the observer knows whose it was")
    func oneOfThousandUncaught() async throws {
        try await interleave(seed: 1) {
            let log = EffectLog()
            let operations = (1...1_000).map { (number: Int) in
                Puppet.Effect(id: number) { _, _ in
                    if number == 500 { throw Failure(name: "of 500") }
                    do { try await Gate<Void>().wait() } catch { throw Failure(name: "of another") }
                }
            }
            await #expect(throws: Failure(name: "of 500")) {
                try await Puppet.play(.init("go", .all(operations)), observer: log.observer)
            }
            expectThat(log.entries(of: "500") == ["started", "failed: of 500"], "\(log.entries(of: "500"))")
            expectThat(log.entries.count { $0.hasSuffix("machineEnded") } == 999)
            expectThat(log.entries.count { $0.contains("failed") } == 1)
        }
    }
}

// MARK: - What is used here

extension TransducerEffect<Puppet.Event, Void, Oak.Proxy<Puppet.Event>.Input> {
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
