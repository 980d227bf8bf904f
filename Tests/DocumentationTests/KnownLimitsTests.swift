import Oak
import Testing

/// What the articles say about the edges: cases in which a user might expect something else.
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

    @Test("A run in a task that was cancelled before delivers nothing and throws CancellationError")
    func taskCancelledBeforeItBegins() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var outputs: [Int] = []
            await #expect(throws: CancellationError.self) {
                try await Meter.run(initialState: .init(), output: Callback { outputs.append($0) })
            }
            return outputs
        }
        #expect(await task.value.isEmpty)
    }

    @Test("A run whose proxies are all released goes on until it is cancelled")
    func releasedProxies() async throws {
        let (outputs, delivery) = AsyncStream<Int>.makeStream()
        let task = Task {
            try await Meter.run(
                initialState: .init(), proxy: Meter.Proxy(initialEvent: .step),
                output: Callback { delivery.yield($0) })
        }
        // The only event has been processed, and there is nobody to send another.
        #expect(await outputs.first { $0 == 1 } == 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A mailbox of zero or less accepts no event but the initial one", arguments: [0, -1])
    func noRoom(bufferSize: Int) async throws {
        let proxy = Meter.Proxy(bufferSize: bufferSize, initialEvent: .step)
        #expect(throws: TransducerError.bufferOverflow) { try proxy.send(.step) }
        #expect(throws: TransducerError.bufferOverflow) { try proxy.send(contentsOf: [.step]) }
        await #expect(throws: TransducerError.bufferOverflow) { try await proxy.sendWhenRoom(.step) }

        var outputs: [Int] = []
        await #expect(throws: TransducerError.cancelled) {
            try await Meter.run(
                initialState: .init(), proxy: proxy,
                output: Callback { count in
                    outputs.append(count)
                    if count == 1 { proxy.cancel() }
                })
        }
        #expect(outputs == [0, 1])
    }

    enum Waiter: EffectTransducer {
        struct State: NonTerminal { var events = 0 }
        enum Event: Sendable { case begin, never }
        typealias Proxy = SyncSuspendingProxy<Event>
        struct Env: Sendable {
            let input: Waiter.Proxy.Input
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

    @Test("A machine whose action awaits its own input by way of a task stands still until it is cancelled")
    func awaitingItsOwnInput() async throws {
        let proxy = Waiter.Proxy(initialEvent: .begin)
        let (suspended, suspension) = AsyncStream<Void>.makeStream()
        let env = Waiter.Env(input: proxy.input, suspends: { suspension.yield() })
        let task = Task { try await Waiter.run(initialState: .init(), proxy: proxy, env: env) }

        _ = await suspended.first { true }
        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await task.value }
    }
}
