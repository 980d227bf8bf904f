import Oak
import Testing

/// The edge cases of the articles, in which a user might expect something else.
@Suite("Known limits are as documented")
struct KnownLimitsTests {
    enum Meter: Transducer {
        struct State: NonTerminal { var count = 0 }
        enum Event: Sendable { case step }
        typealias Output = Int

        static func initialOutput(initialState: State) -> Int? { initialState.count }

        static func update(_ state: inout State, event: Event) -> Int {
            state.count += 1
            return state.count
        }
    }

    @Test("A run cancelled before it begins delivers nothing, not even the initial output")
    func cancelledBeforeItBegins() async throws {
        let proxy = Meter.Proxy(initialEvent: .step)
        proxy.cancel()
        var outputs: [Int] = []
        await #expect(throws: TransducerError.cancelled) {
            try await Meter.run(initialState: .init(), proxy: proxy, output: Callback { outputs.append($0) })
        }
        #expect(outputs.isEmpty)
    }

    @Test("A run whose proxies are released continues until it is cancelled")
    func releasedProxies() async throws {
        let (outputs, delivery) = AsyncStream<Int>.makeStream()
        let task = Task {
            try await Meter.run(
                initialState: .init(), proxy: Meter.Proxy(initialEvent: .step),
                output: Callback { delivery.yield($0) })
        }
        // The only event has been processed, and no proxy is left to send another.
        #expect(await outputs.first { $0 == 1 } == 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    enum SelfWaitingMachine: EffectTransducer {
        struct State: NonTerminal { var events = 0 }
        enum Event: Sendable { case begin, never }
        typealias Proxy = SyncSuspendingProxy<Event>
        struct Env: Sendable {
            let input: SelfWaitingMachine.Proxy.Input
            let suspends: @Sendable () -> Void
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            state.events += 1
            switch event {
            case .begin:
                return Effect(action: { env in
                    env.suspends()
                    async let sending: Void = env.input.send(.never)
                    try await sending
                    return .never
                })
            case .never: return nil
            }
        }
    }

    @Test("A machine whose action awaits its own input through a child task waits until it is cancelled")
    func awaitingItsOwnInput() async throws {
        let proxy = SelfWaitingMachine.Proxy(initialEvent: .begin)
        let (suspended, suspension) = AsyncStream<Void>.makeStream()
        let env = SelfWaitingMachine.Env(input: proxy.input, suspends: { suspension.yield() })
        let task = Task {
            var taken: [SelfWaitingMachine.Event] = []
            await #expect(throws: TransducerError.cancelled) {
                try await SelfWaitingMachine.run(
                    initialState: .init(), proxy: proxy, env: env,
                    observer: .each(SelfWaitingMachine.self) {
                        if case .eventTaken(let event, _) = $0 { taken.append(event) }
                    })
            }
            return taken
        }

        _ = await suspended.first { true }
        proxy.cancel()
        #expect(await task.value == [.begin])
    }

    enum SharedTaskMachine: EffectTransducer {
        enum State { case idle, waiting }
        enum Event: Sendable { case fetch, fetched(Int), giveUp }
        struct Env: Sendable { let shared: Task<Int, any Error> }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .fetch:
                state = .waiting
                return Effect(id: "fetch") { env, input in try input.send(.fetched(try await env.shared.value)) }
            case .fetched:
                state = .idle
                return nil
            case .giveUp:
                return .cancelTask("fetch")
            }
        }
    }

    @Test("C11 A CancellationError from an operation that was not cancelled ends the run and names the effect")
    func errorOfSomebodyElsesCancellation() async throws {
        let shared = Task<Int, any Error> { throw CancellationError() }
        var failed: [EffectID?] = []
        let proxy = SharedTaskMachine.Proxy(initialEvent: .fetch)
        await #expect(throws: CancellationError.self) {
            try await SharedTaskMachine.run(
                initialState: .idle, proxy: proxy, env: SharedTaskMachine.Env(shared: shared),
                observer: .each(SharedTaskMachine.self) { occurrence in
                    if case .effectEnded(let effect, .some) = occurrence { failed.append(effect.id) }
                })
        }
        #expect(failed == [EffectID("fetch")])
        #expect(!Task.isCancelled)
        #expect(throws: TransducerError.terminated) { try proxy.send(.fetch) }
    }

    @Test("C11 A cancelled operation may throw any error")
    func errorsOfCancelledOperations() async throws {
        let (never, signal) = AsyncStream<Int>.makeStream()
        defer { signal.finish() }
        let shared = Task<Int, any Error> {
            for await number in never { return number }
            throw TransducerError.outputAbandoned
        }
        let proxy = SharedTaskMachine.Proxy()
        try proxy.send(contentsOf: [.fetch, .giveUp])
        await #expect(throws: TransducerError.cancelled) {
            try await SharedTaskMachine.run(
                initialState: .idle, proxy: proxy, env: SharedTaskMachine.Env(shared: shared),
                observer: .each(SharedTaskMachine.self) { occurrence in
                    switch occurrence {
                    case .effectCancelled: shared.cancel()
                    case .effectEnded(let effect, _) where effect.kind == .operation: proxy.cancel()
                    case .effectEnded, .runStarted, .eventTaken, .eventPostponed, .eventUnexpected, .transition,
                        .output, .effectStarted, .effectOverdue,
                        .sendRejected, .runEnded:
                        break
                    }
                })
        }
    }
}
