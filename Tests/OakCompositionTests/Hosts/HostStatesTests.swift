import Oak
import OakTesting
import Testing

@Suite("States of a host")
struct HostStatesTests {
    private func desk(_ initialState: HostedMachine.State = .init()) -> TransducerHost<HostedMachine> {
        TransducerHost(of: HostedMachine.self, initialState: initialState, env: .init())
    }

    /// Counts states up to the last; the gate opens at the first.
    private func count(_ states: TransducerHost<HostedMachine>.States, opening seen: Gate<Void>) -> Task<Int, Never> {
        Task {
            var count = 0
            for await _ in states {
                count += 1
                seen.open()
            }
            return count
        }
    }

    @Test("The states begin with the current one and end with the last")
    func fromCurrentToLast() async throws {
        let host = desk()
        try host.send(.note(1))
        var states = host.states.makeAsyncIterator()
        var first = await states.next()
        if first?.numbers.isEmpty == true { first = await states.next() }
        #expect(first?.numbers == [1])
        try host.send(.note(2))
        #expect(await states.next()?.numbers == [1, 2])
        try host.send(.end)
        #expect(await states.next()?.isTerminal == true)
        #expect(await states.next() == nil)
        #expect(await states.next() == nil)
        var late: [HostedMachine.State] = []
        for await state in host.states { late.append(state) }
        #expect(late.map(\.numbers) == [[1, 2]])
    }

    @Test("A slow observer does not delay the machine and continues with the latest state")
    func slowObserver() async throws {
        let host = TransducerHost(
            of: HostedMachine.self, initialState: .init(), proxy: .init(bufferSize: 2_000), env: .init())
        var slow = host.states.makeAsyncIterator()
        #expect(await slow.next()?.numbers == [])
        for number in 1...1_000 { try host.send(.note(number)) }
        for await state in host.states where state.numbers.count == 1_000 { break }
        #expect(await slow.next()?.numbers.count == 1_000)
        try host.send(.note(1_001))
        #expect(await slow.next()?.numbers.count == 1_001)
    }

    @Test("A cancelled observer continues at once without a state")
    func cancelledObserver() async throws {
        let host = desk()
        let seen = Gate<Void>()
        let observer = count(host.states, opening: seen)
        try await seen.wait()
        observer.cancel()
        #expect(await observer.value == 1)
        #expect(await host.isUnobserved)
    }

    @Test("Observing the states does not keep the host alive")
    func released() async throws {
        let seen = Gate<Void>()
        let observer: Task<Int, Never>
        do {
            let host = desk()
            observer = count(host.states, opening: seen)
            try await seen.wait()
        }
        #expect(await observer.value == 1)
    }
}
