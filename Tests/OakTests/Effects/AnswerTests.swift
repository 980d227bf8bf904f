import Oak
import OakTesting
import TestSupport
import Testing

/// Asks for everything there is, in every way in which an operation can be written in one line.
private enum Quotes: EffectTransducer {
    enum Event: Sendable {
        case ask(Form), fetched(String), number(Int), saved, failed(any Error), refused(Refusal), end

        var text: String {
            switch self {
            case .ask: "ask"
            case .fetched(let text): "fetched \(text)"
            case .number(let number): "number \(number)"
            case .saved: "saved"
            case .failed(let error): "failed \((error as? Failure)?.name ?? "?")"
            case .refused(let refusal): "refused \(refusal.code)"
            case .end: "end"
            }
        }
    }
    enum Form: CaseIterable, Sendable {
        case named, unnamed, closure, statements, voidConstant, voidNamed, voidFailure, withoutFailure,
            voidWithoutFailure
        case typed, typedVoid, typedClosure, replacing, reference, typedReference, mainActor, mainActorVoid, synchronous
        case withInput, withInputInStatements
    }
    struct Refusal: Error { let code: Int }
    struct Env: Sendable {
        var error: Failure?
        func fetch() async throws -> String {
            await Task.yield()
            if let error { throw error }
            return "quote"
        }
        func save() async throws { if let error { throw error } }
        func typed() async throws(Refusal) -> Int {
            if error != nil { throw Refusal(code: 7) }
            return 1
        }
        func typedVoid() async throws(Refusal) { if error != nil { throw Refusal(code: 8) } }
    }
    struct State: Terminable {
        var log: [String] = []
        var isTerminal = false
    }
    typealias Output = [String]

    static func fetch(_ env: Env) async throws -> String { try await env.fetch() }
    static func typed(_ env: Env) async throws(Refusal) -> Int { try await env.typed() }

    static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
        state.log.append(event.text)
        switch event {
        case .ask(let form): return (effect(form), state.log)
        case .end:
            state.isTerminal = true
            return (nil, state.log)
        case .fetched, .number, .saved, .failed, .refused: return (nil, state.log)
        }
    }

    private static func effect(_ form: Form) -> Effect {
        switch form {
        case .named: Effect(id: "x", { env in try await env.fetch() }, success: Event.fetched, failure: Event.failed)
        case .unnamed: Effect({ env in try await env.fetch() }, success: Event.fetched, failure: Event.failed)
        case .closure:
            Effect(
                id: 1, { env in try await env.fetch() }, success: { .fetched($0) }, failure: { error in .failed(error) }
            )
        case .statements:
            Effect(
                id: 2,
                { env in
                    let quote = try await env.fetch()
                    await Task.yield()
                    return quote
                }, success: Event.fetched, failure: Event.failed)
        case .voidConstant: Effect(id: "x", { env in try await env.save() }, success: .saved, failure: Event.failed)
        case .voidNamed:
            Effect(id: "x", { env in try await env.save() }, success: Event.saved, failure: { .failed($0) })
        case .voidFailure: Effect({ env in try await env.save() }, success: .saved, failure: Event.failed)
        case .withoutFailure: Effect(id: "x", { env in try await env.fetch() }, success: Event.fetched)
        case .voidWithoutFailure: Effect(id: "x", { env in try await env.save() }, success: .saved)
        case .typed:
            Effect(
                id: "x", { env throws(Refusal) in try await env.typed() }, success: Event.number, failure: Event.refused
            )
        case .typedVoid:
            Effect(
                id: "x", { env throws(Refusal) in try await env.typedVoid() }, success: .saved, failure: Event.refused)
        case .typedClosure:
            Effect(
                { env throws(Refusal) in try await env.typed() }, success: { .number($0) },
                failure: { refusal in .refused(Refusal(code: refusal.code)) })
        case .replacing:
            Effect(
                id: "x", replacing: .afterReturn, { env in try await env.fetch() }, success: Event.fetched,
                failure: Event.failed)
        case .reference: Effect(id: "x", fetch, success: Event.fetched, failure: Event.failed)
        case .typedReference: Effect(id: "x", typed, success: Event.number, failure: Event.refused)
        case .mainActor:
            Effect(
                id: "x",
                { @MainActor env in
                    MainActor.assertIsolated()
                    return try await env.fetch()
                }, success: Event.fetched, failure: Event.failed)
        case .mainActorVoid:
            Effect(
                { @MainActor env in
                    MainActor.assertIsolated()
                    try await env.save()
                }, success: .saved, failure: Event.failed)
        case .synchronous:
            Effect({ env in try env.error.map { throw $0 } ?? 5 }, success: Event.number, failure: Event.failed)
        case .withInput:
            Effect(id: "x", { env, input in try await env.fetch() }, success: Event.fetched, failure: Event.failed)
        case .withInputInStatements:
            Effect(
                id: "x",
                { env, input in
                    let quote = try await env.fetch()
                    _ = input
                    return quote
                }, success: Event.fetched, failure: Event.failed)
        }
    }

    static func isTyped(_ form: Form) -> Bool {
        switch form {
        case .typed, .typedVoid, .typedClosure, .typedReference: true
        case .named, .unnamed, .closure, .statements, .voidConstant, .voidNamed, .voidFailure, .withoutFailure,
            .voidWithoutFailure, .replacing, .reference, .mainActor, .mainActorVoid, .synchronous, .withInput,
            .withInputInStatements:
            false
        }
    }
}

@Suite("C11 Operations in one line", .timeLimit(.minutes(20)))
struct AnswerTests {
    @Test("C11 The result of an operation is its event, in every form", arguments: Quotes.Form.allCases)
    fileprivate func success(form: Quotes.Form) async throws {
        let processed = try await play(form, env: .init())
        #expect(processed.count == 3)
        #expect(["fetched quote", "number 1", "number 5", "saved"].contains(processed[1]), "\(processed)")
    }

    @Test("C11 The error of an operation is its event, in every form that says so", arguments: Quotes.Form.allCases)
    fileprivate func failure(form: Quotes.Form) async throws {
        let failure = Failure(name: "broken")
        switch form {
        case .withoutFailure, .voidWithoutFailure:
            await #expect(throws: failure) { try await play(form, env: .init(error: failure)) }
        default:
            let processed = try await play(form, env: .init(error: failure))
            let expected = Quotes.isTyped(form) ? ["refused 7", "refused 8"] : ["failed broken"]
            #expect(processed.count == 3 && expected.contains(processed[1]), "\(processed)")
        }
    }

    private func play(_ form: Quotes.Form, env: Quotes.Env) async throws -> [String] {
        try await interleave(seed: 1) {
            let proxy = Quotes.Proxy(initialEvent: .ask(form))
            async let log = Quotes.run(initialState: .init(), proxy: proxy, env: env)
            await idle()
            try? proxy.send(.end)
            return try await log
        }
    }

    @Test("C20 An operation in one line is an operation, and has the identity that it was given")
    func inspection() {
        let named = Puppet.Effect(id: "x", { _ in 1 }, success: { .init("\($0)") })
        #expect(named.kind == .operation && named.id == EffectID("x"))
        let unnamed = Puppet.Effect({ _ in }, success: .end)
        #expect(unnamed.kind == .operation && unnamed.id == nil && unnamed.events.isEmpty)
    }

    @Test("C11 The answer comes behind everything that was sent before the operation returned")
    func behindWhatWasSent() async throws {
        await explore(seeds: 1...200) {
            let proxy = Puppet.Proxy(bufferSize: 2)
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            let answering = Puppet.Effect(
                id: "x",
                { _ in
                    for number in 1...5 { try await proxy.sendWaitingForRoom(.init("sent \(number)")) }
                    try await proxy.sendWaitingForRoom(.init("sent 6"))
                }, success: .init("answer", .event(.end)))
            try await proxy.sendWaitingForRoom(.init("go", answering))
            let processed = try await names
            expectThat(processed == ["go"] + (1...6).map { "sent \($0)" } + ["answer", "end"], "\(processed)")
        }
    }

    @Test("C19 A sequence waits until the answer is processed, and all that follows from it")
    func sequence() async throws {
        try await interleave(seed: 1) {
            let answering = Puppet.Effect(
                { _ in 7 },
                success: { number in .init("\(number)", .events([.init("a", .event(.init("a'"))), .init("b")])) })
            let failing = Puppet.Effect(
                { _ in throw Failure() }, success: .end,
                failure: { (_: any Error) in .init("failed", .event(.init("c"))) })
            let names = try await Puppet.play(.init("go", .sequence(answering, failing, answering, .event(.end))))
            let once = ["7", "a", "a'", "b"]
            expectThat(names == ["go"] + once + ["failed", "c"] + once + ["end"], "\(names)")
        }
    }

    enum Cancellation: CaseIterable, Sendable { case cancelTask, replacement, composition }

    @Test(
        "C18 The answer of a cancelled operation is silent, also when it has returned",
        arguments: Cancellation.allCases, [false, true])
    func cancelled(cancellation: Cancellation, fails: Bool) async throws {
        try await interleave(seed: 1) {
            let (stall, returned) = (Stall(), Counter())
            let answering = Puppet.Effect(
                id: "x",
                { _ in
                    returned.increment()
                    if fails { throw Failure() }
                    return 1
                }, success: { .init("stale \($0)") }, failure: { (_: any Error) in .init("stale") })
            let deaf = Puppet.Effect(
                id: "y",
                { _ in
                    try? await Gate<Void>().wait()
                    returned.increment()
                    if fails { throw Failure() }
                    return 1
                }, success: { .init("stale \($0)") }, failure: { (_: any Error) in .init("stale") })
            let cancelling: Puppet.Effect? =
                switch cancellation {
                case .cancelTask: .all([.cancelTask("x"), .cancelTask("y")])
                case .replacement: .all([Puppet.Effect(id: "x") { _, _ in }, Puppet.Effect(id: "y") { _, _ in }])
                case .composition: .cancelTask("all")
                }
            let proxy = Puppet.Proxy()
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            try proxy.send(.init("go", .combine(id: "all", answering, deaf)))
            try proxy.send(.init("hold", .all(stall.effect, .event(.init("cancel", cancelling)))))
            await idle()
            expectThat(returned.value == 1)
            stall.over.open()
            await idle()
            try proxy.send(.end)
            let processed = try await names
            expectThat(returned.value == 2)
            expectThat(processed == ["go", "hold", "resumed", "cancel", "end"], "\(processed)")
        }
    }

    @Test("C7 Machines that take many answers let others on their actor have their turn")
    func fairness() async throws {
        try await interleave(seed: 1) {
            let taken = Counter()
            let others = Recorder<Int>()
            let released = Gate<Void>("they may answer")
            let operations = (1...10_000).map { _ in
                Puppet.Effect({ _ in try await released.wait() }, success: .init("answer"))
            }
            let stall = Stall()
            let observer = Watch {
                if case .eventTaken(let event, _) = $0, event.name == "answer" { taken.increment() }
            }
            let effect = Puppet.Effect.all(operations + [stall.effect])
            let proxy = Puppet.Proxy(initialEvent: .init("go", effect))
            async let names = Puppet.run(initialState: .init(), proxy: proxy, observer: observer)
            await idle()
            released.open()
            await idle()
            // Beside the machine, and whenever it is its turn.
            let other = Task(executorPreference: DeterministicExecutor.current) {
                while taken.value < 10_000 {
                    others.record(taken.value)
                    await Task.yield()
                }
            }
            stall.over.open()
            await other.value
            await idle()
            try proxy.send(.end)
            _ = try await names
            expectThat(others.values.contains { $0 > 0 }, "nobody had a turn between the first answer and the last")
        }
    }
}

/// A machine whose environment may be sent while its events may not.
private enum Local: EffectTransducer {
    final class Box {
        var text: String
        init(_ text: String) { self.text = text }
    }
    enum Event { case ask, got(Box) }
    struct State: Terminable {
        var text = ""
        var isTerminal = false
    }
    typealias Output = String

    static func update(_ state: inout State, event: Event) -> (Effect?, String) {
        switch event {
        case .ask: return (Effect(id: "x", { _ in "text" }, success: { .got(Box($0)) }), "")
        case .got(let box):
            state = State(text: box.text, isTerminal: true)
            return (nil, box.text)
        }
    }
}

extension AnswerTests {
    @Test("C21 Answers may be events that are not sendable")
    func notSendable() async throws {
        let proxy = Local.Proxy(initialEvent: .ask)
        #expect(try await Local.run(initialState: .init(), proxy: proxy) == "text")
    }
}
