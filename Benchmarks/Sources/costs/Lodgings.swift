import Oak

/// An identity of sixteen bytes without alignment, like a UUID.
struct Serial: Hashable, Sendable {
    typealias Half = (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8)

    var halves: (Half, Half)

    init(_ number: UInt8) {
        halves = ((0, 0, 0, 0, 0, 0, 0, number), (0, 0, 0, 0, 0, 0, 0, number))
    }

    static func == (lhs: Serial, rhs: Serial) -> Bool { lhs.halves.0.7 == rhs.halves.0.7 }

    func hash(into hasher: inout Hasher) { hasher.combine(halves.0.7) }
}

/// A machine with an identity: another identity makes it another machine.
enum Lodging: CompositeTransducer {
    enum Name: Sendable {
        case number(Int)
        case text(String)
        case serial(Serial)
    }

    struct State: Terminable {
        let name: Name
        var lodger: Chain.State
        var isTerminal: Bool { lodger.isTerminal }
    }

    enum Event: Sendable {
        case lodger(Chain.Event)
    }

    static let lodger = child("lodger", Chain.self, event: Event.lodger, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state.name {
        case .number(let number): lodger.active(as: number)
        case .text(let text): lodger.active(as: text)
        case .serial(let serial): lodger.active(as: serial)
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .lodger(let event): lodger.step(&state.lodger, event).effect
        }
    }
}

/// Several machines that are always active, and an optional one.
enum Hamlet: CompositeTransducer {
    struct State: Terminable {
        var first: Chain.State
        var second: Chain.State
        var third: Chain.State?
        var isTerminal: Bool { second.isTerminal }
    }

    enum Event: Sendable {
        case first(Chain.Event)
        case second(Chain.Event)
        case third(Chain.Event)
    }

    static let first = child("first", Chain.self, event: Event.first, failure: .endsTheRun)
    static let second = child("second", Chain.self, event: Event.second, failure: .endsTheRun)
    static let third = child("third", Chain.self, event: Event.third, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        first
        second
        third(state.third)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .first(let event): first.step(&state.first, event).effect
        case .second(let event): second.step(&state.second, event).effect
        case .third(let event): third.step(&state.third, event).effect
        }
    }
}
