import Oak
import OakGraph
import Testing

@Suite("C29 Failures that nothing is said about")
struct UnhandledFailureTests {
    @Test(
        "C29 The standard checks name an operation that can fail and does not say what follows",
        arguments: Call.allCases)
    func named(call: Call) {
        let graph = StateGraph(
            of: Caller.self, from: [.init()], events: Alphabet([.call(call), .heard]).includingAnswers())
        let findings = graph.check().findings.filter { $0.subject == .check(.unhandledFailures) }
        #expect(findings.count == (call.isNamed ? 1 : 0), "\(findings)")
        for finding in findings { #expect("\(finding)".contains("would end the run")) }
    }
}

/// The ways to write a call of a service.
enum Call: CaseIterable, Sendable {
    case closure, longClosure, function, calmFunction, caught, calmClosure, withFailure, withCatch, typed
    case retry, retryWithFailure, stream, throwingStream, withInput, ofStatedChild, ofHandledChild, ofRow

    var isNamed: Bool {
        switch self {
        case .closure, .longClosure, .function, .typed, .retry, .throwingStream: true
        case .calmFunction, .caught, .calmClosure, .withFailure, .withCatch, .retryWithFailure, .stream, .withInput,
            .ofStatedChild, .ofHandledChild, .ofRow:
            false
        }
    }
}

private enum Caller: CompositeTransducer {
    struct State: NonTerminal, Hashable {
        var called: Call?
        var rows: Children<Int, Service.State> = [1: .init()]
    }
    enum Event: Hashable, Sendable { case call(Call), heard, service(Service.Event), row(Int, Service.Event) }
    struct Env: Sendable {
        var load: @Sendable () async throws -> Int = { 1 }
        var calm: @Sendable () async -> Int = { 1 }
    }
    struct Trouble: Error {}

    static let stated = child("stated", Service.self, event: Event.service, failure: .endsTheRun)
    static let handled = child("handled", Service.self, event: Event.service, failure: { _ in .heard })
    static let rows = children("rows", Service.self, event: Event.row, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        stated
        handled
        rows(state.rows)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        guard case .call(let call) = event else {
            state.called = nil
            return nil
        }
        state.called = call
        var service = Service.State()
        switch call {
        case .closure: return Effect(id: "call", { env in try await env.load() }, success: { _ in .heard })
        case .longClosure:
            return Effect(
                id: "call",
                { env in
                    let number = try await env.load()
                    return number + 1
                }, success: { _ in .heard })
        case .function: return Effect(id: "call", load, success: { _ in .heard })
        case .calmFunction: return Effect(id: "call", stayCalm, success: { _ in .heard })
        case .caught: return Effect(id: "call", { env in (try? await env.load()) ?? 0 }, success: { _ in .heard })
        case .calmClosure: return Effect(id: "call", { env in await env.calm() }, success: { _ in .heard })
        case .withFailure:
            return Effect(
                id: "call", { env in try await env.load() }, success: { _ in .heard }, failure: { _ in .heard })
        case .withCatch:
            return .sequence(Effect(id: "call", { env in try await env.load() }, success: { _ in .heard }))
                .catch { _ in .heard }
        case .typed: return Effect(id: "call", fail, success: .heard)
        case .retry:
            return .retry(
                id: "call", attempts: 2, backoff: .none, { env in try await env.load() }, success: { _ in .heard })
        case .retryWithFailure:
            return .retry(
                id: "call", attempts: 2, backoff: .none, { env in try await env.load() }, success: { _ in .heard },
                failure: { _ in .heard })
        case .stream: return .stream(id: "call", { _ in AsyncStream<Int> { nil } }, event: { _ in .heard })
        case .throwingStream:
            return .stream(id: "call", { _ in AsyncThrowingStream<Int, any Error> { nil } }, event: { _ in .heard })
        case .withInput: return Effect(id: "call") { _, input in try input.send(.heard) }
        case .ofStatedChild: return stated.step(&service, .call).effect
        case .ofHandledChild: return handled.step(&service, .call).effect
        case .ofRow: return rows.route(&state.rows, 1, .call)
        }
    }

    @Sendable private static func load(_ env: Env) async throws -> Int { try await env.load() }
    @Sendable private static func stayCalm(_ env: Env) async -> Int { 1 }
    @Sendable private static func fail(_ env: Env) async throws(Trouble) { throw Trouble() }
}

private enum Service: EffectTransducer {
    struct State: NonTerminal, Hashable {}
    enum Event: Hashable, Sendable { case call, answered }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .call: Effect(id: "service", { _ in try Task.checkCancellation() }, success: .answered)
        case .answered: nil
        }
    }
}
