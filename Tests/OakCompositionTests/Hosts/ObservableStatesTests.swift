import OakTesting
import TestSupport
import Testing

@testable import Oak

@Suite("States of observable hosts")
@MainActor
struct ObservableStatesTests {
    @Test("A reader sees the current state and the latest one, and ends with the run")
    func latest() async throws {
        let host = ObservableTransducer(of: HostedMachine.self, initialState: .init(), env: .init())
        let states = host.states
        var reader = states.makeAsyncIterator()
        #expect(await reader.next()?.numbers == [])
        try host.send(.note(1))
        try host.send(.note(2))
        #expect(await reader.next()?.numbers == [1, 2])
        host.cancel()
        #expect(await reader.next() == nil)
    }

    @Test("C25 Cancelled readers of states leave nothing behind, also while the machine stands still")
    func cancelled() async throws {
        let host = ObservableTransducer(of: HostedMachine.self, initialState: .init(), env: .init())
        let readers = (0..<1_000).map { _ in Task { for await _ in host.states {} } }
        while host.hosted.observers.list.count < readers.count { await Task.yield() }
        for reader in readers { reader.cancel() }
        for reader in readers { await reader.value }
        #expect(host.hosted.observers.list.isEmpty)
    }

    @Test("States that are read or abandoned keep neither the host nor its state")
    func release() async throws {
        let gone = Gate<Void>("the release of the environment")
        let states = {
            let host = ObservableTransducer(
                of: HostedMachine.self, initialState: .init(), env: .init(token: Token(gone)))
            _ = host.states
            return host.states
        }()
        for await _ in states {}
        try await gone.wait()
    }
}
