import Oak
import OakTesting
import TestSupport
import Testing

/// A composite that performs an action and replaces its grandchild in one transition.
private enum OuterComposite: CompositeTransducer {
    enum Event: Equatable, Sendable { case exchange, noted, inner(LoaderComposite.Event) }
    struct State: Equatable, Sendable {
        var inner = LoaderComposite.State()
        var notes = 0
    }
    typealias Env = Loader.Env

    static let inner = child("inner", LoaderComposite.self, event: Event.inner, env: { $0 }, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { inner(state.inner) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .exchange:
            return .all(Effect(action: { _ in .noted }), inner.step(&state.inner, .exchange).effect)
        case .noted:
            state.notes += 1
            return .all(Effect { _, _ in }, Effect { _, _ in })
        case .inner(let event):
            return inner.step(&state.inner, event).effect
        }
    }
}

/// A composite whose loader can be replaced by a new one that loads at once.
private enum LoaderComposite: CompositeTransducer {
    enum Event: Equatable, Sendable { case exchange, loader(Loader.Event) }
    struct State: Equatable, Sendable {
        var number = 0
        var loader = Loader.State.idle
    }
    typealias Env = Loader.Env

    static let loader = child("loader", Loader.self, event: Event.loader, env: { $0 }, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { loader.active(as: state.number) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .exchange:
            state.number += 1
            state.loader = .idle
            return loader.step(&state.loader, .load).effect
        case .loader(let event):
            return loader.step(&state.loader, event).effect
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
        await tester.send(.inner(.loader(.load)))
        await tester.send(.exchange)
        tester.expectCancelled(
            .operation(id: EffectID("load", in: OuterComposite.inner.name, LoaderComposite.loader.name)),
            because: .childDeparted)
        await tester.receive(.noted) { $0.notes = 1 }
        #expect(gate.waiters == 1)
        gate.open(returning: 5)
        await tester.receive(.inner(.loader(.loaded(5))))
        #expect(tester.state.inner.loader == .loaded(5))
        await tester.finish()
    }
}
