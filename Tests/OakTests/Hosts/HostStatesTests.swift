import Oak
import OakTesting
import Testing

@Suite("The states of a machine in an actor", .timeLimit(.minutes(20)))
struct HostStatesTests {
    private func desk(_ initialState: Desk.State = .init()) -> TransducerHost<Desk> {
        TransducerHost(of: Desk.self, initialState: initialState, env: .init())
    }

    @Test("They begin with the current one, and end behind the last")
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
        var late: [Desk.State] = []
        for await state in host.states { late.append(state) }
        #expect(late.map(\.numbers) == [[1, 2]])
    }

    @Test("A slow observer slows nothing else down; it goes on with the latest state")
    func slowObserver() async throws {
        let host = TransducerHost(of: Desk.self, initialState: .init(), proxy: .init(bufferSize: 2_000), env: .init())
        var slow = host.states.makeAsyncIterator()
        #expect(await slow.next()?.numbers == [])
        for number in 1...1_000 { try host.send(.note(number)) }
        for await state in host.states where state.numbers.count == 1_000 { break }
        #expect(await slow.next()?.numbers.count == 1_000)
        try host.send(.note(1_001))
        #expect(await slow.next()?.numbers.count == 1_001)
    }

    @Test("Every observer sees the states, and the end of a machine that is cancelled")
    func manyObservers() async throws {
        let host = desk()
        let arrivals = (0..<100).map { _ in Gate<Void>("an observer") }
        try await withThrowingTaskGroup(of: Int.self) { [states = host.states] group in
            for arrival in arrivals {
                group.addTask {
                    var last = 0
                    for await state in states {
                        last = state.numbers.count
                        if last == 3 { arrival.open() }
                    }
                    return last
                }
            }
            try host.proxy.send(contentsOf: [.note(1), .note(2), .note(3)])
            for arrival in arrivals { try await arrival.wait() }
            host.cancel()
            for try await last in group { #expect(last == 3) }
        }
    }

    @Test("An observer that is cancelled goes on at once, without a state")
    func cancelledObserver() async throws {
        let host = desk()
        let seen = Gate<Void>()
        let observer = Task { [states = host.states] in
            var count = 0
            for await _ in states {
                count += 1
                seen.open()
            }
            return count
        }
        try await seen.wait()
        observer.cancel()
        #expect(await observer.value == 1)
        #expect(await host.isUnobserved)
        try host.send(.note(1))
        #expect(await host.states.first { !$0.numbers.isEmpty }?.numbers == [1])
    }

    @Test("They do not keep the host alive: with its release they end")
    func released() async throws {
        let seen = Gate<Void>()
        let observer: Task<Int, Never>
        do {
            let host = desk()
            observer = Task { [states = host.states] in
                var count = 0
                for await _ in states {
                    count += 1
                    seen.open()
                }
                return count
            }
            try await seen.wait()
        }
        #expect(await observer.value == 1)
    }
}
