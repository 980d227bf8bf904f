import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C18 C19 Children that enter and leave thousands of times")
struct LifetimeTests {
    /// Lets a child enter, load and leave, with simultaneous events in a random order.
    ///
    /// - Parameters:
    ///   - enter: Adds the child if it is inactive.
    ///   - load: Makes the child load.
    ///   - leave: Removes the child, and may add a successor.
    ///   - isFresh: Whether the machine is in its initial state or has a new child.
    private func comeAndGo<T: ExecutableTransducer & SendableMetatype>(
        _ type: T.Type = T.self, from state: T.State, env: (@escaping @Sendable () async throws -> Int) -> T.Env,
        enter: T.Event, load: T.Event, leave: T.Event, rounds: Int = Effort.size(200),
        isFresh: (T.State) -> Bool
    ) async throws
    where T.State: Sendable, T.Event: Sendable, T.Env: Sendable, T.Proxy == Proxy<T.Event> {
        let (executor, gate) = (DeterministicExecutor(seed: 1), Gate<Int>("load"))
        let (proxy, tally) = (T.Proxy(), Tally<T>())
        let env = env(gate.wait)
        let settings = RunSettings(gracePeriod: .duration(.seconds(1), clock: TestClock()))
        var random = SeededGenerator(seed: 1)
        let run = executor.start {
            _ = try await T.run(
                initialState: state, proxy: proxy, env: env, observer: tally.observer, settings: settings)
        }
        for round in 1...rounds {
            try proxy.send(contentsOf: [enter, load])
            executor.run()
            try #require(gate.waiters == 1, "round \(round)")
            if random.next() % 2 == 0 {
                gate.letThrough(returning: round)
                for _ in 0..<(random.next() % 4) { executor.runNext() }
            }
            try proxy.send(leave)
            executor.run()
            let isAsBefore = tally.state.map(isFresh) ?? false
            try #require(isAsBefore, "round \(round): \(String(describing: tally.state))")
            try #require(tally.live == 0 && gate.waiters == 0, "round \(round)")
        }
        #expect(tally.late == 0)
        #expect((rounds / 2..<rounds).contains(tally.cancellations))
        proxy.cancel()
        executor.run()
        await #expect(throws: TransducerError.cancelled) { try await run.value }
    }

    @Test("An optional child can enter and leave")
    func optional() async throws {
        try await comeAndGo(
            Wrapper<Loader>.self, from: .init(), env: { .init(load: $0) }, enter: .enter, load: .inner(.load),
            leave: .leave, rounds: Effort.size(1_000), isFresh: { $0.inner == nil })
    }

    @Test("A child three levels deep can leave with its outermost ancestor")
    func nested() async throws {
        try await comeAndGo(
            Wrapper<Wrapper<Wrapper<Loader>>>.self, from: .init(), env: { .init(load: $0) }, enter: .enter,
            load: Wrapper<Wrapper<Wrapper<Loader>>>.load, leave: .leave, rounds: Effort.size(1_000),
            isFresh: { $0.inner == nil })
    }

    @Test("An optional child can be replaced in one transition")
    func exchanged() async throws {
        try await comeAndGo(
            Wrapper<Loader>.self, from: .init(), env: { .init(load: $0) }, enter: .enter, load: .inner(.load),
            leave: .exchange, isFresh: { $0.inner == .idle })
    }

    @Test("A child three levels deep can be replaced with its outermost ancestor in one macrostep")
    func nestedExchanged() async throws {
        try await comeAndGo(
            Wrapper<Wrapper<Wrapper<Loader>>>.self, from: .init(), env: { .init(load: $0) }, enter: .enter,
            load: Wrapper<Wrapper<Wrapper<Loader>>>.load, leave: .leaveAndEnter,
            isFresh: { $0 == Wrapper<Wrapper<Wrapper<Loader>>>.fresh })
    }

    @Test("A child in a case of the state can enter and leave")
    func enumCase() async throws {
        try await comeAndGo(
            Shop.self, from: .init(), env: { .init(detail: .init(load: $0)) }, enter: .open, load: .detail(.load),
            leave: .leave, rounds: Effort.size(1_000), isFresh: { $0.page == .start })
    }

    @Test("A child in a case of the state can leave and enter in one macrostep")
    func enumCaseExchanged() async throws {
        try await comeAndGo(
            Shop.self, from: .init(), env: { .init(detail: .init(load: $0)) }, enter: .open, load: .detail(.load),
            leave: .reopen, isFresh: { $0.page == .detail(.idle) })
    }

    @Test("An element can be added and removed")
    func element() async throws {
        try await comeAndGo(
            Shop.self, from: .init(), env: { .init(item: .init(load: $0)) }, enter: .add(1), load: .item(1, .load),
            leave: .remove(1), rounds: Effort.size(1_000), isFresh: { $0.items.isEmpty })
    }

    @Test("An element can be replaced under its key in one transition")
    func elementExchanged() async throws {
        try await comeAndGo(
            Shop.self, from: .init(), env: { .init(item: .init(load: $0)) }, enter: .add(1), load: .item(1, .load),
            leave: .add(1), isFresh: { $0.items[1] == .idle && $0.items.count == 1 })
    }

    @Test("No event of a departed child arrives, in any order of loading, leaving and entering")
    func interleavings() async {
        let cancellations = Counter()
        await explore(seeds: Effort.seeds(100)) {
            typealias Deep = Wrapper<Wrapper<Loader>>
            let (proxy, tally) = (Deep.Proxy(bufferSize: 64), Tally<Deep>())
            let env = Loader.Env(load: {
                await Task.yield()
                return 1
            })
            async let run = result {
                try await Deep.run(
                    initialState: .init(), proxy: proxy, env: env, observer: tally.observer,
                    settings: RunSettings(gracePeriod: .duration(.seconds(1), clock: TestClock())))
            }
            try await withThrowingTaskGroup { senders in
                for event in [Deep.Event.enter, Deep.load, .inner(.exchange), .leaveAndEnter, .exchange, .leave] {
                    senders.addTask { for _ in 0..<4 { try await proxy.sendWaitingForRoom(event) } }
                }
                try await senders.waitForAll()
            }
            await idle()
            expectThat(tally.late == 0, "\(tally.late) late events")
            expectThat(tally.live == 0, "\(tally.live) effects live")
            if tally.cancellations > 0 { cancellations.increment() }
            proxy.cancel()
            let outcome = await run
            expectThat(throws: TransducerError.cancelled) { try outcome.get() }
        }
        #expect(cancellations.value > 0, "nothing was ever cancelled")
    }
}
