import Oak
import OakTesting
import TestSupport
import Testing

@Suite("Server hosts")
struct TransducerHostTests {
    @Test("The state follows the events, and the last output is the value of the host")
    func follows() async throws {
        let host = TransducerHost(of: HostedMachine.self, initialState: .init(numbers: [0]), env: .init())
        #expect(await host.state.numbers == [0])
        try host.send(.note(1))
        try host.input.send(.note(2))
        try host.proxy.send(.end)
        #expect(try await host.value == 3)
        #expect(await host.state.numbers == [0, 1, 2])
        #expect(throws: TransducerError.terminated) { try host.send(.end) }
    }

    @Test("Every kind of machine runs in a host")
    func kinds() async throws {
        let sum = TransducerHost(of: Sum.self, initialState: .init())
        try sum.proxy.send(contentsOf: [.add(2), .add(3), .end])
        #expect(try await sum.value == 5)
        let script = TransducerHost(
            of: Script.self, initialState: .init(), proxy: .init(initialEvent: .init("go", .event(.end))))
        #expect(try await script.value == ["go", "end"])
        let both = TransducerHost(
            of: Parallel<Sum, Sum>.self, initialState: .init(.init(), .init()), env: .init((), ()))
        try both.proxy.send(contentsOf: [.first(.add(1)), .second(.add(2)), .first(.end), .second(.end)])
        let outputs = try await both.value
        #expect([outputs.first, outputs.second] == [1, 2])
        let suspending = TransducerHost(of: SuspendingScript.self, initialState: .init())
        try await suspending.proxy.send(.init("one"))
        #expect(await suspending.state.names == ["one"])
        try await suspending.proxy.send(.init("end", ends: true))
        #expect(try await suspending.value == ["one", "end"])
    }

    @Test("C11–C12 The value of a host throws the error of its run")
    func failures() async throws {
        let failing = TransducerHost(of: HostedMachine.self, initialState: .init(), env: .init())
        try failing.send(.fail)
        await #expect(throws: Failure()) { try await failing.value }
        let cancelled = TransducerHost(of: HostedMachine.self, initialState: .init(), env: .init())
        cancelled.cancel()
        await #expect(throws: TransducerError.cancelled) { try await cancelled.value }
        let silent = TransducerHost(of: Sum.self, initialState: .init(isTerminal: true))
        await #expect(throws: TransducerError.noOutputProduced) { try await silent.value }
    }

    @Test("A task that waits for the value waits until the effects have ended, even if it is cancelled")
    func cancelledWaiter() async throws {
        let work = LingeringOperation()
        let host = TransducerHost(of: HostedMachine.self, initialState: .init(), env: work.env)
        try host.send(.work)
        try await work.hasBegun.wait()
        let waiter = Task {
            try await withTaskCancellationHandler {
                try await host.value
            } onCancel: {
                host.cancel()
            }
        }
        waiter.cancel()
        try await work.isCancelled.wait()
        work.mayEnd.open()
        await #expect(throws: TransducerError.cancelled) { try await waiter.value }
        #expect(work.count == 0)
    }

    @Test("C21 Isolated effects, the subject and the completion run on the actor of the host")
    func isolation() async throws {
        final class Place: @unchecked Sendable {
            // Written before the machine begins to use it.
            weak var host: TransducerHost<Script>?
        }
        let place = Place()
        let visits = Counter()
        let visit: @Sendable () -> Void = {
            place.host?.assumeIsolated { _ in visits.increment() }
        }
        let effects = Script.Effect.sequence(
            Script.Effect(isolatedAction: { _, _ in
                visit()
                return .init("action")
            }),
            Script.Effect(isolatedOperation: { _, input, _ in
                for _ in 0..<3 {
                    visit()
                    await Task.yield()
                }
                visit()
                try input.send(.end)
            }))
        let host = TransducerHost(
            of: Script.self, initialState: .init(), output: Callback { _ in visit() }, completion: { _ in visit() })
        place.host = host
        try host.send(.init("go", effects))
        #expect(try await host.value == ["go", "action", "end"])
        #expect(visits.value == 1 + 4 + 3 + 1)
    }
}
