import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C28 Declaring children")
struct DeclarationTests {
    /// A machine of another type with the same events.
    private enum OtherScript: EffectTransducer {
        typealias State = Script.State
        typealias Event = Script.Event
        static func update(_ state: inout State, event: Event) -> TransducerEffect<Event, Env, Oak.Proxy<Event>.Input>?
        {
            event.effect
        }
    }

    private enum Part: Hashable, Sendable { case first, second }
    private enum Event: Sendable { case first(Script.Event), second(Script.Event), turn, end }
    private struct State: Terminable, Sendable {
        var parts: Set<Part>
        var child = Script.State()
        var isTerminal = false

        init(_ parts: Part...) { self.parts = Set(parts) }
    }

    /// Two machines, of the same kind or of different ones, with the same name.
    private enum Pair<Second: EffectTransducer>: CompositeTransducer
    where
        Second.State == Script.State, Second.Event == Script.Event, Second.Env == Void,
        Second.Proxy == Oak.Proxy<Script.Event>
    {
        typealias State = DeclarationTests.State
        typealias Event = DeclarationTests.Event
        static var first: Child<Self, Script> { child("child", Script.self, event: Event.first, failure: .endsTheRun) }
        static var second: Child<Self, Second> {
            child("child", Second.self, event: Event.second, failure: .endsTheRun)
        }
        static func activeChildren(in state: State) -> some ActiveChildren<Self> {
            if state.parts.contains(.first) { first }
            state.parts.contains(.second) ? second(state.child) : nil
        }
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .first(let event): return first.step(&state.child, event).effect
            case .second(let event): return second.step(&state.child, event).effect
            case .turn: state.parts = [.second]
            case .end: state.isTerminal = true
            }
            return nil
        }
    }
    private typealias SameKind = Pair<Script>
    private typealias DifferentKinds = Pair<OtherScript>

    /// A collection with the name of a child.
    private enum ChildAndCollection: CompositeTransducer {
        typealias State = DeclarationTests.State
        typealias Event = DeclarationTests.Event
        static let first = child("child", Script.self, event: Event.first, failure: .endsTheRun)
        static let second = children(
            "child", Script.self, event: { (_: Int, event) in Event.second(event) }, failure: .endsTheRun)
        static func activeChildren(in state: State) -> some ActiveChildren<Self> {
            if state.parts.contains(.first) { first }
            if state.parts.contains(.second) { second([1: state.child]) }
        }
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .first(let event): return first.step(&state.child, event).effect
            case .second(let event): return second[1].step(&state.child, event).effect
            case .turn: state.parts = [.second]
            case .end: state.isTerminal = true
            }
            return nil
        }
    }

    /// Runs a composite with some children and expects the error for two declarations with one name.
    private func expectMistake<T: CompositeTransducer & SendableMetatype>(
        _ type: T.Type, _ name: String, _ parts: Part..., on events: Event...,
        at site: SourceLocation = #_sourceLocation
    ) async throws where T.State == State, T.Event == Event, T.Output == Void, T.Env == Void, T.Proxy == Proxy<Event> {
        var state = State()
        state.parts = Set(parts)
        #expect(
            try await RecordedRun<Void>.of(type, from: state, env: (), events, end: .end).error
                == .childrenWithOneName(transducer: name, child: "child"), "\(parts) \(events)",
            sourceLocation: site)
    }

    @Test("Two declarations with the same name are an error that names it")
    func oneName() async throws {
        let effect = Script.Effect(id: "w") { _, _ in }
        _ = (SameKind.first, DifferentKinds.first, ChildAndCollection.first)
        for events in [[.turn], [.turn, .second(.init("go", effect))]] as [[Event]] {
            for part in [Part.first, .second] {
                try await expectMistake(SameKind.self, "Pair<Script>", part, on: events[0])
                try await expectMistake(DifferentKinds.self, "Pair<OtherScript>", part, on: events[0])
                try await expectMistake(ChildAndCollection.self, "ChildAndCollection", part, on: events[0])
            }
        }
        try await expectMistake(SameKind.self, "Pair<Script>", .first, .second, on: .first(.init("go")))
        try await expectMistake(DifferentKinds.self, "Pair<OtherScript>", .first, .second, on: .first(.init("go")))
        try await expectMistake(ChildAndCollection.self, "ChildAndCollection", .first, .second, on: .first(.init("go")))
    }

    @Test(
        "An effect of a second declaration with the same name is an error while the first is active",
        arguments: [true, false])
    func effectOfTheSecond(isEvent: Bool) async throws {
        let event = Script.Event("go", isEvent ? .event(.init("late")) : Script.Effect(id: "w") { _, _ in })
        _ = (SameKind.first, DifferentKinds.first, ChildAndCollection.first)
        try await expectMistake(SameKind.self, "Pair<Script>", .first, on: .second(event))
        try await expectMistake(DifferentKinds.self, "Pair<OtherScript>", .first, on: .second(event))
        try await expectMistake(ChildAndCollection.self, "ChildAndCollection", .first, on: .second(event))
    }

    // MARK: - One child

    /// A composite that declares its child again for each use.
    private enum Computed<Label>: CompositeTransducer {
        struct State: Terminable, Sendable {
            var child = Script.State()
            var group = Children<Int, Script.State>()
            var isThere = true
            var isTerminal = false
        }
        enum Event: Sendable { case one(Script.Event), group(Int, Script.Event), toggle, touch, end }
        typealias Output = [String]

        static var one: Child<Self, Script> { child("one", Script.self, event: Event.one, failure: .endsTheRun) }
        static var group: ChildCollection<Self, Int, Script> {
            children("group", Script.self, event: { Event.group($0, $1) }, failure: .endsTheRun)
        }

        static func activeChildren(in state: State) -> some ActiveChildren<Self> {
            if state.isThere {
                one
                group(state.group)
            }
        }
        static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
            var effect: Effect?
            switch event {
            case .one(let event): effect = one.step(&state.child, event).effect
            case .group(let key, let event): effect = group.step(&state.group, key, event).effect
            case .toggle: state.isThere.toggle()
            case .touch: break
            case .end: state.isTerminal = true
            }
            return (effect, state.child.names)
        }
    }

    @Test("All evaluations of one declaration are one child, also in a generic composite")
    func computed() async throws {
        let lasting = Script.Event("go", .lasting("w"))
        func play<Label>(_: Label.Type) async throws {
            var state = Computed<Label>.State()
            state.group[1] = Script.State()
            let run = try await RecordedRun<[String]>.of(
                Computed<Label>.self, from: state, env: (),
                [
                    .one(lasting), .group(1, lasting), .touch, .touch, .one(.init("ask", .event(.init("answer")))),
                    .toggle, .toggle,
                ], end: .end)
            #expect(try run.output == ["go", "ask", "answer"])
            #expect(run.effects.prefix(2) == ["one: w started", "group[1]: w started"])
            #expect(
                Set(run.effects.dropFirst(2)) == ["one: w childDeparted", "group[1]: w childDeparted"],
                "\(run.effects)")
        }
        try await play(Int.self)
        try await play(String.self)
        #expect(Computed<Int>.one.name == Computed<String>.one.name)
    }
}
