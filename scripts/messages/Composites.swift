import Oak

enum Lamp: Transducer {
    enum State { case off, on }
    enum Event: Sendable { case toggle }

    static func update(_ state: inout State, event: Event) {}
}

enum House: CompositeTransducer {
    enum State { case dark, lit(Lamp.State), manyLit(Children<Int, Lamp.State>) }
    enum Event: Sendable { case lamp(Lamp.Event), lamps(Int, Lamp.Event) }

    static let lamp = Component<Self, Lamp>(
        "lamp", event: Event.lamp, extract: { if case .lamp(let event) = $0 { event } else { nil } })
    static let lamps = ComponentCollection<Self, Int, Lamp>(
        "lamps", event: Event.lamps, extract: { if case .lamps(let id, let event) = $0 { (id, event) } else { nil } })

    static func callRoll(_ roll: inout Roll<Self>, of state: inout State) {
        // says: let the closure take no argument: it looks at the 'state' that 'callRoll' is given
        roll.call(lamp) { if case .lit = $0 { true } else { false } }
        // says: let the closure take no argument: it looks at the 'state' that 'callRoll' is given
        roll.call(lamps) { if case .manyLit = $0 { true } else { false } }
    }

    static func update(_ state: inout State, event: Event) -> Effect? { nil }
}
