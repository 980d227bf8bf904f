import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C18 C19 Children that enter and leave in every order")
struct LifetimeTests {
    /// A function of which each second call waits until it is cancelled.
    @Sendable private static func load() -> Loader.Env {
        let calls = Counter()
        return Loader.Env {
            calls.increment()
            let waits = calls.value.isMultiple(of: 2)
            await Task.yield()
            if waits { try await Gate<Void>("the departure").wait() }
            return 1
        }
    }

    /// Sends each event several times, with simultaneous senders, and at last lets all children leave.
    private func comeAndGo<T: ExecutableTransducer & SendableMetatype>(
        _ type: T.Type, from state: T.State, env: @escaping @Sendable () -> T.Env, _ events: [T.Event],
        leave: [T.Event]
    ) async
    where
        T.State: Sendable, T.Event: Sendable, T.Env: Sendable, T.Output: Sendable, T.Proxy == Proxy<T.Event>
    {
        let cancellations = Counter()
        await explore(seeds: Effort.seeds(100)) {
            let env = env()
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
            for event in leave { try await proxy.sendWaitingForRoom(event) }
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
            Deep.self, from: .init(), env: Self.load,
            [.enter, Deep.load, .inner(.exchange), .leaveAndEnter, .exchange, .leave], leave: [.leave])
    }

    @Test("No event of a child that has left its case or its collection arrives")
    func casesAndElements() async {
        let load = Script.Event(
            "load",
            Script.Effect(id: "load") { _, input in
                await Task.yield()
                try input.send(.init("loaded"))
                try await Gate<Void>("the departure").wait()
            })
        let enter = ScriptComposite.Event.perform { state in
            (state.named, state.child) = ([.a, .group], Script.State())
            return nil
        }
        let leave = ScriptComposite.Event.perform { state in
            state.named = [.group]
            return nil
        }
        await comeAndGo(
            ScriptComposite.self, from: .init(.group), env: {},
            [
                enter,
                .perform { state in
                    guard state.named.contains(.a) else { return nil }
                    return ScriptComposite.step(ScriptComposite.a, load, in: &state)
                },
                .perform { state in
                    state.named = [.group]
                    return .event(enter)
                },
                leave,
                .perform { state in
                    state.group[1] = nil
                    state.group[1] = Script.State()
                    return nil
                },
                .group(1, load), .remove(1),
            ], leave: [leave, .remove(1)])
    }
}
