import Oak
import OakTesting
import TestSupport
import Testing

/// A machine that can be the child of a level.
protocol NestedMachine: ExecutableTransducer, SendableMetatype
where Env == Void, State: Sendable, Event: Sendable, Proxy == Oak.Proxy<Event> {
    static var fresh: State { get }
    /// An event for the innermost machine.
    static func innermost(_ event: Script.Event) -> Event
    /// The names of the events that the innermost machine has processed.
    static func names(in state: State) -> [String]
    /// The event that removes the child at a depth; the outermost child has depth zero.
    static func leave(at depth: Int) -> Event?
}

extension Script: NestedMachine {
    static var fresh: State { State() }
    static func innermost(_ event: Event) -> Event { event }
    static func names(in state: State) -> [String] { state.names }
    static func leave(at depth: Int) -> Event? { nil }
}

/// A composite with a child that may leave.
enum Level<Inner: NestedMachine>: CompositeTransducer, NestedMachine {
    struct State: Sendable, Terminable {
        var inner: Inner.State? = Inner.fresh
        var isTerminal = false
    }
    indirect enum Event: Sendable {
        case inner(Inner.Event), enter, leaveAndEnter, end
        /// Several, as action events.
        case all([Event])
    }
    typealias Output = [String]

    static var inner: Child<Self, Inner> { child("inner", Inner.self, event: Event.inner, failure: .endsTheRun) }

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { inner(state.inner) }

    static func update(
        _ state: inout State, event: Event
    ) -> (TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>?, [String]) {
        var effect: TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>?
        switch event {
        case .inner(let event): effect = inner.step(&state.inner, event).effect
        case .enter: state.inner = Inner.fresh
        case .leaveAndEnter:
            state.inner = nil
            effect = .event(.enter)
        case .all(let events): effect = .events(events)
        case .end: state.isTerminal = true
        }
        return (effect, names(in: state))
    }

    static var fresh: State { State() }
    static func innermost(_ event: Script.Event) -> Event { .inner(Inner.innermost(event)) }
    static func names(in state: State) -> [String] { state.inner.map { Inner.names(in: $0) } ?? ["nobody"] }
    static func leave(at depth: Int) -> Event? {
        depth == 0 ? .leaveAndEnter : Inner.leave(at: depth - 1).map { .inner($0) }
    }
}

@Suite("C28 Nested children and many children")
struct DeepChildrenTests {
    private typealias Three<Inner: NestedMachine> = Level<Level<Level<Inner>>>
    private typealias Nine<Inner: NestedMachine> = Three<Three<Three<Inner>>>

    /// Lets each level leave in turn while the innermost child has answered.
    private func leave<T: NestedMachine>(_ type: Level<T>.Type, depth: Int) async throws {
        let path = Array(repeating: "inner", count: depth).joined(separator: "/")
        for level in 0..<depth {
            let leave = try #require(Level<T>.leave(at: level))
            let burst = Level<T>.innermost(.init("burst", .events([.init("1"), .init("2")])))
            let stays = try await RecordedRun<[String]>.of(Level<T>.self, from: .init(), env: (), [burst], end: .end)
            #expect(try stays.output == ["burst", "1", "2"], "\(level) of \(depth)")
            // First it leaves behind the answers, and then before them.
            let lasting = Level<T>.innermost(.init("go", .lasting("w")))
            let left = try await RecordedRun<[String]>.of(
                Level<T>.self, from: .init(), env: (), [lasting, .all([burst, leave]), .all([leave, burst])], end: .end)
            #expect(left.effects == ["\(path): w started", "\(path): w childDeparted"], "\(level) of \(depth)")
            #expect(try left.output == ["burst", "1", "2"], "\(level) of \(depth)")
        }
        #expect(Level<T>.leave(at: depth) == nil)
    }

    @Test("Departing at any of up to twelve levels cancels the effects of the innermost child")
    func levels() async throws {
        try await leave(Level<Script>.self, depth: 1)
        try await leave(Three<Script>.self, depth: 3)
        try await leave(Level<Level<Three<Three<Script>>>>.self, depth: 8)
        try await leave(Nine<Script>.self, depth: 9)
        try await leave(Level<Nine<Script>>.self, depth: 10)
        try await leave(Level<Level<Nine<Script>>>.self, depth: 11)
        try await leave(Three<Nine<Script>>.self, depth: 12)
    }

    /// Has a deep child that leaves as soon as the second of its answers is processed.
    private enum Root<Inner: NestedMachine>: CompositeTransducer {
        struct State: Sendable, Terminable {
            var inner: Level<Inner>.State? = Level<Inner>.fresh
            var count = 0
            var isTerminal = false
        }
        enum Event: Sendable { case inner(Level<Inner>.Event), end }
        typealias Output = Int
        static var inner: Child<Self, Level<Inner>> {
            child("level", Level<Inner>.self, event: Event.inner, failure: .endsTheRun)
        }
        static func activeChildren(in state: State) -> some ActiveChildren<Self> { inner(state.inner) }
        static func update(
            _ state: inout State, event: Event
        ) -> (TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>?, Int) {
            switch event {
            case .inner(let event):
                state.count += 1
                // The first event came from outside.
                if state.count == 3 { state.inner = nil }
                return (inner.step(&state.inner, event).effect, state.count)
            case .end:
                state.isTerminal = true
                return (nil, state.count)
            }
        }
    }

    @Test("Action events of a nested child are dropped if it departs before them")
    func dropped() async throws {
        func play<T: NestedMachine>(_ type: T.Type) async throws {
            for answer in [
                .events([.init("1"), .init("2"), .init("3"), .init("4")]),
                .listed(
                    .event(.init("1")), .event(.init("2")), .event(.init("3")),
                    Script.Effect(action: { _ in .init("4") })),
            ] as [Script.Effect] {
                let run = try await RecordedRun<Int>.of(
                    Root<T>.self, from: .init(), env: (), [.inner(Level<T>.innermost(.init("go", answer)))], end: .end)
                #expect(try run.output == 3, "\(T.self)")
                #expect(run.refused.count == 1)
            }
        }
        try await play(Script.self)
        try await play(Three<Level<Level<Script>>>.self)
        try await play(Level<Three<Three<Script>>>.self)
        try await play(Level<Level<Three<Three<Script>>>>.self)
        try await play(Nine<Script>.self)
        try await play(Level<Nine<Script>>.self)
    }

    /// A machine that may contain itself, to any depth, around a machine with an activity.
    private enum Shaft: CompositeTransducer {
        enum Bottom: EffectTransducer {
            typealias State = Void
            typealias Event = Never
            static func activities(in state: State) -> [Effect] { [Effect(id: "pump") { _, _ in }] }
            static func update(_ state: inout State, event: Event) -> Effect? {}
        }
        indirect enum State: Sendable { case bottom, level(State) }
        enum Event: Sendable {
            indirect case level(Event)
            case bottom(Never)
        }
        static let level = child("level", Shaft.self, event: Event.level, failure: .endsTheRun)
        static let bottom = child("bottom", Bottom.self, event: Event.bottom, failure: .endsTheRun)
        static func activeChildren(in state: State) -> some ActiveChildren<Self> {
            switch state {
            case .bottom: bottom(())
            case .level(let inner): level(inner)
            }
        }
        static func update(_ state: inout State, event: Event) -> Effect? { nil }
    }

    @Test("The activity below a thousand children is found on a short stack")
    func activityAtTheBottom() async throws {
        try await onShortStack {
            let state = (1..<1_000).reduce(Shaft.State.bottom) { state, _ in .level(state) }
            let live = Shaft.live(in: state)
            #expect(live.children.count == 1_000)
            #expect(live.activities.map(\.child.count) == [1_000])
        }
    }

    // MARK: - Many

    /// Two hundred children, each declared as a child of its own.
    private enum ManyScripts: CompositeTransducer {
        struct State: Sendable, Terminable {
            var children = (0..<200).map { _ in Script.State?.some(Script.State()) }
            var log: [String] = []
            var isReversed = false
            var isTerminal = false
        }
        enum Event: Sendable { case child(Int, Script.Event), inactive(Int, Script.Event), leave([Int]), reverse, end }
        typealias Output = [String]
        static let declared = (0..<200).map { number in
            child(number, Script.self, event: { Event.child(number, $0) }, failure: .endsTheRun)
        }
        static func activeChildren(in state: State) -> some ActiveChildren<Self> {
            for number in state.isReversed ? Array(declared.indices.reversed()) : Array(declared.indices) {
                declared[number](state.children[number])
            }
        }
        static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
            var effect: Effect?
            switch event {
            case .child(let number, let event):
                state.log.append("\(number) \(event.name)")
                if event.name == "leave" { state.children[number] = nil }
                effect = declared[number].step(&state.children[number], event).effect
            case .inactive(let number, let event):
                // A child that is not there takes no step: this one is taken in the place of another.
                var other = Script.State()
                effect = declared[number].step(&other, event).effect
            case .leave(let numbers): for number in numbers { state.children[number] = nil }
            case .reverse: state.isReversed = true
            case .end: state.isTerminal = true
            }
            return (effect, state.log)
        }
    }

    @Test(
        "Each of two hundred children of one composite has its own effects and action events",
        arguments: [0, 62, 63, 64, 65, 123, 124, 125, 126, 127, 128, 129, 199])
    func many(number: Int) async throws {
        let lasting = Script.Event("go", .lasting("w"))
        let others = [0, 63, 64, 124, 125, 126, 127, 199].filter { $0 != number }
        let run = try await RecordedRun<[String]>.of(
            ManyScripts.self, from: .init(), env: (),
            (others + [number]).map { .child($0, lasting) } + [
                .reverse, .child(number, .init("burst", .events([.init("1"), .init("leave"), .init("never")]))),
                .child(others[0], .init("still")), .child(number, .init("gone")),
            ], end: .end)
        let log = try run.output.filter { !$0.hasSuffix(" go") }
        #expect(
            log == ["\(number) burst", "\(number) 1", "\(number) leave", "\(others[0]) still", "\(number) gone"])
        #expect(run.effects.filter { $0.hasSuffix("childDeparted") } == ["\(number): w childDeparted"])
        #expect(run.refused.count == 2)
    }

    @Test(
        "A departure cancels only the effects of the departing children, in the order of their names",
        arguments: [[0], [63], [64], [65, 129], [0, 63, 64, 127, 128, 129], Array(0..<200)])
    func departures(leaving: [Int]) async throws {
        let begin = (0..<200).map { ManyScripts.Event.child($0, .init("go", .lasting("w"))) }
        let run = try await RecordedRun<[String]>.of(
            ManyScripts.self, from: .init(), env: (), begin + [.leave(leaving)], end: .end)
        let departed = run.effects.filter { $0.hasSuffix("childDeparted") }
        #expect(departed == leaving.sorted { "\($0)" < "\($1)" }.map { "\($0): w childDeparted" })
    }

    @Test(
        "The error for an inactive child names the right child among many",
        arguments: [0, 63, 64, 124, 125, 126, 127, 199])
    func mistake(number: Int) async throws {
        for answer in [.event(.init("late")), .lasting("w")] as [Script.Effect] {
            var state = ManyScripts.State()
            state.children[number] = nil
            let run = try await RecordedRun<[String]>.of(
                ManyScripts.self, from: state, env: (), [.inactive(number, .init("go", answer))], end: .end)
            #expect(run.error == .childNotActive(transducer: "ManyScripts", child: "\(number)"))
        }
    }
}
