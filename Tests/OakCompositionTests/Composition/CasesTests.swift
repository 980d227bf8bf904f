import Oak
import OakTesting
import Testing

/// A door and a lamp, in cases of every depth.
private enum Room: CompositeTransducer {
    enum Lamp: EffectTransducer {
        enum State: Sendable { case on }
        enum Event: Sendable { case flicker }
        static func activities(in state: State) -> [Effect] { [Effect(id: "glow") { _, _ in }] }
        static func update(_ state: inout State, event: Event) -> Effect? { nil }
    }
    enum Door: Transducer {
        enum State: Sendable { case shut }
        enum Event: Sendable { case knock }
        static func update(_ state: inout State, event: Event) {}
    }
    enum State: Sendable { case empty, door, both, lamp, lampAlone(isOpen: Bool), doorAgain, last }
    enum Event: Sendable { case go(State), lamp(Lamp.Event), door(Door.Event) }

    static let lamp = child("lamp", Lamp.self, event: Event.lamp, failure: .endsTheRun)
    static let door = child("door", Door.self, event: Event.door)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state {
        case .empty: nothing
        case .door: door
        case .both:
            door
            switch state {
            case .both: lamp(.on)
            case .empty, .door: nothing
            case .lamp, .lampAlone, .doorAgain, .last: door
            }
        case .lamp: lamp(.on)
        case .lampAlone(let isOpen):
            if isOpen { door }
            lamp(.on)
        case .doorAgain: if true { door }
        case .last: nothing
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .go(let next):
            state = next
            return nil
        case .lamp(let event): return lamp.refuse(event)
        case .door(let event): return door.refuse(event)
        }
    }
}

@Suite("C28 Children in cases of the state")
struct CasesTests {
    /// The names of the children that go with a transition.
    private func departed(from state: Room.State, to next: Room.State) -> Set<String> {
        var state = state
        let effect = Room.step(&state, event: .go(next)).0
        let description = effect.map { "\(EffectDescription($0))" } ?? ""
        return Set(["door", "lamp"].filter { description.contains($0) })
    }

    @Test("Cases with and without activities can be combined in any order")
    func cases() {
        for next in [Room.State.empty, .last] {
            #expect(departed(from: .door, to: next) == ["door"])
            #expect(departed(from: .doorAgain, to: next) == ["door"])
            #expect(departed(from: .lamp, to: next) == ["lamp"])
            #expect(departed(from: .both, to: next) == ["door", "lamp"])
            #expect(departed(from: .lampAlone(isOpen: true), to: next) == ["door", "lamp"])
            #expect(departed(from: .lampAlone(isOpen: false), to: next) == ["lamp"])
        }
        #expect(departed(from: .door, to: .doorAgain) == [])
        #expect(departed(from: .door, to: .both) == [])
        #expect(departed(from: .both, to: .lamp) == ["door"])
        #expect(departed(from: .both, to: .doorAgain) == ["lamp"])
    }
}
