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
        case named, voidConstant, withoutFailure, voidWithoutFailure, typed, typedVoid, replacing, reference
        case mainActor, synchronous, withInput
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

        case .voidConstant: Effect(id: "x", { env in try await env.save() }, success: .saved, failure: Event.failed)

        case .withoutFailure: Effect(id: "x", { env in try await env.fetch() }, success: Event.fetched)
        case .voidWithoutFailure: Effect(id: "x", { env in try await env.save() }, success: .saved)
        case .typed:
            Effect(
                id: "x", { env throws(Refusal) in try await env.typed() }, success: Event.number, failure: Event.refused
            )
        case .typedVoid:
            Effect(
                id: "x", { env throws(Refusal) in try await env.typedVoid() }, success: .saved, failure: Event.refused)

        case .replacing:
            Effect(
                id: "x", replacing: .afterReturn, { env in try await env.fetch() }, success: Event.fetched,
                failure: Event.failed)
        case .reference: Effect(id: "x", fetch, success: Event.fetched, failure: Event.failed)

        case .mainActor:
            Effect(
                id: "x",
                { @MainActor env in
                    MainActor.assertIsolated()
                    return try await env.fetch()
                }, success: Event.fetched, failure: Event.failed)

        case .synchronous:
            Effect({ env in try env.error.map { throw $0 } ?? 5 }, success: Event.number, failure: Event.failed)
        case .withInput:
            Effect(id: "x", { env, input in try await env.fetch() }, success: Event.fetched, failure: Event.failed)
        }
    }
}

@Suite("C11 Operations whose result becomes an event")
struct AnswerTests {
    @Test(
        "C11 The result of an operation becomes its event, in every form", .interleaved, arguments: Quotes.Form.allCases
    )
    fileprivate func success(form: Quotes.Form) async throws {
        let processed = try await play(form, env: .init())
        #expect(processed.count == 3)
        #expect(["fetched quote", "number 1", "number 5", "saved"].contains(processed[1]), "\(processed)")
    }

    @Test(
        "C11 The error of an operation becomes its event, in every form that declares one", .interleaved,
        arguments: Quotes.Form.allCases)
    fileprivate func failure(form: Quotes.Form) async throws {
        let failure = Failure(name: "broken")
        switch form {
        case .withoutFailure, .voidWithoutFailure:
            await #expect(throws: failure) { try await play(form, env: .init(error: failure)) }
        default:
            let processed = try await play(form, env: .init(error: failure))
            let expected = [.typed: "refused 7", .typedVoid: "refused 8"][form] ?? "failed broken"
            #expect(processed.count == 3 && processed[1] == expected, "\(processed)")
        }
    }

    private func play(_ form: Quotes.Form, env: Quotes.Env) async throws -> [String] {
        let proxy = Quotes.Proxy(initialEvent: .ask(form))
        async let log = Quotes.run(initialState: .init(), proxy: proxy, env: env)
        await idle()
        try? proxy.send(.end)
        return try await log
    }

    @Test("C20 An operation with an event for its result is inspected as an operation with the given identity")
    func inspection() {
        let named = Script.Effect(id: "x", { _ in 1 }, success: { .init("\($0)") })
        #expect(named.kind == .operation && named.id == EffectID("x"))
        let unnamed = Script.Effect({ _ in }, success: .end)
        #expect(unnamed.kind == .operation && unnamed.id == nil && unnamed.events.isEmpty)
    }

    @Test("C11 The event of a result follows all events sent before the operation returned")
    func behindWhatWasSent() async throws {
        await explore(seeds: Effort.seeds(100)) {
            let proxy = Script.Proxy(bufferSize: 2)
            async let names = Script.run(initialState: .init(), proxy: proxy)
            let answering = Script.Effect(
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

    @Test("C19 A sequence continues once the event of a result and its action events are processed", .interleaved)
    func sequence() async throws {
        let answering = Script.Effect(
            { _ in 7 },
            success: { number in .init("\(number)", .events([.init("a", .event(.init("a'"))), .init("b")])) })
        let failing = Script.Effect(
            { _ in throw Failure() }, success: .end,
            failure: { (_: any Error) in .init("failed", .event(.init("c"))) })
        let names = try await Script.play(.init("go", .sequence(answering, failing, answering, .event(.end))))
        let once = ["7", "a", "a'", "b"]
        #expect(names == ["go"] + once + ["failed", "c"] + once + ["end"])
    }

    enum Cancellation: CaseIterable, Sendable { case cancelTask, replacement, composition }

    @Test(
        "C18 The result of a cancelled operation is dropped, even when the operation has returned", .interleaved,
        arguments: Cancellation.allCases, [false, true])
    func cancelled(cancellation: Cancellation, fails: Bool) async throws {
        let (stall, returned) = (Stall(), Counter())
        func answering(id: String, after wait: @escaping @Sendable () async -> Void = {}) -> Script.Effect {
            Script.Effect(
                id: id,
                { _ in
                    await wait()
                    returned.increment()
                    if fails { throw Failure() }
                    return 1
                }, success: { .init("stale \($0)") }, failure: { (_: any Error) in .init("stale") })
        }
        let deaf = answering(id: "y") { try? await Gate<Void>().wait() }
        let cancelling: Script.Effect? =
            switch cancellation {
            case .cancelTask: .all([.cancelTask("x"), .cancelTask("y")])
            case .replacement: .all([Script.Effect(id: "x") { _, _ in }, Script.Effect(id: "y") { _, _ in }])
            case .composition: .cancelTask("all")
            }
        let proxy = Script.Proxy()
        async let names = Script.run(initialState: .init(), proxy: proxy)
        try proxy.send(.init("go", .combine(id: "all", answering(id: "x"), deaf)))
        try proxy.send(.init("hold", .all(stall.effect, .event(.init("cancel", cancelling)))))
        await idle()
        #expect(returned.value == 1)
        stall.over.open()
        await idle()
        try proxy.send(.end)
        let processed = try await names
        #expect(returned.value == 2)
        #expect(processed == ["go", "hold", "resumed", "cancel", "end"])
    }
}
