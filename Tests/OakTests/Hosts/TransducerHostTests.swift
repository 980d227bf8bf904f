import Oak
import OakTesting
import TestSupport
import Testing

@Suite("A machine in an actor of its own", .timeLimit(.minutes(20)))
struct TransducerHostTests {
    @Test("The state follows the events, and the output of the terminal transition is its value")
    func follows() async throws {
        let host = TransducerHost(of: Desk.self, initialState: .init(numbers: [0]), env: .init())
        #expect(await host.state.numbers == [0])
        try host.send(.note(1))
        try host.input.send(.note(2))
        try host.proxy.send(.end)
        #expect(try await host.value == 3)
        #expect(await host.state.numbers == [0, 1, 2])
        #expect(throws: TransducerError.terminated) { try host.send(.end) }
    }

    @Test("Every kind of machine runs in one")
    func kinds() async throws {
        let sum = TransducerHost(of: Sum.self, initialState: .init())
        try sum.proxy.send(contentsOf: [.add(2), .add(3), .end])
        #expect(try await sum.value == 5)
        let puppet = TransducerHost(
            of: Puppet.self, initialState: .init(), proxy: .init(initialEvent: .init("go", .event(.end))))
        #expect(try await puppet.value == ["go", "end"])
        let both = TransducerHost(
            of: Parallel<Sum, Sum>.self, initialState: .init(.init(), .init()), env: .init((), ()))
        try both.proxy.send(contentsOf: [.first(.add(1)), .second(.add(2)), .first(.end), .second(.end)])
        let outputs = try await both.value
        #expect([outputs.first, outputs.second] == [1, 2])
        let suspending = TransducerHost(of: Marionette.self, initialState: .init())
        try await suspending.send(.init("one"))
        #expect(await suspending.state.names == ["one"])
        try await suspending.send(.init("end", ends: true))
        #expect(try await suspending.value == ["one", "end"])
    }

    @Test("C11–C12 The value throws what the run throws")
    func failures() async throws {
        let failing = TransducerHost(of: Desk.self, initialState: .init(), env: .init())
        try failing.send(.fail)
        await #expect(throws: Failure()) { try await failing.value }
        let cancelled = TransducerHost(of: Desk.self, initialState: .init(), env: .init())
        cancelled.cancel()
        await #expect(throws: TransducerError.cancelled) { try await cancelled.value }
        let silent = TransducerHost(of: Sum.self, initialState: .init(isTerminal: true))
        await #expect(throws: TransducerError.noOutputProduced) { try await silent.value }
    }

    @Test("The completion is told of the end, once")
    func completion() async throws {
        let end = Gate<Result<Int, any Error>>()
        let host = TransducerHost(
            of: Sum.self, initialState: .init(), proxy: .init(initialEvent: .end),
            completion: Ending(result: end).complete)
        #expect(text(try await end.wait()) == "0")
        let count = Counter()
        let other = TransducerHost(
            of: Desk.self, initialState: .init(), env: .init(), completion: { _ in count.increment() })
        other.cancel()
        try other.cancelAndFail()
        _ = try? await other.value
        #expect(count.value == 1)
        withExtendedLifetime(host) {}
    }

    @Test("A task that waits for the value does so until the effects have ended, also when cancelled")
    func cancelledWaiter() async throws {
        let work = StubbornWork()
        let host = TransducerHost(of: Desk.self, initialState: .init(), env: work.env)
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

    @Test("C21 Isolated effects, the subject and the completion are on the host's actor")
    func isolation() async throws {
        final class Place: @unchecked Sendable {
            // Written before the machine begins to use it.
            weak var host: TransducerHost<Puppet>?
        }
        let place = Place()
        let visits = Counter()
        let visit: @Sendable () -> Void = {
            place.host?.assumeIsolated { _ in visits.increment() }
        }
        let effects = Puppet.Effect.sequence(
            Puppet.Effect(isolatedAction: { _, _ in
                visit()
                return .init("action")
            }),
            Puppet.Effect(isolatedOperation: { _, input, _ in
                for _ in 0..<3 {
                    visit()
                    await Task.yield()
                }
                visit()
                try input.send(.end)
            }))
        let host = TransducerHost(
            of: Puppet.self, initialState: .init(), output: Callback { _ in visit() }, completion: { _ in visit() })
        place.host = host
        try host.send(.init("go", effects))
        #expect(try await host.value == ["go", "action", "end"])
        #expect(visits.value == 1 + 4 + 3 + 1)
    }

    @Test("C21 A machine of unshared classes runs in one; who is on its actor reads the state")
    func unshared() async throws {
        let end = Gate<Void>()
        let host = TransducerHost(
            of: Unshared.self, initialState: .init(), env: .init(), completion: { _ in end.open() })
        try host.send(.fetch)
        try await end.wait()
        #expect(await host.count == 3)
    }

    @Test("Ten thousand machines in one process, each with its own state and end")
    func tenThousand() async throws {
        let hosts = (0..<10_000).map { TransducerHost(of: Sum.self, initialState: .init(total: $0)) }
        for (number, host) in hosts.enumerated() { try host.send(.add(number)) }
        for host in hosts { try host.send(.end) }
        for (number, host) in hosts.enumerated() { #expect(try await host.value == 2 * number) }
        let idle = (0..<10_000).map { _ in TransducerHost(of: Sum.self, initialState: .init()) }
        #expect(await idle[9_999].state.total == 0)
    }
}

extension TransducerHost where Machine == Unshared {
    fileprivate var count: Int { state.items.count }
}

extension MachineHost {
    /// Two more reasons to end, which come too late.
    fileprivate func cancelAndFail() throws {
        proxy.cancel(with: Failure())
        cancel()
    }
}
