import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C15 Suspending input", .timeLimit(.minutes(20)))
struct SyncSuspendingProxyTests {
    @Test("C15 send returns when the whole macrostep is done, actions and outputs included")
    func macrostep() async throws {
        try await onOneExecutor {
            let trace = Recorder<String>()
            let proxy = Marionette.Proxy()
            let run = Task(executorPreference: DeterministicExecutor.current) {
                try await Marionette.run(
                    initialState: .init(), proxy: proxy,
                    output: Callback { names in
                        for _ in 0..<5 { await Task.yield() }
                        trace.record(names.last ?? "")
                    })
            }
            for number in 1...3 {
                let action = Marionette.Effect(action: { _ async throws in
                    await Task.yield()
                    return .init("action \(number)")
                })
                try await proxy.send(.init("\(number)", action))
                trace.record("sent \(number)")
            }
            try await proxy.send(.init("end", ends: true))
            let names = try await run.value
            #expect(names == ["1", "action 1", "2", "action 2", "3", "action 3", "end"])
            #expect(trace.values == (1...3).flatMap { ["\($0)", "action \($0)", "sent \($0)"] } + ["end"])
        }
    }

    @Test("C15 A sender is told when the machine ends first")
    func machineEndsFirst() async throws {
        let proxy = Marionette.Proxy(initialEvent: .init("end", ends: true))
        let sender = Task { @MainActor in try await proxy.send(.init("late")) }
        _ = try await Marionette.run(initialState: .init(), proxy: proxy)
        await #expect(throws: TransducerError.terminated) { try await sender.value }
        await #expect(throws: TransducerError.terminated) { try await proxy.input.send(.init("later")) }
    }

    @Test("C15 A sender is told when the machine fails within the macrostep of its event")
    func macrostepFails() async throws {
        try await onOneExecutor {
            let proxy = Marionette.Proxy()
            let run = Task(executorPreference: DeterministicExecutor.current) {
                try await Marionette.run(initialState: .init(), proxy: proxy)
            }
            let failing = Marionette.Effect(action: { _ in throw Failure() })
            await #expect(throws: TransducerError.macrostepUnfinished) { try await proxy.send(.init("fail", failing)) }
            await #expect(throws: Failure()) { try await run.value }
        }
    }

    @Test("C15 A sender that is cancelled returns at once, and an event that still waits is not processed")
    func senderCancelled() async throws {
        try await onOneExecutor {
            let (begun, released) = (Gate<Void>(), Gate<Void>())
            let busy = Marionette.Effect(action: { _ async throws in
                begun.open()
                try await released.wait()
                return .init("done")
            })
            let proxy = Marionette.Proxy()
            let run = Task(executorPreference: DeterministicExecutor.current) {
                try await Marionette.run(initialState: .init(), proxy: proxy)
            }
            let first = Task(executorPreference: DeterministicExecutor.current) {
                try await proxy.send(.init("busy", busy))
            }
            try await begun.wait()
            let second = Task(executorPreference: DeterministicExecutor.current) {
                try await proxy.send(.init("withdrawn"))
            }
            second.cancel()
            await #expect(throws: CancellationError.self) { try await second.value }
            first.cancel()
            await #expect(throws: CancellationError.self) { try await first.value }
            released.open()
            try await proxy.send(.init("end", ends: true))
            #expect(try await run.value == ["busy", "done", "end"])
        }
    }

    @Test("C15 Senders do not hang when the run never starts and the proxy is cancelled")
    func neverStarted() async throws {
        try await onOneExecutor {
            for _ in 0..<100 {
                let proxy = Marionette.Proxy(bufferSize: 2)
                let senders = (1...4).map { number in
                    Task(executorPreference: DeterministicExecutor.current) { try await proxy.send(.init("\(number)")) }
                }
                await Task.yield()
                proxy.cancel()
                for sender in senders {
                    await #expect(throws: TransducerError.terminated) { try await sender.value }
                }
            }
        }
    }

    @Test("C15 An operation that sends and is cancelled by the very macrostep it waits for goes on with an error")
    func cancelledByItsOwnEvent() async throws {
        try await onOneExecutor {
            let outcome = Recorder<String>()
            let operation = Marionette.Effect(id: "x") { _, input in
                do {
                    try await input.send(.init("cancel me", .cancelTask("x")))
                    outcome.record("sent")
                } catch is CancellationError { outcome.record("cancelled") }
            }
            let proxy = Marionette.Proxy(initialEvent: .init("go", operation))
            async let names = Marionette.run(initialState: .init(), proxy: proxy)
            while outcome.values.isEmpty { try await proxy.send(.init("tick")) }
            try await proxy.send(.init("end", ends: true))
            #expect(try await names.contains("cancel me"))
            #expect(outcome.values == ["cancelled"])
        }
    }

    @Test("C15 A pipe of suspending inputs hands everything on, in order, with nothing in between")
    func pipe() async throws {
        try await onOneExecutor {
            enum Pass: Transducer {
                typealias Proxy = SyncSuspendingProxy<Int>
                struct State: Terminable { var isTerminal = false }
                static func update(_ state: inout State, event: Int) -> Int {
                    state.isTerminal = event == 0
                    return event
                }
            }
            let (first, second) = (Pass.Proxy(bufferSize: 1), Pass.Proxy(bufferSize: 1))
            var received: [Int] = []
            async let producer = Pass.run(initialState: .init(), proxy: first, output: second.input)
            async let feeding: Void = first.send(contentsOf: Array((0...1_000).reversed()))
            try await Pass.run(initialState: .init(), proxy: second, output: Callback { received.append($0) })
            #expect(try await producer == 0)
            try await feeding
            #expect(received == (0...1_000).reversed())
        }
    }
}
