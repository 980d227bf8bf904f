import Oak
import OakTesting
import TestSupport
import Testing

@Suite("Hosts in every interleaving", .timeLimit(.minutes(20)))
struct HostInterleavingTests {
    /// Work that ends some turns after it is cancelled.
    private static func env(_ live: Counter, begun: Counter) -> Desk.Env {
        Desk.Env {
            begun.increment()
            live.increment()
            defer { live.decrement() }
            try? await Gate<Void>("nothing").wait()
            for _ in 0..<3 { await Task.yield() }
        }
    }

    private static func hesitate(_ turns: Int) async { for _ in 0..<turns { await Task.yield() } }

    @Test("C9 Released at whatever moment, it completes once, when its effects have ended, and is let go")
    func release() async {
        let begun = Counter()
        await explore(seeds: 1...300) {
            let (live, completions, late) = (Counter(), Counter(), Counter())
            let gone = Gate<Void>("the environment is gone")
            let proxy = Desk.Proxy(bufferSize: 2)
            async let owner: Void = {
                var env = Self.env(live, begun: begun)
                env.token = Token(gone)
                let host = TransducerHost(of: Desk.self, initialState: .init(), proxy: proxy, env: env) { result in
                    completions.increment()
                    if live.value != 0 { late.increment() }
                    expectThat(result.isCancellation, "\(result)")
                }
                await Self.hesitate(3)
                withExtendedLifetime(host) {}
            }()
            async let sender: Void = {
                for event in [Desk.Event.work, .note(1), .work] {
                    try? await proxy.sendWaitingForRoom(event)
                    await Task.yield()
                }
            }()
            _ = await (owner, sender)
            try await gone.wait()
            expectThat(completions.value == 1, "it completes \(completions.value) times")
            expectThat(late.value == 0, "work goes on when it completes")
        }
        #expect(begun.value > 0, "no host had anything to do when it was released")
    }

    @Test(
        "C8, C12 Cancelled and ended at the same time, it completes once, in one of the two ways, and all are told the same"
    )
    func cancelOrEnd() async {
        let (begun, ends) = (Counter(), Recorder<String>())
        await explore(seeds: 1...300) {
            let live = Counter()
            let results = Recorder<String>()
            let host = TransducerHost(of: Desk.self, initialState: .init(), env: Self.env(live, begun: begun)) {
                results.record(text($0))
            }
            try host.send(.work)
            async let cancelling: Void = {
                await Self.hesitate(2)
                host.cancel()
            }()
            async let ending: Void = {
                await Self.hesitate(2)
                try? host.send(.end)
            }()
            async let value = result { try await host.value }
            async let last = host.states.reduce(0) { count, _ in count + 1 }
            let (end, count) = await (value, last)
            _ = await (cancelling, ending)
            expectThat(results.values == [text(end)], "\(results.values), and \(text(end))")
            expectThat(["0", "cancelled"].contains(text(end)), text(end))
            expectThat(await host.state.isTerminal || text(end) == "cancelled", "it has ended in no terminal state")
            expectThat(live.value == 0, "\(live.value) effects outlive the run")
            expectThat(count >= 1, "an observer has seen no state")
            ends.record(text(end))
        }
        #expect(begun.value > 0, "no host had anything to do when it ended")
        #expect(Set(ends.values) == ["0", "cancelled"], "one of the two always comes first")
    }

    @Test("An observer sees the states in their order, and the last one, whatever it and others do in the meantime")
    func observers() async {
        await explore(seeds: 1...300) {
            let host = TransducerHost(of: Desk.self, initialState: .init(), proxy: .init(bufferSize: 8), env: .init())
            let left = Task(executorPreference: DeterministicExecutor.current) { [states = host.states] in
                for await _ in states { await Task.yield() }
            }
            async let leaving: Void = {
                await Self.hesitate(3)
                left.cancel()
            }()
            async let sending: Void = {
                for number in 1...4 {
                    try host.send(.note(number))
                    await Task.yield()
                }
                try host.send(.end)
            }()
            var counts: [Int] = []
            for await state in host.states { counts.append(state.numbers.count) }
            expectThat(counts.last == 4, "\(counts)")
            expectThat(counts == counts.sorted(), "\(counts)")
            try await sending
            await leaving
            await left.value
            expectThat(await host.isUnobserved, "somebody waits for a state of a machine that has ended")
        }
    }

    @Test("C14 Of two hosts with one proxy one runs, and the release of the other is not to be noticed")
    func oneProxy() async {
        await explore(seeds: 1...300) {
            let proxy = Desk.Proxy()
            let refused = "\(TransducerError.proxyAlreadyInUse)"
            let outcomes = await withTaskGroup { hosts in
                for _ in 1...2 {
                    hosts.addTask {
                        let host = TransducerHost(of: Desk.self, initialState: .init(), proxy: proxy, env: .init())
                        return text(await result { try await host.value })
                    }
                }
                var outcomes: [String] = []
                for await outcome in hosts {
                    outcomes.append(outcome)
                    await Self.hesitate(3)
                    try? proxy.send(.end)
                }
                return outcomes
            }
            expectThat(outcomes == [refused, "0"], "\(outcomes)")
        }
    }
}
