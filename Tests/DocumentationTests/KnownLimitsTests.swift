import Oak
import OakTesting
import TestSupport
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

    @Test("A machine whose action awaits its own input through a child task waits until it is cancelled")
    func awaitingItsOwnInput() async throws {
        let (suspended, suspension) = AsyncStream<Void>.makeStream()
        let proxy = SuspendingScript.Proxy()
        let waiting = SuspendingScript.Effect(action: { [input = proxy.input] _ in
            suspension.yield()
            async let sending: Void = input.send(.init("never"))
            try await sending
            return SuspendingScript.Event("never")
        })
        try InputPort(proxy.mailbox).send(.init("begin", waiting))
        let task = Task {
            var taken: [String] = []
            await #expect(throws: TransducerError.cancelled) {
                try await SuspendingScript.run(
                    initialState: .init(), proxy: proxy,
                    observer: .each(SuspendingScript.self) {
                        if case .eventTaken(let event, _) = $0 { taken.append(event.name) }
                    })
            }
            return taken
        }

        _ = await suspended.first { true }
        proxy.cancel()
        #expect(await task.value == ["begin"])
    }

    @Test("C11 A CancellationError from an operation that was not cancelled ends the run and names the effect")
    func errorOfSomebodyElsesCancellation() async throws {
        let shared = Task<Int, any Error> { throw CancellationError() }
        var failed: [EffectID?] = []
        let fetch = Script.Effect(id: "fetch") { _, _ in _ = try await shared.value }
        let proxy = Script.Proxy(initialEvent: .init("fetch", fetch))
        await #expect(throws: CancellationError.self) {
            try await Script.run(
                initialState: .init(), proxy: proxy,
                observer: ScriptObserver { occurrence in
                    if case .effectEnded(let effect, .some) = occurrence { failed.append(effect.id) }
                })
        }
        #expect(failed == [EffectID("fetch")])
        #expect(!Task.isCancelled)
        #expect(throws: TransducerError.terminated) { try proxy.send(.end) }
    }
}
