import Oak
import OakTesting
import Testing

/// Takes note, and has its child make room for another, in one transition.
private enum Street: CompositeTransducer {
    enum Event: Equatable, Sendable { case exchange, noted, house(Lodging.Event) }
    struct State: Equatable, Sendable {
        var house = Lodging.State()
        var notes = 0
    }
    typealias Env = Loader.Env

    static let house = child("house", Lodging.self, event: Event.house, env: { $0 })

    static func activeChildren(in state: State) -> Active<Self> { house(state.house) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .exchange:
            return .all(Effect(action: { _ in .noted }), house.step(&state.house, .exchange).effect)
        case .noted:
            state.notes += 1
            return .all(Effect { _, _ in }, Effect { _, _ in })
        case .house(let event):
            return house.step(&state.house, event).effect
        }
    }
}

/// Has a loader that another one, which loads at once, can take the place of.
private enum Lodging: CompositeTransducer {
    enum Event: Equatable, Sendable { case exchange, loader(Loader.Event) }
    struct State: Equatable, Sendable {
        var number = 0
        var loader = Loader.State.idle
    }
    typealias Env = Loader.Env

    static let loader = child("loader", Loader.self, event: Event.loader, env: { $0 })

    static func activeChildren(in state: State) -> Active<Self> { loader.active(as: state.number) }

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
        let tester = TransducerTester<Street>(
            initialState: .init(), env: .init(load: gate.wait), exhaustivity: .off)
        await tester.send(.house(.loader(.load)))
        await tester.send(.exchange)
        tester.expectCancelled(
            .operation(id: EffectID("load", in: Street.house.name, Lodging.loader.name)), because: .childDeparted)
        await tester.receive(.noted) { $0.notes = 1 }
        #expect(gate.waiters == 1)
        gate.open(returning: 5)
        await tester.receive(.house(.loader(.loaded(5))))
        #expect(tester.state.house.loader == .loaded(5))
        await tester.finish()
    }
}
