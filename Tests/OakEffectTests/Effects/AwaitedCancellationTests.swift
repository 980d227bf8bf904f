import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C17 Awaited cancellation", .interleaved)
struct AwaitedCancellationTests {
    /// The effects of a name at its cancellation.
    enum Live: CaseIterable, Sendable {
        case operation, isolated, answering, sequence, combination, nested, severalLingering, cancelledEarlier, waiting
    }

    /// Makes it live; it is there until the gate is open.
    private func begin(_ live: Live, _ recorder: OperationRecorder, _ gate: Gate<Void>) -> [Script.Event] {
        let deaf = recorder.deaf("old", until: gate)
        let part = recorder.unnamed("old", until: gate)
        switch live {
        case .operation: return [.init("go", deaf)]
        case .isolated:
            let isolated = Script.Effect(
                id: "w",
                isolatedOperation: { _, _, _ in await recorder.work("old") { await gate.waitIgnoringCancellation() } })
            return [.init("go", isolated)]
        case .answering:
            let answering = Script.Effect(
                id: "w", { _ in await recorder.work("old") { await gate.waitIgnoringCancellation() } },
                success: .init("stale"))
            return [.init("go", answering)]
        case .sequence: return [.init("go", .sequence(id: "w", part, .event(.init("never"))))]
        case .combination: return [.init("go", .combine(id: "w", Script.Effect { _, _ in }, part))]
        case .nested: return [.init("go", .combine(id: "w", .sequence(.combine(part), .event(.init("never")))))]
        case .severalLingering:
            return [
                .init("go", deaf), .init("go", recorder.deaf("old 2", until: gate)),
                .init("go", recorder.deaf("old 3", until: gate)),
            ]
        case .cancelledEarlier: return [.init("go", deaf), .init("go", .cancelTask("w"))]
        case .waiting: return [.init("go", deaf), .init("go", recorder.brief("never", replacing: .afterReturn))]
        }
    }

    @Test(
        "C17 A cancellation step lasts until every effect of the identity has returned", arguments: Live.allCases,
        [false, true])
    func step(live: Live, isObserved: Bool) async throws {
        let (recorder, gate, script) = (
            OperationRecorder(), Gate<Void>("the old one may return"), ScriptRun(isObserved: isObserved)
        )
        for event in begin(live, recorder, gate) { try await script.send(event) }
        let before = recorder.entries
        #expect(before.first == "old begins")
        try await script.send(.init("restart", .sequence(.cancelTask("w"), recorder.brief("new"))), .init("next"))
        // Other effects continue meanwhile.
        try await script.send(.init("later", Script.Effect { _, input in try input.send(.init("beside")) }))
        #expect(recorder.entries == before)
        gate.open()
        await idle()
        let names = try await script.end()
        #expect(recorder.entries.suffix(2) == ["new begins", "new returns"])
        #expect(recorder.entries.count { $0.hasSuffix("returns") } == before.count + 1)
        #expect(names.filter { $0 != "go" } == ["restart", "next", "later", "beside", "by new", "end"])
    }

    @Test("C17 A cancellation step ends within the macrostep if no effect of the identity is live")
    func nothingLive() async throws {
        let (recorder, script) = (OperationRecorder(), ScriptRun())
        func restart(_ name: String) -> Script.Event {
            .init(name, .sequence(.cancelTask("w"), .event(.init("\(name)'"))))
        }
        try await script.send(restart("a"), .init("next"))
        // It has been, and it has ended.
        try await script.send(.init("go", recorder.brief("1")))
        try await script.send(restart("b"), .init("next"))
        // It bears another name.
        try await script.send(.init("go", recorder.brief("2", id: "v")), restart("d"), .init("next"))
        #expect(
            try await script.end() == [
                "a", "a'", "next", "go", "by 1", "b", "b'", "next", "go", "d", "d'", "next",
                "by 2",
                "end",
            ])
    }

    @Test("C17 A cancellation step waits neither for its own sequence nor for a composition around it")
    func itself() async throws {
        let (recorder, gate, script) = (OperationRecorder(), Gate<Void>("it may return"), ScriptRun())
        let never = Script.Effect.event(.init("never"))
        try await script.send(.init("a", .sequence(id: "a", .cancelTask("a"), never)))
        #expect(script.log.entries(of: "a") == ["started", "cancelTask", "ended"])
        let inner = Script.Effect.sequence(id: "inner", recorder.unnamed("first"), .cancelTask("b"), never)
        try await script.send(.init("b", .combine(id: "b", recorder.unnamed("part", until: gate), inner)))
        #expect(script.log.entries(of: "b") == ["started", "cancelTask"])
        #expect(script.log.entries(of: "inner").last == "ended")
        // A sequence that is not a part of it does wait.
        try await script.send(.init("c", .sequence(.cancelTask("b"), .event(.init("c'")))))
        gate.open()
        await idle()
        #expect(script.log.entries(of: "b") == ["started", "cancelTask", "ended"])
        let names = try await script.end()
        #expect(names == ["a", "b", "by first", "c", "c'", "end"])
    }

    @Test("C17 A step of several cancellations lasts as long as the longest of them", arguments: [0, 1, 2, 3])
    func combination(form: Int) async throws {
        let (recorder, script) = (OperationRecorder(), ScriptRun())
        let gates = ["a", "b", "c"].map { Gate<Void>($0) }
        for (name, gate) in zip(["a", "b", "c"], gates) {
            try await script.send(.init("go", recorder.deaf(name, until: gate, id: name)))
        }
        let cancellations: [Script.Effect] = [
            .cancelTask("a"), .cancelTask("none"), .cancelTask("c"), .cancelTask("b"),
        ]
        let step: Script.Effect? =
            switch form {
            case 0: .combine(cancellations)
            case 1: .sequence(cancellations)
            case 2: .all(cancellations)
            default:
                .combine(
                    .sequence(cancellations[0], cancellations[1]), .combine(cancellations[2], cancellations[3]))
            }
        try await script.send(.init("stop", .sequence([step, .event(.init("stopped"))].compactMap { $0 })))
        for gate in [gates[1], gates[2], gates[0]] {
            try await script.send(.init("not yet"))
            gate.open()
            await idle()
        }
        let names = try await script.end()
        #expect(names == ["go", "go", "go", "stop", "not yet", "not yet", "not yet", "stopped", "end"])
    }

    @Test("C15 Steps after a wait are outside the macrostep, and its sender does not wait for them")
    func macrostep() async throws {
        let (gate, begun) = (Gate<Void>("the old one may return"), Counter())
        let old = SuspendingScript.Effect(id: "w") { _, _ in await gate.waitIgnoringCancellation() }
        let new = SuspendingScript.Effect(id: "w") { _, _ in begun.increment() }
        let proxy = SuspendingScript.Proxy()
        async let names = SuspendingScript.run(initialState: .init(), proxy: proxy)
        try await proxy.send(.init("go", old))
        try await proxy.send(.init("restart", .sequence(.cancelTask("w"), .event(.init("follows")), new)))
        try await proxy.send(.init("next"))
        #expect(begun.value == 0)
        gate.open()
        await idle()
        #expect(begun.value == 1)
        try await proxy.send(.init("end", ends: true))
        let processed = try await names
        #expect(processed == ["go", "restart", "next", "follows", "end"])
    }
}

// MARK: - Cut short

extension AwaitedCancellationTests {
    enum Interruption: CaseIterable, Sendable {
        case cancelTask, replacement, surroundings, awaitedCancellation, partFailed
        case terminal, cancel, failure, taskCancel

        var endsRun: Bool {
            switch self {
            case .terminal, .cancel, .failure, .taskCancel: true
            case .cancelTask, .replacement, .surroundings, .awaitedCancellation, .partFailed: false
            }
        }
    }

    @Test(
        "C17 A sequence that is cancelled while it waits begins no further step", arguments: Interruption.allCases,
        [false, true])
    func cutShort(interruption: Interruption, isObserved: Bool) async throws {
        let recorder = OperationRecorder()
        let (gate, failing) = (Gate<Void>("the old one may return"), Gate<Void>("it may fail"))
        let script = ScriptRun(isObserved: isObserved)
        try await script.send(.init("go", recorder.deaf("old", until: gate)))
        let waiting = Script.Effect.sequence(id: "s", .cancelTask("w"), recorder.brief("never"))
        let failingPart = Script.Effect { _, _ in
            try await failing.wait()
            throw Failure()
        }
        try await script.send(.init("restart", .combine(id: "around", waiting, failingPart).caught()))
        switch interruption {
        case .cancelTask: try await script.send(.init("x", .cancelTask("s")))
        case .replacement: try await script.send(.init("x", Script.Effect(id: "s") { _, _ in }))
        case .surroundings: try await script.send(.init("x", .cancelTask("around")))
        case .awaitedCancellation:
            try await script.send(.init("x", .sequence(.cancelTask("s"), .event(.init("stopped")))))
        case .partFailed:
            failing.open()
            await idle()
        case .terminal: try await script.send(.end)
        case .cancel: script.proxy.cancel()
        case .failure: try await script.send(.init("x", .failing("of another")))
        case .taskCancel: script.cancel()
        }
        await idle()
        #expect(!script.hasEnded, "the run does not wait for the old one")
        gate.open()
        await idle()
        #expect(recorder.entries == ["old begins", "old returns"])
        let outcome: Result<[String], any Error>
        if interruption.endsRun {
            outcome = await script.outcome()
        } else {
            outcome = .success(try await script.end())
        }
        switch (interruption, outcome) {
        case (.awaitedCancellation, .success(let names)):
            #expect(names == ["go", "restart", "x", "stopped", "end"])
        case (.partFailed, .success(let names)):
            #expect(names == ["go", "restart", "caught failure", "end"])
        case (.terminal, .success(let names)): #expect(names == ["go", "restart", "end"])
        case (_, .success(let names)): #expect(names == ["go", "restart", "x", "end"])
        case (.cancel, .failure(let error)): #expect(error as? TransducerError == .cancelled)
        case (.failure, .failure(let error)): #expect(error as? Failure == Failure(name: "of another"))
        case (_, .failure(let error)):
            #expect(interruption == .taskCancel && error is CancellationError)
        }
    }

    @Test(
        "C8 An exit effect waits for the operation whose identity it cancels or takes over", arguments: [false, true])
    func exitEffect(byReplacement: Bool) async throws {
        let (recorder, gate, script) = (OperationRecorder(), Gate<Void>("the old one may return"), ScriptRun())
        try await script.send(.init("go", recorder.deaf("old", until: gate)))
        let exit =
            byReplacement
            ? Script.Effect(id: "w", replacing: .afterReturn) { _, _ in await recorder.work("exit") {} }
            : .sequence(.cancelTask("w"), recorder.unnamed("exit"))
        try await script.send(.init("end", exit, ends: true))
        #expect(recorder.entries == ["old begins"] && !script.hasEnded)
        gate.open()
        let names = try await script.outcome().get()
        #expect(names == ["go", "end"])
        #expect(recorder.entries == ["old begins", "old returns", "exit begins", "exit returns"])
    }

    @Test func `C17 An operation has begun before an action behind it is awaited, also amid many cancellations`()
        async throws
    {
        let recorder = OperationRecorder()
        let (leave, begun) = (Gate<Void>("the cancelled may return"), Gate<Void>("the operation has begun"))
        let script = ScriptRun(isObserved: false)
        try await script.send(.init("crowd", .all((0..<70).map { recorder.deaf("old", until: leave, id: $0) })))
        let operation = Script.Effect { _, _ in begun.open() }
        let action = Script.Effect(action: { _ async throws in
            try await begun.wait()
            return .init("answered")
        })
        try await script.send(.init("go", .all((0..<70).map { .cancelTask($0) } + [operation, action])))
        leave.open()
        #expect(try await script.end().suffix(3) == ["go", "answered", "end"])
    }

    @Test("C6 C17 The steps after a wait are a separate macrostep with its own limit of action events")
    func macrostepEach() async throws {
        let recorder = OperationRecorder()
        let gate = Gate<Void>("the old one may return")
        let proxy = Script.Proxy(bufferSize: 32)
        async let names = Script.run(
            initialState: .init(), proxy: proxy, settings: RunSettings(actionLimit: 10))
        try proxy.send(.init("go", recorder.deaf("old", until: gate)))
        for number in 1...20 {
            try proxy.send(.init("wait", .sequence(.cancelTask("w"), .event(.init("\(number)")))))
        }
        await idle()
        gate.open()
        await idle()
        try proxy.send(.end)
        let heard = try await names.compactMap(Int.init)
        #expect(heard == Array(1...20))
    }

    @Test("C17 A child waits only for its own operations, and its wait ends when it departs", arguments: [false, true])
    func children(byReplacement: Bool) async throws {
        let recorder = OperationRecorder()
        let gates = (0...2).map { Gate<Void>("\($0) may return") }
        let proxy = ScriptComposite.Proxy(bufferSize: 16)
        async let log = ScriptComposite.run(initialState: .init(.a, .group, keys: [1, 2]), proxy: proxy)
        func restart(_ name: String) -> Script.Event {
            .init(
                "restart",
                byReplacement
                    ? recorder.brief(name, replacing: .afterReturn)
                    : .sequence(.cancelTask("w"), recorder.brief(name)))
        }
        try proxy.send(contentsOf: [
            .a(.init("go", recorder.deaf("a", until: gates[0]))),
            .group(1, .init("go", recorder.deaf("1", until: gates[1]))),
            .group(2, .init("go", recorder.deaf("2", until: gates[2]))),
        ])
        await idle()
        try proxy.send(contentsOf: [.a(restart("a new")), .group(1, restart("1 new")), .group(2, restart("2 new"))])
        await idle()
        try proxy.send(.remove(2))
        gates[1].open()
        await idle()
        #expect(recorder.entries.suffix(3) == ["1 returns", "1 new begins", "1 new returns"])
        gates[2].open()
        await idle()
        gates[0].open()
        await idle()
        #expect(!recorder.entries.contains("2 new begins"))
        #expect(recorder.entries.suffix(2) == ["a new begins", "a new returns"])
        try proxy.send(.end)
        let entries = try await log
        #expect(entries.suffix(2) == ["1 by 1 new", "a by a new"])
    }
}
