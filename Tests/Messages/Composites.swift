// compiled with: -warnings-as-errors

import Oak

enum Lamp: Transducer {
    enum State { case off, on }
    enum Event: Sendable { case toggle }

    static func update(_ state: inout State, event: Event) {}
}

enum House: CompositeTransducer {
    enum State { case dark, lit(Lamp.State), manyLit(Children<Int, Lamp.State>) }
    enum Event: Sendable { case lamp(Lamp.Event), lamps(Int, Lamp.Event) }

    static let lamp = child("lamp", Lamp.self, event: Event.lamp)
    static let lamps = children("lamps", Lamp.self, event: Event.lamps)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state {
        case .dark: nothing
        case .lit: lamp
        // says: name the collection with its children, as in 'items(state.items)'
        case .manyLit: lamps
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? { nil }
}

enum Street: CompositeTransducer {
    enum State { case empty, built(House.State) }
    enum Event: Sendable { case house(House.Event) }

    // says: say what a failure of the child means: 'failure: { error in … }', or 'failure: .endsTheRun'
    static let house = child("house", House.self, event: Event.house)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state {
        case .empty: nothing
        // says: name the child with its state, as in 'case .open(let inner): child(inner)'
        case .built: house
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? { nil }
}

enum Boiler: EffectTransducer {
    enum State { case off }
    enum Event: Sendable { case light }
    struct Env: Sendable { var pressure = 1 }

    static func update(_ state: inout State, event: Event) -> Effect? { nil }
}

enum Cellar: CompositeTransducer {
    struct State {
        var boiler = Boiler.State.off
        var spares = Children<Int, Boiler.State>()
    }
    enum Event: Sendable { case boiler(Boiler.Event), spare(Int, Boiler.Event) }

    // says: the child has an environment: add 'env: \.…', which derives it from 'Env'
    static let boiler = child("boiler", Boiler.self, event: Event.boiler, failure: .endsTheRun)
    // says: the children have an environment: add 'env: { env, id in … }', which derives it from 'Env'
    static let spares = children("spares", Boiler.self, event: Event.spare)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { boiler(state.boiler) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        // says: result of call to 'route' is unused
        if case .boiler(let event) = event { boiler.route(&state.boiler, event) }
        return nil
    }
}
