import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C12 Cancelling the machine", .onOneExecutor)
struct CancellationTests {
    enum Place: CaseIterable { case idle, action, isolatedAction, subject, asyncSubject }
    enum Means: CaseIterable { case proxy, proxyWithError, task }

    @Test(
        "C12 A cancelled run ends promptly wherever it is suspended, with the error of the cancellation",
        arguments: Place.allCases, Means.allCases)
    func cancelWhileSuspended(place: Place, means: Means) async throws {
        let suspended = Gate<Void>()
        let forever: @Sendable () async throws -> Void = {
            suspended.open()
            try await Gate<Void>().wait()
        }
        let proxy = Script.Proxy()
        let run = Task {
            let result: Result<[String], any Error>
            do {
                result = .success(
                    try await Script.run(
                        initialState: .init(), proxy: proxy,
                        output: Callback { (_: [String]) async throws in
                            if place == .idle { suspended.open() }
                            if place == .subject { try await forever() }
                            if place == .asyncSubject { await suspendIgnoringOutcome(forever) }
                        }))
            } catch { result = .failure(error) }
            return (result, isCancelled: Task.isCancelled)
        }
        switch place {
        case .idle, .subject, .asyncSubject: try proxy.send(.init("x"))
        case .action:
            try proxy.send(
                .init(
                    "x",
                    Script.Effect(action: { _ async throws in
                        try await forever()
                        return .init("never")
                    })))
        case .isolatedAction:
            try proxy.send(
                .init(
                    "x",
                    Script.Effect(isolatedAction: { _, _ async throws in
                        try await forever()
                        return .init("never")
                    })))
        }
        try await suspended.wait()
        switch means {
        case .proxy: proxy.cancel()
        case .proxyWithError: proxy.cancel(with: Failure())
        case .task: run.cancel()
        }
        proxy.cancel(with: Failure(name: "too late"))
        let (result, isCancelled) = await run.value
        #expect(isCancelled == (means == .task))
        let error = #expect(throws: (any Error).self) { try result.get() }
        switch means {
        case .proxy: #expect(error as? TransducerError == .cancelled)
        case .proxyWithError: #expect(error as? Failure == Failure())
        case .task: #expect(error is CancellationError)
        }
    }

    @Test(
        "C12 A run that is cancelled while its last output is delivered ends with the error of the cancellation",
        arguments: [false, true], [false, true])
    func cancelledDuringLastDelivery(suspends: Bool, hasExitEffect: Bool) async throws {
        let exitEffect = hasExitEffect ? Script.Effect { _, _ in } : nil
        let proxy = Script.Proxy(initialEvent: .init("end", exitEffect, ends: true))
        let subject =
            suspends
            ? Callback { (_: [String]) async in
                proxy.cancel()
                await Task.yield()
            } : Callback { (_: [String]) in proxy.cancel() }
        await #expect(throws: TransducerError.cancelled) {
            try await Script.run(initialState: .init(), proxy: proxy, output: subject)
        }
    }

    @Test("C12 A run that is cancelled before it begins takes no event and has no output")
    func cancelledBeforeItBegins() async throws {
        let proxy = Script.Proxy(initialEvent: .end)
        proxy.cancel()
        #expect(throws: TransducerError.terminated) { try proxy.send(.end) }
        var outputs = 0
        await #expect(throws: TransducerError.cancelled) {
            try await Script.run(initialState: .init(), proxy: proxy, output: Callback { _ in outputs += 1 })
        }
        #expect(outputs == 0)
        await #expect(throws: TransducerError.proxyAlreadyInUse) {
            try await Script.run(initialState: .init(), proxy: proxy)
        }

        let task = Task {
            await suspendIgnoringOutcome { try await Gate<Void>().wait() }
            return try await Script.run(initialState: .init(), proxy: Script.Proxy(initialEvent: .end))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("C12 Cancelling the machine cancels its exit effect")
    func cancelledDuringExit() async throws {
        let started = Gate<Void>()
        let exit = Script.Effect { _, _ in
            started.open()
            try await Gate<Void>().wait()
        }
        let proxy = Script.Proxy(initialEvent: .init("end", exit, ends: true))
        let run = Script.start(proxy)
        try await started.wait()
        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await run.value }
    }

    @Test("C12 An endless chain of action events can be cancelled", .realThreads)
    func endlessChain() async throws {
        enum Endless: EffectTransducer {
            struct State: NonTerminal { let begun: Gate<Void> }
            enum Event { case again }
            static func update(_ state: inout State, event: Event) -> Effect? {
                state.begun.open()
                return .event(.again)
            }
        }
        let begun = Gate<Void>()
        let proxy = Endless.Proxy(initialEvent: .again)
        let run = Task {
            try await Endless.run(
                initialState: .init(begun: begun), proxy: proxy, settings: RunSettings(actionLimit: .max))
        }
        try await begun.wait()
        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await run.value }
    }
}

private func suspendIgnoringOutcome(_ body: () async throws -> Void) async {
    do { try await body() } catch {}
}
