import TestSupport
import Testing

@testable import Oak
@testable import OakTesting

@Suite("C19 Lifting effects into a composite")
struct LiftingTests {
    private typealias Inner = Wrapper<Loader>

    private enum Outer: CompositeTransducer {
        struct State { var inner = Inner.State() }
        enum Event: Sendable { case inner(Inner.Event) }
        typealias Env = Inner.Env
        static let inner = child("outer", Inner.self, event: Event.inner, env: { $0 }, failure: .endsTheRun)
        static func activeChildren(in state: State) -> some ActiveChildren<Self> { inner(state.inner) }
        static func update(_ state: inout State, event: Event) -> Effect? { nil }
    }

    /// Describes an effect of a child as the machine around it sees it.
    private func embedded<Event, OuterEvent>(
        _ effect: EffectDescription<Event>, in names: [ChildID], as embed: (Event) -> OuterEvent
    ) -> EffectDescription<OuterEvent> {
        let parts = effect.parts.map { embedded($0, in: names, as: embed) }
        return EffectDescription(
            kind: effect.kind, id: effect.id?.within(names), events: effect.events.map(embed), parts: parts,
            pause: effect.root.pause)
    }

    @Test("Lifting an effect twice embeds its events twice and adds both names to its identities")
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

    @Test("The input of a child sends its events as those of the composite")
    func input() async throws {
        let tester = TransducerTester(
            of: Inner.self, initialState: .init(inner: .idle), env: .init(), exhaustivity: .off)
        let input = tester.proxy.input(of: Inner.inner)
        try input.send(.load)
        await tester.receive(.inner(.load)) { $0.inner = .loading }
        await tester.receive(.inner(.loaded(1))) { $0.inner = .loaded(1) }
        await tester.finish()
    }
}
