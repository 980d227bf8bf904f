import Oak
import OakTesting
import TestSupport
import Testing

@Suite("Hosts in every interleaving")
struct HostInterleavingTests {
    /// Work that ends some turns after it is cancelled.
    private static func env(_ live: Counter, begun: Counter) -> HostedMachine.Env {
        HostedMachine.Env {
            begun.increment()
            live.increment()
            defer { live.decrement() }
            try? await Gate<Void>("nothing").wait()
            for _ in 0..<3 { await Task.yield() }
        }
    }

    private static func hesitate(_ turns: Int) async { for _ in 0..<turns { await Task.yield() } }

    @Test("C9 A host that is released at any moment completes once, after its effects have ended, and is released")
    func release() async {
        let begun = Counter()
        await explore(seeds: Effort.seeds(100)) {
            let (live, completions, late) = (Counter(), Counter(), Counter())
            let gone = Gate<Void>("the environment is gone")
            let proxy = HostedMachine.Proxy(bufferSize: 2)
            async let owner: Void = {
                var env = Self.env(live, begun: begun)
                env.token = Token(gone)
                let host = TransducerHost(of: HostedMachine.self, initialState: .init(), proxy: proxy, env: env) {
                    result in
                    completions.increment()
                    if live.value != 0 { late.increment() }
                    expectThat(result.isCancellation, "\(result)")
                }
                await Self.hesitate(3)
                withExtendedLifetime(host) {}
            }()
            async let sender: Void = {
                for event in [HostedMachine.Event.work, .note(1), .work] {
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

    @Test("C8, C12 A host that is cancelled and ended at the same time completes once and reports one result to all")
    func cancelOrEnd() async {
        let (begun, ends) = (Counter(), Recorder<String>())
        await explore(seeds: Effort.seeds(100)) {
            let live = Counter()
            let results = Recorder<String>()
            let host = TransducerHost(of: HostedMachine.self, initialState: .init(), env: Self.env(live, begun: begun))
            {
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
}
