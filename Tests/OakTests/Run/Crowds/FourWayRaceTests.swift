import Oak
import OakTesting
import TestSupport
import Testing

/// A machine with counted objects and operations that end at a gate.
private enum RaceMachine: EffectTransducer {
    struct State: Terminable {
        var token: CountedToken
        var isTerminal = false
    }
    enum Event: Sendable { case begin(CountedToken), said(CountedToken), end(CountedToken) }
    struct Env: Sendable {
        let token: CountedToken
        let alive: Counter
        let working = Counter()
        let finish: Gate<Void>
    }
    typealias Output = CountedToken

    static func update(_ state: inout State, event: Event) -> (Effect?, CountedToken) {
        switch event {
        case .begin(let token):
            return (.combine(work(id: "work", token), .sequence(work(id: "first", token), pause(token))), token)
        case .said(let token):
            state.token = token
            return (pause(token), token)
        case .end(let token):
            state.isTerminal = true
            return (work(id: "work", token), token)
        }
    }

    private static func work(id: String, _ token: CountedToken) -> Effect {
        Effect(id: id) { env, input in
            env.working.increment()
            defer { env.working.decrement() }
            try await env.finish.wait()
            try? input.send(.said(token))
            try? await input.sendWaitingForRoom(.said(CountedToken(env.alive)))
        }
    }

    private static func pause(_ token: CountedToken) -> Effect {
        Effect(action: { env async throws -> [Event] in
            _ = (token, env.token)
            await Task.yield()
            return []
        })
    }
}

extension Crowds {
    @Suite("C8 C9 C12 C25 Simultaneous ends of a run")
    struct FourWayRaceTests {
        private enum Ending: Hashable, Sendable { case terminal, cancelledByProxy, cancelledTask, other(String) }

        /// Cancels a machine in two ways, ends it and finishes its work, each after a delay of its own.
        private static func race(delays: [Int], isObserved: Bool) async -> Ending {
            let alive = Counter()
            let finish = Gate<Void>("the operations")
            let proxy = RaceMachine.Proxy(bufferSize: 2)
            let run = Task {
                let env = RaceMachine.Env(token: CountedToken(alive), alive: alive, finish: finish)
                let subject = CountedToken(alive)
                let outlet = Callback { (_: CountedToken) async throws in
                    _ = subject
                    await Task.yield()
                }
                let state = RaceMachine.State(token: CountedToken(alive))
                let settings = RunSettings(gracePeriod: .duration(.seconds(1), clock: TestClock()))
                try? proxy.send(.begin(CountedToken(alive)))
                let ending: Ending
                do {
                    if isObserved {
                        _ = try await RaceMachine.run(
                            initialState: state, proxy: proxy, env: env, output: outlet,
                            observer: .each(RaceMachine.self) { _ in }, settings: settings)
                    } else {
                        _ = try await RaceMachine.run(initialState: state, proxy: proxy, env: env, output: outlet)
                    }
                    ending = .terminal
                } catch TransducerError.cancelled {
                    ending = .cancelledByProxy
                } catch is CancellationError {
                    ending = .cancelledTask
                } catch {
                    ending = .other("\(error)")
                }
                expectThat(env.working.value == 0, "\(env.working.value) operations outlive a run that was \(ending)")
                return ending
            }
            await withTaskGroup { group in
                group.addTask {
                    await yield(delays[0])
                    proxy.cancel()
                }
                group.addTask {
                    await yield(delays[1])
                    run.cancel()
                }
                group.addTask {
                    await yield(delays[2])
                    try? proxy.send(.end(CountedToken(alive)))
                }
                group.addTask {
                    await yield(delays[3])
                    finish.open()
                }
                group.addTask { try? await proxy.sendWaitingForRoom(.said(CountedToken(alive))) }
                group.addTask {
                    try? await InputPort(proxy.mailbox).sendWaitingForMacrostep(.said(CountedToken(alive)))
                }
            }
            let ending = await run.value
            expectThat(alive.value == 0, "\(alive.value) objects outlive a run that was \(ending)")
            expectThat(throws: TransducerError.terminated) { try proxy.send(.end(CountedToken(alive))) }
            switch ending {
            case .terminal, .cancelledByProxy, .cancelledTask: break
            case .other(let error): expectThat(false, error)
            }
            return ending
        }

        @Test(
            "A run ends in one of the requested ways, after its work, and leaves nothing behind, in every interleaving")
        func interleavings() async {
            let seen = Guarded<[Ending: Int]>([:])
            let delays = Generator<Int>.weighted([(3, 0), (2, 2), (2, 5), (2, 8), (1, 20)])
            await explore(seeds: Effort.seeds(1_500), events: .lists(of: delays, count: 5...5)) {
                drawn in
                let delays = drawn + Array(repeating: 0, count: 5 - drawn.count)
                let ending = await Self.race(delays: delays, isObserved: delays[4] > 2)
                seen.withLock { $0[ending, default: 0] += 1 }
            }
            #expect(seen.withLock { $0.count } == 3, "\(seen.withLock { $0 })")
        }

        @Test(
            "A run ends in one of the requested ways, after its work, and leaves nothing behind, on several threads"
        )
        func threads() async {
            var choices = RandomChoices(seed: 1)
            for _ in 0..<Effort.size(1_000) {
                let most = [1, 8, 30][choices.draw(3)]
                let delays = choices.draws(5, below: most)
                _ = await Self.race(delays: delays, isObserved: delays[4] % 2 == 0)
            }
        }
    }
}
