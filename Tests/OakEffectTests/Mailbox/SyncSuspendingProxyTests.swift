import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C15 Suspending input")
struct SyncSuspendingProxyTests {
    @Test("C15 `send` returns when the whole macrostep is done, actions and outputs included", .onOneExecutor)
    func macrostep() async throws {
        let trace = Recorder<String>()
        let proxy = SuspendingScript.Proxy()
        let run = Task {
            try await SuspendingScript.run(
                initialState: .init(), proxy: proxy,
                output: Callback { names in
                    for _ in 0..<5 { await Task.yield() }
                    trace.record(names.last ?? "")
                })
        }
        for number in 1...3 {
            let action = SuspendingScript.Effect(action: { _ async throws in
                await Task.yield()
                return .init("action \(number)")
            })
            try await proxy.send(.init("\(number)", action))
            trace.record("sent \(number)")
        }
        try await proxy.send(.init("end", ends: true))
        #expect(try await run.value == ["1", "action 1", "2", "action 2", "3", "action 3", "end"])
        #expect(trace.values == (1...3).flatMap { ["\($0)", "action \($0)", "sent \($0)"] } + ["end"])
    }

    @Test("C15 A sender receives an error when the machine ends first")
    func machineEndsFirst() async throws {
        let proxy = SuspendingScript.Proxy(initialEvent: .init("end", ends: true))
        let sender = Task { @MainActor in try await proxy.send(.init("late")) }
        _ = try await SuspendingScript.run(initialState: .init(), proxy: proxy)
        await #expect(throws: TransducerError.terminated) { try await sender.value }
        await #expect(throws: TransducerError.terminated) { try await proxy.input.send(.init("later")) }
    }

    @Test("C15 A sender receives an error when the machine fails within the macrostep of its event", .onOneExecutor)
    func macrostepFails() async throws {
        let proxy = SuspendingScript.Proxy()
        let run = SuspendingScript.start(proxy)
        let failing = SuspendingScript.Effect(action: { _ in throw Failure() })
        let error = await #expect(throws: TransducerError.macrostepUnfinished) {
            try await proxy.send(.init("fail", failing))
        }
        guard case .macrostepUnfinished(let cause)? = error else { return }
        #expect(cause.error as? Failure == Failure())
        await #expect(throws: Failure()) { try await run.value }
    }

    @Test("C15 A cancelled sender returns at once, and its waiting event is not processed", .onOneExecutor)
    func senderCancelled() async throws {
        let (begun, released) = (Gate<Void>(), Gate<Void>())
        let busy = SuspendingScript.Effect(action: { _ async throws in
            begun.open()
            try await released.wait()
            return .init("done")
        })
        let proxy = SuspendingScript.Proxy()
        let run = SuspendingScript.start(proxy)
        let first = Task { try await proxy.send(.init("busy", busy)) }
        try await begun.wait()
        let second = Task { try await proxy.send(.init("withdrawn")) }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        released.open()
        try await proxy.send(.init("end", ends: true))
        #expect(try await run.value == ["busy", "done", "end"])
    }

    @Test("C15 Senders do not hang when the proxy is cancelled before its run", .onOneExecutor)
    func neverStarted() async throws {
        for _ in 0..<100 {
            let proxy = SuspendingScript.Proxy(bufferSize: 2)
            let senders = (1...4).map { number in
                Task { try await proxy.send(.init("\(number)")) }
            }
            await Task.yield()
            proxy.cancel()
            for sender in senders {
                await #expect(throws: TransducerError.terminated) { try await sender.value }
            }
        }
    }

    @Test("C15 An operation that is cancelled by the macrostep it waits for receives an error", .onOneExecutor)
    func cancelledByItsOwnEvent() async throws {
        let outcome = Recorder<String>()
        let operation = SuspendingScript.Effect(id: "x") { _, input in
            do {
                try await input.send(.init("cancel me", .cancelTask("x")))
                outcome.record("sent")
            } catch is CancellationError { outcome.record("cancelled") }
        }
        let proxy = SuspendingScript.Proxy(initialEvent: .init("go", operation))
        async let names = SuspendingScript.run(initialState: .init(), proxy: proxy)
        while outcome.values.isEmpty { try await proxy.send(.init("tick")) }
        try await proxy.send(.init("end", ends: true))
        #expect(try await names.contains("cancel me"))
        #expect(outcome.values == ["cancelled"])
    }
}
