import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C19 Lifting an effect into the machine around it", .timeLimit(.minutes(5)))
struct LiftingTests {
    private typealias Inner = Parallel<Loader, Loader>

    private enum Outer: EffectTransducer {
        struct State {}
        enum Event: Sendable { case inner(EitherEvent<Loader.Event, Loader.Event>) }
        typealias Env = Inner.Env
        static func update(_ state: inout State, event: Event) -> Effect? { nil }
    }

    private let outer = Component<Outer, Inner>(
        "inner", event: Outer.Event.inner, extract: { if case .inner(let event) = $0 { event } else { nil } },
        env: { $0 })
    private let inner = Component<Inner, Loader>(
        "left", event: { .first($0) },
        extract: {
            switch $0 {
            case .first(let event): event
            case .second: nil
            }
        }, env: \.first)

    @Test("Lifting twice is lifting once by the composition")
    func composition() {
        let effects: [Loader.Effect] = [
            .event(.load), .events([.load, .close]), .cancelTask("load"), Loader.Effect(id: "load") { _, _ in },
            Loader.Effect(action: { _ in .load }),
            .sequence(.event(.load), Loader.Effect(id: 1) { _, _ in }),
            .combine(id: "all", .cancelTask(1), Loader.Effect(isolatedOperation: { _, _, _ in })),
        ]
        for effect in effects {
            let twice = EffectDescription(effect.lift(inner).lift(outer))
            let once = EffectDescription(effect.lift(outer.appending(inner)))
            #expect(twice == once, "\(effect)")
        }
        #expect(outer.appending(inner).path == outer.path + inner.path)
        #expect(outer.appending(inner).id("load") == EffectDescription(effects[3].lift(inner).lift(outer)).id)
    }

    private enum Table: EffectTransducer {
        struct State {}
        enum Event: Equatable, Sendable { case pair(EitherEvent<Lottery.Event, Lottery.Event>) }
        typealias Env = BothEnvironments<Lottery.Env, Lottery.Env>
        static func update(_ state: inout State, event: Event) -> Effect? { nil }
    }

    @Test("Lifting random effects twice is lifting them once by the composition")
    func randomComposition() throws {
        let outer = Component<Table, Parallel<Lottery, Lottery>>(
            "pair", event: Table.Event.pair, extract: { if case .pair(let event) = $0 { event } else { nil } },
            env: { $0 })
        let inner = Component<Parallel<Lottery, Lottery>, Lottery>(
            "right", event: { .second($0) },
            extract: {
                switch $0 {
                case .first: nil
                case .second(let event): event
                }
            }, env: \.second)
        var compared = 0
        for seed in 1...2_000 as ClosedRange<UInt64> {
            var state = Lottery.State(name: "A", seed: seed)
            guard let effect = Lottery.update(&state, event: .init(number: 1)).0 else { continue }
            let twice = EffectDescription(effect.lift(inner).lift(outer))
            let once = EffectDescription(effect.lift(outer.appending(inner)))
            try #require(twice == once, "seed \(seed)")
            compared += 1
        }
        #expect(compared > 1_000)
    }

    @Test("A handle for a component sends its events as those of the composite")
    func input() async throws {
        let tester = TransducerTester(
            of: Shop.self, initialState: .init(), env: .init(), exhaustivity: .off)
        await tester.send(.open)
        let input = tester.proxy.input(of: Shop.detail)
        try input.send(.load)
        await tester.receive(.detail(.load)) { $0.page = .detail(.loading) }
        await tester.receive(.detail(.loaded(1))) { $0.page = .detail(.loaded(1)) }
        await tester.finish()
    }

    @Test("In every order of loading and leaving nothing of a component arrives after it has gone")
    func interleavings() async {
        let results = Counter()
        await explore(seeds: 1...500) {
            let proxy = Shop.Proxy(bufferSize: 64)
            let env = Shop.Env(
                detail: .init(load: {
                    await Task.yield()
                    return 1
                }))
            async let run = result {
                try await Shop.run(
                    initialState: .init(), proxy: proxy, env: env,
                    observer: .each(Shop.self) { occurrence in
                        guard case .transition(from: let before, .detail(.loaded), to: _) = occurrence else { return }
                        expect(before.page == .detail(.loading), "a result for a component that did not ask for it")
                        results.increment()
                    })
            }
            try await withThrowingTaskGroup { senders in
                senders.addTask { for _ in 0..<4 { try await proxy.sendWhenRoom(.open) } }
                senders.addTask { for _ in 0..<4 { try await proxy.sendWhenRoom(.detail(.load)) } }
                senders.addTask { for _ in 0..<4 { try await proxy.sendWhenRoom(.leave) } }
                try await senders.waitForAll()
            }
            await DeterministicExecutor.current?.idle()
            proxy.cancel()
            let outcome = await run
            expect(throws: TransducerError.cancelled) { try outcome.get() }
        }
        #expect(results.value > 0, "nothing was ever loaded")
    }
}
