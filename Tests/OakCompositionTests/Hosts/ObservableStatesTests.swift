import Oak
import OakTesting
import TestSupport
import Testing

@Suite("States of observable hosts")
@MainActor
struct ObservableStatesTests {
    @Test("A reader sees the current state, the latest one, and the last one of the run")
    func latest() async throws {
        let host = ObservableTransducer(of: HostedMachine.self, initialState: .init(), env: .init())
        let states = host.states
        var reader = states.makeAsyncIterator()
        #expect(await reader.next()?.numbers == [])
        try host.send(.note(1))
        try host.send(.note(2))
        #expect(await reader.next()?.numbers == [1, 2])
        host.cancel()
        #expect(await reader.next()?.numbers == [1, 2])
        #expect(await reader.next() == nil)
    }

    @Test("A reader of a machine that has ended sees the last state")
    func afterTheEnd() async throws {
        let host = ObservableTransducer(of: HostedMachine.self, initialState: .init(), env: .init())
        try host.send(.note(1))
        host.cancel()
        for await _ in host.states {}
        var seen: [[Int]] = []
        for await state in host.states { seen.append(state.numbers) }
        #expect(seen == [[1]])
    }

    @Test("States that are read or abandoned keep neither the host nor its state")
    func release() async throws {
        let gone = Gate<Void>("the release of the environment")
        let states = {
            let host = ObservableTransducer(
                of: Holder.self, initialState: Holder.State(), env: Keepsake { gone.open() })
            _ = host.states
            return host.states
        }()
        for await _ in states {}
        try await gone.wait()
    }
}

private final class Keepsake: Sendable {
    private let onRelease: @Sendable () -> Void
    init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
    deinit { onRelease() }
}

private enum Holder: EffectTransducer {
    struct State: NonTerminal {}
    enum Event: Sendable { case nothing }
    typealias Env = Keepsake

    static func update(_ state: inout State, event: Event) -> Effect? { nil }
}
