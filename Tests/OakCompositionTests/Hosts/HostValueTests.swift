import Oak
import OakTesting
import TestSupport
import Testing

@Suite("Waiting for a state of a host")
struct HostValueTests {
    private func desk(
        _ initialState: HostedMachine.State = .init(), bufferSize: Int = 8, env: HostedMachine.Env = .init()
    ) -> TransducerHost<HostedMachine> {
        TransducerHost(
            of: HostedMachine.self, initialState: initialState, proxy: .init(bufferSize: bufferSize), env: env)
    }

    /// Returns when so many wait for a state of a host whose machine stands still.
    private func waiters(_ count: Int, of host: TransducerHost<HostedMachine>) async {
        while await host.placesOfObservers < count { await Task.yield() }
    }

    @Test("An existing state is returned at once, even after the end and in a cancelled task")
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

    @Test("A caller receives the error of the run when the machine ends without the state")
    func ended() async throws {
        func outcome(
            _ host: TransducerHost<HostedMachine>, _ end: (TransducerHost<HostedMachine>) throws -> Void
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

    @Test("A caller that is cancelled before it waits receives `CancellationError` and is forgotten")
    func cancelled() async throws {
        let host = desk()
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await host.value { $0.numbers == [1] }
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(await host.isUnobserved)
    }

    @Test(
        "Any number of callers can wait and be cancelled, and none leaves a waiter behind",
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

    @Test("A task that waits for a state receives it or an error, in any order of events")
    func interleaved() async {
        await explore(seeds: Effort.seeds(100)) {
            let host = TransducerHost(of: HostedMachine.self, initialState: .init(), env: .init())
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
                    for number in 1...3 { try? await host.proxy.sendWaitingForRoom(.note(number)) }
                    try? await host.proxy.sendWaitingForRoom(.end)
                }
            }
            expectThat(await host.isUnobserved, "somebody is still waiting")
        }
    }

    @Test("C32 A task that waits for a state changes actors once")
    func hops() async throws {
        let executor = DeterministicExecutor()
        var settings = RunSettings()
        settings.taskExecutor = executor
        let host = TransducerHost(of: HostedMachine.self, initialState: .init(), env: .init(), settings: settings)
        executor.run()
        let task = executor.start { try await host.value { $0.numbers == [1] } }
        var jobs = 0
        while executor.runNext() { jobs += 1 }
        // The task begins, and continues on the actor of the machine.
        #expect(jobs == 2)
        try host.send(.note(1))
        executor.run()
        #expect(try await task.value.numbers == [1])
    }
}
