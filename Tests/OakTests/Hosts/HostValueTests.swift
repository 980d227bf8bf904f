import Oak
import OakTesting
import TestSupport
import Testing

@Suite("Waiting for a state of a machine in an actor", .timeLimit(.minutes(20)))
struct HostValueTests {
    private func desk(
        _ initialState: Desk.State = .init(), bufferSize: Int = 8, env: Desk.Env = .init()
    ) -> TransducerHost<Desk> {
        TransducerHost(of: Desk.self, initialState: initialState, proxy: .init(bufferSize: bufferSize), env: env)
    }

    /// Returns when so many wait for a state of a host whose machine stands still.
    private func waiters(_ count: Int, of host: TransducerHost<Desk>) async {
        while await host.placesOfObservers < count { await Task.yield() }
    }

    @Test("A state that exists is returned at once, also that of a machine that has ended, and in a cancelled task")
    func present() async throws {
        let host = desk(.init(numbers: [1]))
        #expect(try await host.value { $0.numbers == [1] }.numbers == [1])
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await host.value { $0.numbers == [1] }.numbers
        }
        #expect(try await cancelled.value == [1])
        try host.send(.end)
        _ = try await host.value
        #expect(try await host.value(where: \.isTerminal).numbers == [1])
        #expect(await host.isUnobserved)
    }

    @Test("A state that lasts for one transition is not missed")
    func shortLived() async throws {
        let host = desk(bufferSize: 2_000)
        async let first = host.value { $0.numbers.count == 1 }
        async let middle = host.value { $0.numbers.count == 777 }
        async let last = host.value { $0.numbers.count == 1_000 }
        await waiters(3, of: host)
        try host.proxy.send(contentsOf: (0..<500).map { .noteTwo(2 * $0, 2 * $0 + 1) })
        #expect(try await first.numbers == [0])
        #expect(try await middle.numbers == Array(0..<777))
        #expect(try await last.numbers.count == 1_000)
        #expect(await host.isUnobserved)
    }

    @Test("Of a machine that ends without the state the caller hears what the run throws, or that there will be none")
    func ended() async throws {
        func outcome(
            _ host: TransducerHost<Desk>, _ end: (TransducerHost<Desk>) throws -> Void
        ) async throws -> String {
            async let waiting = result { try await host.value { $0.numbers.count == 9 } }
            await waiters(1, of: host)
            try end(host)
            let waited = text(await waiting)
            let late = text(await result { try await host.value { $0.numbers.count == 9 } })
            #expect(waited == late)
            #expect(await host.isUnobserved)
            return waited
        }
        #expect(try await outcome(desk()) { try $0.send(.end) } == "\(TransducerError.stateNotReached)")
        #expect(try await outcome(desk()) { try $0.send(.fail) } == "\(Failure())")
        #expect(try await outcome(desk()) { $0.cancel() } == "cancelled")
    }

    @Test("The last state counts, when it is that of the terminal transition")
    func last() async throws {
        let host = desk()
        async let last = host.value(where: \.isTerminal)
        await waiters(1, of: host)
        try host.send(.end)
        #expect(try await last.isTerminal)
    }

    @Test("A caller that is cancelled goes on with `CancellationError`, and is forgotten")
    func cancelled() async throws {
        let host = desk()
        let task = Task { try await host.value { $0.numbers == [1] } }
        await waiters(1, of: host)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await host.isUnobserved)

        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await host.value { $0.numbers == [1] }
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(await host.isUnobserved)
    }

    @Test(
        "However many wait and are cancelled, in whatever order, others see the state, and no place is kept",
        arguments: [1, 100, 100_000])
    func crowd(_ count: Int) async throws {
        let host = desk()
        let tasks = (0..<count).map { _ in Task { try await host.value { $0.numbers == [2] } } }
        await waiters(count, of: host)
        try host.send(.note(1))
        for (index, task) in tasks.enumerated() where index % 3 > 0 { task.cancel() }
        var cancelled = 0
        for (index, task) in tasks.enumerated().reversed() where index % 3 > 0 {
            if case .failure(is CancellationError) = await task.result { cancelled += 1 }
        }
        #expect(cancelled == count * 2 / 3)
        #expect(await host.placesOfObservers <= 2 * (count - cancelled))
        try host.send(.note(2))
        host.cancel()
        var ended = 0
        for (index, task) in tasks.enumerated() where index % 3 == 0 {
            if case .failure(TransducerError.cancelled) = await task.result { ended += 1 }
        }
        #expect(cancelled + ended == count)
        #expect(await host.placesOfObservers == 0)
    }

    @Test("In any order, a task that waits for a state has it, or hears that the machine has ended")
    func interleaved() async {
        await explore(seeds: 1...500) {
            let host = TransducerHost(of: Desk.self, initialState: .init(), env: .init())
            await withTaskGroup { group in
                for count in 1...3 {
                    group.addTask {
                        do {
                            let state = try await host.value { $0.numbers.count == count }
                            expectThat(state.numbers.count == count, "another state")
                        } catch {
                            // It came when the machine was past that state.
                            expectThat(error as? TransducerError == .stateNotReached, "\(error)")
                        }
                    }
                }
                group.addTask {
                    for number in 1...3 { try? await host.sendWaitingForRoom(.note(number)) }
                    try? await host.sendWaitingForRoom(.end)
                }
            }
            expectThat(await host.isUnobserved, "somebody is still waiting")
        }
    }

    @Test("C32 A task that begins to wait for a state moves once, to the actor of the machine")
    func hops() async throws {
        let executor = DeterministicExecutor()
        let host = TransducerHost(
            of: Desk.self, initialState: .init(), env: .init(), settings: RunSettings(taskExecutor: executor))
        executor.run()
        let task = executor.start { try await host.value { $0.numbers == [1] } }
        var jobs = 0
        while executor.runNext() { jobs += 1 }
        // The task begins, and goes on where the machine is.
        #expect(jobs == 2)
        try host.send(.note(1))
        executor.run()
        #expect(try await task.value.numbers == [1])
    }
}
