import TestSupport
import Testing

@testable import Oak
@testable import OakTesting

@Suite("C19 Lifting an effect into the machine around it", .timeLimit(.minutes(20)))
struct LiftingTests {
    private typealias Inner = House<Loader>

    private enum Outer: CompositeTransducer {
        struct State { var inner = Inner.State() }
        enum Event: Sendable { case inner(Inner.Event) }
        typealias Env = Inner.Env
        static let inner = child("outer", Inner.self, event: Event.inner, env: { $0 })
        static func activeChildren(in state: State) -> Active<Self> { inner(state.inner) }
        static func update(_ state: inout State, event: Event) -> Effect? { nil }
    }

    /// Describes an effect of a child as the machine around it sees it.
    private func embedded<Event, OuterEvent>(
        _ effect: EffectDescription<Event>, in names: [ChildID], as embed: (Event) -> OuterEvent
    ) -> EffectDescription<OuterEvent> {
        let parts = effect.parts.map { embedded($0, in: names, as: embed) }
        return EffectDescription(
            effect.kind, id: effect.id?.within(names), events: effect.events.map(embed), parts: parts,
            pause: effect.pause)
    }

    @Test("Lifting twice embeds each event twice, and tells identities apart by the names of both")
    func composition() {
        let effects: [Loader.Effect] = [
            .event(.load), .events([.load, .close]), .cancelTask("load"), Loader.Effect(id: "load") { _, _ in },
            Loader.Effect(action: { _ in .load }),
            .sequence(.event(.load), Loader.Effect(id: 1) { _, _ in }),
            .combine(id: "all", .cancelTask(1), Loader.Effect(isolatedOperation: { _, _, _ in })),
        ]
        let names = [Outer.inner.name, Inner.inner.name]
        for effect in effects {
            let twice = EffectDescription(effect.lift(Inner.inner).lift(Outer.inner))
            let once = embedded(EffectDescription(effect), in: names) { Outer.Event.inner(.inner($0)) }
            #expect(twice == once, "\(effect)")
        }
        let id = EffectID("load", in: Outer.inner.name, Inner.inner.name)
        #expect(id == EffectDescription(effects[3].lift(Inner.inner).lift(Outer.inner)).id)
    }

    private enum Table: CompositeTransducer {
        struct State { var residence: Residence.State }
        enum Event: Sendable { case residence(Residence.Event) }
        typealias Env = Residence.Env
        static let residence = child("residence", Residence.self, event: Event.residence, env: { $0 })
        static func activeChildren(in state: State) -> Active<Self> { residence(state.residence) }
        static func update(_ state: inout State, event: Event) -> Effect? { nil }
    }

    @Test("Lifting random effects twice embeds each event twice, and tells identities apart by the names of both")
    func randomComposition() throws {
        let names = [Table.residence.name, Residence.guest.name]
        var compared = 0
        for seed in 1...2_000 as ClosedRange<UInt64> {
            var state = Lottery.State(name: "A", seed: seed)
            guard let effect = Lottery.update(&state, event: .init(number: 1)).0 else { continue }
            let twice = EffectDescription(effect.lift(Residence.guest).lift(Table.residence))
            let once = embedded(EffectDescription(effect), in: names) { Table.Event.residence(.guest($0)) }
            try #require(twice == once, "seed \(seed)")
            compared += 1
        }
        #expect(compared > 1_000)
    }

    @Test("A handle for a child sends its events as those of the composite")
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

    @Test("In every order of loading and leaving nothing of a child arrives after it has gone")
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
                        expectThat(before.page == .detail(.loading), "a result for a child that did not ask for it")
                        results.increment()
                    })
            }
            try await withThrowingTaskGroup { senders in
                senders.addTask { for _ in 0..<4 { try await proxy.sendWaitingForRoom(.open) } }
                senders.addTask { for _ in 0..<4 { try await proxy.sendWaitingForRoom(.detail(.load)) } }
                senders.addTask { for _ in 0..<4 { try await proxy.sendWaitingForRoom(.leave) } }
                try await senders.waitForAll()
            }
            await DeterministicExecutor.current?.idle()
            proxy.cancel()
            let outcome = await run
            expectThat(throws: TransducerError.cancelled) { try outcome.get() }
        }
        #expect(results.value > 0, "nothing was ever loaded")
    }
}
