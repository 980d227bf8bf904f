import Oak
import OakTesting
import Testing

/// Takes note, and has its component make room for another, in one transition.
private enum Street: EffectTransducer {
    enum Event: Equatable, Sendable { case exchange, noted, house(Lodging.Event) }
    struct State: Equatable, Sendable {
        var house = Lodging.State()
        var notes = 0
    }
    typealias Env = Loader.Env

    static let house = Component<Self, Lodging>(
        "house", event: Event.house, extract: { if case .house(let event) = $0 { event } else { nil } }, env: { $0 })

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .exchange:
            return .all(Effect(action: { _ in .noted }), house.step(&state.house, event: .exchange).effect)
        case .noted:
            state.notes += 1
            return .all(Effect { _, _ in }, Effect { _, _ in })
        case .house(let event):
            return house.step(&state.house, event: event).effect
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

    static let loader = Component<Self, Loader>(
        "loader", event: Event.loader, extract: { if case .loader(let event) = $0 { event } else { nil } },
        env: { $0 })

    static func callRoll(_ roll: inout Roll<Self>, of state: inout State) { roll.call(loader, as: state.number) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .exchange:
            state.number += 1
            state.loader = .idle
            return loader.step(&state.loader, event: .load).effect
        case .loader(let event):
            return loader.step(&state.loader, event: event).effect
        }
    }
}

@Suite("C18 C19 A component that goes behind other effects of a transition", .timeLimit(.minutes(5)))
struct DepartureOrderTests {
    @Test("C19 What takes its place keeps its effects, whatever the effects before have led to")
    func effectsBefore() async {
        let gate = Gate<Int>("load")
        let tester = TransducerTester<Street>(
            initialState: .init(), env: .init(load: gate.wait), exhaustivity: .off)
        await tester.send(.house(.loader(.load)))
        await tester.send(.exchange)
        await tester.receive(.noted) { $0.notes = 1 }
        tester.expectCancelled(
            .operation(id: Street.house.appending(Lodging.loader).id("load")), because: .componentLeft)
        #expect(gate.waiters == 1)
        gate.open(returning: 5)
        await tester.receive(.house(.loader(.loaded(5))))
        #expect(tester.state.house.loader == .loaded(5))
        await tester.finish()
    }
}
