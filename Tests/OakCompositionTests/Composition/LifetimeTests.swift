import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C18 C19 Children that enter and leave in every order")
struct LifetimeTests {
    private let load: @Sendable () async throws -> Int = {
        await Task.yield()
        return 1
    }

    /// Sends each event several times, with simultaneous senders.
    private func comeAndGo<T: ExecutableTransducer & SendableMetatype>(
        _ type: T.Type, from state: T.State, env: T.Env, _ events: [T.Event]
    ) async
    where
        T.State: Sendable, T.Event: Sendable, T.Env: Sendable, T.Output: Sendable, T.Proxy == Proxy<T.Event>
    {
        let cancellations = Counter()
        await explore(seeds: Effort.seeds(100)) {
            let (proxy, checker) = (T.Proxy(bufferSize: 64), EffectChecker<T>())
            async let run = result {
                try await T.run(
                    initialState: state, proxy: proxy, env: env, observer: checker.observer,
                    settings: RunSettings(gracePeriod: .duration(.seconds(1), clock: TestClock())))
            }
            try await withThrowingTaskGroup { senders in
                for event in events {
                    senders.addTask { for _ in 0..<4 { try await proxy.sendWaitingForRoom(event) } }
                }
                try await senders.waitForAll()
            }
            await idle()
            expectThat(checker.live == 0, "\(checker.live) effects live")
            if checker.cancellations > 0 { cancellations.increment() }
            proxy.cancel()
            let outcome = await run
            expectThat(throws: TransducerError.cancelled) { _ = try outcome.get() }
            expectThat(checker.isOver, "the observer is not told of the end")
        }
        #expect(cancellations.value > 0, "nothing was ever cancelled")
    }

    @Test("No event of a departed child arrives, in any order of loading, leaving and entering")
    func nested() async {
        typealias Deep = Wrapper<Wrapper<Loader>>
        await comeAndGo(
            Deep.self, from: .init(), env: .init(load: load),
            [.enter, Deep.load, .inner(.exchange), .leaveAndEnter, .exchange, .leave])
    }

    @Test("No event of a child that has left its case or its collection arrives")
    func casesAndElements() async {
        await comeAndGo(
            Shop.self, from: .init(), env: .init(detail: .init(load: load), item: .init(load: load)),
            [.open, .detail(.load), .leave, .reopen, .add(1), .item(1, .load), .remove(1)])
    }
}
