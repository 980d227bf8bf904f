import Oak
import OakTesting
import TestSupport
import Testing

/// A composite that performs an action and replaces its grandchild in one transition.
private enum OuterComposite: CompositeTransducer {
    enum Event: Equatable, Sendable { case exchange, noted, inner(Wrapper<Loader>.Event) }
    struct State: Equatable, Sendable {
        var inner = Wrapper<Loader>.fresh
        var notes = 0
    }
    typealias Env = Loader.Env

    static let inner = child("outer", Wrapper<Loader>.self, event: Event.inner, env: { $0 }, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { inner(state.inner) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .exchange:
            let departure = inner.step(&state.inner, .exchange).effect
            let load = inner.step(&state.inner, Wrapper<Loader>.load).effect
            return .all(Effect(action: { _ in .noted }), departure, load)
        case .noted:
            state.notes += 1
            return .all(Effect { _, _ in }, Effect { _, _ in })
        case .inner(let event):
            return inner.step(&state.inner, event).effect
        }
    }
}

@Suite("C18 C28 Order of departures")
struct DepartureOrderTests {
    @Test("C28 A departure precedes the effects listed before it, and the successor keeps its own effects")
    func effectsBefore() async {
        let gate = Gate<Int>("load")
        let tester = TransducerTester<OuterComposite>(
            initialState: .init(), env: .init(load: gate.wait), exhaustivity: .off)
        await tester.send(.inner(Wrapper<Loader>.load))
        await tester.send(.exchange)
        tester.expectCancelled(
            .operation(id: EffectID("load", in: OuterComposite.inner.name, Wrapper<Loader>.inner.name)),
            because: .childDeparted)
        await tester.receive(.noted) { $0.notes = 1 }
        #expect(gate.waiters == 1)
        gate.open(returning: 5)
        await tester.receive(.inner(.inner(.loaded(5))))
        #expect(tester.state.inner.inner == .loaded(5))
        await tester.finish()
    }
}
