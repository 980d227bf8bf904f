import TestSupport
import Testing

@testable import Oak
@testable import OakTesting

@Suite("C20 Descriptions of effects")
struct EffectDescriptionTests {
    typealias Effect = TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>
    typealias Description = EffectDescription<Event>
    /// Not `Equatable`.
    enum Event { case first, second(Int) }
    enum Name { case load }

    static var examples: [(effect: Effect, text: String)] {
        [
            (.event(.second(1)), ".event(.second(1))"),
            (.events([.first, .second(2)]), ".events([.first, .second(2)])"),
            (Effect(action: { _ in .first }), ".action"),
            (Effect(isolatedAction: { _, _ in .first }), ".isolatedAction"),
            (Effect(operation: { _, _ in }), ".operation"),
            (Effect(id: "load") { _, _ in }, #".operation(id: "load")"#),
            (Effect(id: Name.load) { _, _ in }, ".operation(id: EffectDescriptionTests.Name.load)"),
            (Effect(id: 1, isolatedOperation: { _, _, _ in }), ".isolatedOperation(id: 1)"),
            (
                Effect(id: 1, operation: { _, _ in }, after: .milliseconds(1_500)),
                ".operation(id: 1, after: .milliseconds(1500))"
            ),
            (Effect(operation: { _, _ in }, after: .seconds(2)), ".operation(after: .seconds(2))"),
            (.cancelTask("load"), #".cancelTask("load")"#),
            (
                .sequence(id: "all", .cancelTask("load"), .combine(.event(.first), Effect(operation: { _, _ in }))),
                #".sequence(id: "all", [.cancelTask("load"), .combination([.event(.first), .operation])])"#
            ),
        ]
    }

    @Test("An effect is described with the code that a test would contain", arguments: examples.indices)
    func text(example: Int) {
        #expect("\(Description(Self.examples[example].effect))" == Self.examples[example].text)
    }

    @Test("Two descriptions are equal exactly if their effects are equal", arguments: examples.indices)
    func equality(example: Int) {
        let description = Description(Self.examples[example].effect)
        for (index, other) in Self.examples.enumerated() {
            #expect((description == Description(other.effect)) == (index == example))
        }
        #expect(description.matches(description))
    }

    @Test("A written description agrees with the effect it describes")
    func agreement() {
        #expect(Description.operation(id: "load") == Description(Effect(id: "load") { _, _ in }))
        #expect(Description.operation(id: Name.load) == Description(Effect(id: Name.load) { _, _ in }))
        #expect(Description.operation == Description(Effect(operation: { _, _ in })))
        #expect(Description.events([.first, .second(2)]) == Description(Effect.events([.first, .second(2)])))
        #expect(Description.events([.first, .second(2)]) != Description(Effect.events([.first, .second(3)])))
        #expect(
            Description.sequence([.cancelTask(1), .action]) == Description(Effect.sequence(.cancelTask(1), action)))
        #expect(
            Description.sequence([.action, .cancelTask(1)]) != Description(Effect.sequence(.cancelTask(1), action)))
        #expect(Description.operation(id: 1) != Description(Effect(id: 1.0) { _, _ in }))
    }

    private var action: Effect { Effect(action: { _ in .first }) }

    @Test("C32 Effects of any depth or breadth are described, compared, hashed and printed", arguments: [1, 100_000])
    func size(depth: Int) async throws {
        let length = try await onShortStack {
            func description() -> Description {
                let list = Effect.sequence(Array(repeating: .cancelTask(1), count: 100_001 - depth))
                return Description((1..<depth).reduce(list) { effect, _ in .sequence(effect) })
            }
            let (one, other) = (description(), description())
            guard one == other, one.matches(other), one.hashValue == other.hashValue else { return 0 }
            return Description.sequence(other.parts) == one ? one.description.utf8.count : 0
        }
        #expect(length == depth * ".sequence([])".count + (100_001 - depth) * ".cancelTask(1), ".count - 2)
    }

    @Test("A delay is compared only where the test states it")
    func delay() {
        let delayed = Description(Effect(id: 1, operation: { _, _ in }, after: .seconds(1)))
        #expect(Description.operation(id: 1).matches(delayed))
        #expect(Description.operation(id: 1, after: .seconds(1)).matches(delayed))
        #expect(!Description.operation(id: 1, after: .seconds(2)).matches(delayed))
        #expect(!delayed.matches(.operation(id: 1)))
    }

    @Test("A summary from an observer matches every effect of its kind and identity")
    func summary() {
        let told = Description(EffectSummary(kind: .sequence, id: EffectID("all"), number: 3))
        #expect(Description.sequence(id: "all", [.action]).matches(told))
        #expect(told.matches(.sequence(id: "all", [.action])))
        #expect(!Description.sequence([.action]).matches(told))
        #expect("\(told)" == #".sequence(id: "all")"#)
        let operation = Description(EffectSummary(kind: .operation, id: nil, number: 4))
        #expect(Description.operation(after: .seconds(1)).matches(operation))
    }

    @Test("A transition with a departure is stated with the departure and all other effects")
    func departures() {
        expectTransition(
            of: Room.self, from: .open(.locked), on: .leave, to: .closed, effect: .departure(of: Room.door))
        expectTransition(
            of: Room.self, from: .open(.locked), on: .exchange, to: .open(.unlocked),
            effect: .list([.departure(of: Room.door), .list([.cancelTask("light"), .event(.door(.push))])]))
        expectTransition(
            of: Room.self, from: .open(.unlocked), on: .door(.demolish), to: .closed, effect: .departure(of: Room.door))
        expectTransition(of: Room.self, from: .closed, on: .door(.push), to: .closed, effect: .rejection)
        let issues = Issues.of {
            expectTransition(
                of: Room.self, from: .open(.locked), on: .leave, to: .closed, effect: .departure(of: Room.window))
        }
        #expect(issues.message(0).contains(#"+ .departure(of: ChildID("door"))"#))
    }
}

/// A composite with a child in one of its cases, and a child that is never active.
private enum Room: CompositeTransducer {
    enum Door: Transducer {
        enum State { case locked, unlocked, demolished }
        enum Event { case push, demolish }
        static func isTerminal(_ state: State) -> Bool { state == .demolished }
        static func update(_ state: inout State, event: Event) {
            switch event {
            case .push: state = .locked
            case .demolish: state = .demolished
            }
        }
    }
    enum State: Equatable { case open(Door.State), closed }
    enum Event { case leave, exchange, door(Door.Event), window(Door.Event) }

    static let door = child("door", Door.self, event: Event.door)
    static let window = child("window", Door.self, event: Event.window)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state {
        case .open(let inner): door.active(as: inner)
        case .closed: nothing
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (_, .leave):
            state = .closed
            return .all(nil, nil)
        case (_, .exchange):
            state = .open(.unlocked)
            return .all(.cancelTask("light"), nil, .event(.door(.push)))
        case (.open(var inner), .door(let event)):
            let step = door.step(&inner, event)
            switch step.outcome {
            case .running, .refused: state = .open(inner)
            case .ended: state = .closed
            }
            return .all(step.effect)
        case (.closed, .door(let event)): return door.refuse(event)
        case (_, .window): return nil
        }
    }
}
