import Oak
import OakTesting
import TestSupport
import Testing

/// A machine that can be a child of a nest.
protocol Nestling: ExecutableTransducer, SendableMetatype
where Env == Void, State: Sendable, Event: Sendable, Proxy == Oak.Proxy<Event> {
    static var fresh: State { get }
    /// An event for the innermost.
    static func innermost(_ event: Puppet.Event) -> Event
    /// Which have been processed by the innermost.
    static func names(in state: State) -> [String]
    /// The event that lets the child go at a depth, the outermost at zero.
    static func leave(at depth: Int) -> Event?
}

extension Puppet: Nestling {
    static var fresh: State { State() }
    static func innermost(_ event: Event) -> Event { event }
    static func names(in state: State) -> [String] { state.names }
    static func leave(at depth: Int) -> Event? { nil }
}

/// Has a child, which may leave, and does what a child of that depth is told.
enum Nest<Inner: Nestling>: CompositeTransducer, Nestling {
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

    static var inner: Child<Self, Inner> { child("inner", Inner.self, event: Event.inner) }

    static func activeChildren(in state: State) -> Active<Self> { inner(state.inner) }

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
    static func innermost(_ event: Puppet.Event) -> Event { .inner(Inner.innermost(event)) }
    static func names(in state: State) -> [String] { state.inner.map { Inner.names(in: $0) } ?? ["nobody"] }
    static func leave(at depth: Int) -> Event? {
        depth == 0 ? .leaveAndEnter : Inner.leave(at: depth - 1).map { .inner($0) }
    }
}

@Suite("C28 Children deep within one another, and many of them", .timeLimit(.minutes(20)))
struct DeepChildrenTests {
    private typealias Three<Inner: Nestling> = Nest<Nest<Nest<Inner>>>
    private typealias Nine<Inner: Nestling> = Three<Three<Three<Inner>>>

    /// Lets each level leave in turn while the innermost child has answered.
    private func leave<T: Nestling>(_ type: Nest<T>.Type, depth: Int) async throws {
        let path = Array(repeating: "inner", count: depth).joined(separator: "/")
        for level in 0..<depth {
            let leave = try #require(Nest<T>.leave(at: level))
            let burst = Nest<T>.innermost(.init("burst", .events([.init("1"), .init("2")])))
            let stays = try await Performance<[String]>.of(Nest<T>.self, from: .init(), env: (), [burst], end: .end)
            #expect(try stays.output == ["burst", "1", "2"], "\(level) of \(depth)")
            // First it leaves behind the answers, and then before them.
            let lasting = Nest<T>.innermost(.init("go", .lasting("w")))
            let left = try await Performance<[String]>.of(
                Nest<T>.self, from: .init(), env: (), [lasting, .all([burst, leave]), .all([leave, burst])], end: .end)
            #expect(left.effects == ["\(path): w started", "\(path): w childDeparted"], "\(level) of \(depth)")
            #expect(try left.output == ["burst", "1", "2"], "\(level) of \(depth)")
        }
        #expect(Nest<T>.leave(at: depth) == nil)
    }

    @Test("The effects of a child up to twelve levels deep go when any level around it leaves")
    func levels() async throws {
        try await leave(Nest<Puppet>.self, depth: 1)
        try await leave(Three<Puppet>.self, depth: 3)
        try await leave(Nest<Nest<Three<Three<Puppet>>>>.self, depth: 8)
        try await leave(Nine<Puppet>.self, depth: 9)
        try await leave(Nest<Nine<Puppet>>.self, depth: 10)
        try await leave(Nest<Nest<Nine<Puppet>>>.self, depth: 11)
        try await leave(Three<Nine<Puppet>>.self, depth: 12)
    }

    /// Has a deep child that leaves as soon as the second of its answers is processed.
    private enum Roof<Inner: Nestling>: CompositeTransducer {
        struct State: Sendable, Terminable {
            var inner: Nest<Inner>.State? = Nest<Inner>.fresh
            var count = 0
            var isTerminal = false
        }
        enum Event: Sendable { case inner(Nest<Inner>.Event), end }
        typealias Output = Int
        static var inner: Child<Self, Nest<Inner>> { child("nest", Nest<Inner>.self, event: Event.inner) }
        static func activeChildren(in state: State) -> Active<Self> { inner(state.inner) }
        static func update(
            _ state: inout State, event: Event
        ) -> (TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>?, Int) {
            switch event {
            case .inner(let event):
                state.count += 1
                // The first is what it was sent.
                if state.count == 3 { state.inner = nil }
                return (inner.step(&state.inner, event).effect, state.count)
            case .end:
                state.isTerminal = true
                return (nil, state.count)
            }
        }
    }

    @Test("Action events of a deep child are dropped when it leaves before they are processed")
    func dropped() async throws {
        func play<T: Nestling>(_ type: T.Type) async throws {
            for answer in [
                .events([.init("1"), .init("2"), .init("3"), .init("4")]),
                .listed(
                    .event(.init("1")), .event(.init("2")), .event(.init("3")),
                    Puppet.Effect(action: { _ in .init("4") })),
            ] as [Puppet.Effect] {
                let performance = try await Performance<Int>.of(
                    Roof<T>.self, from: .init(), env: (), [.inner(Nest<T>.innermost(.init("go", answer)))], end: .end)
                #expect(try performance.output == 3, "\(T.self)")
                #expect(performance.refused.count == 1)
            }
        }
        try await play(Puppet.self)
        try await play(Three<Nest<Nest<Puppet>>>.self)
        try await play(Nest<Three<Three<Puppet>>>.self)
        try await play(Nest<Nest<Three<Three<Puppet>>>>.self)
        try await play(Nine<Puppet>.self)
        try await play(Nest<Nine<Puppet>>.self)
    }

    // MARK: - Many

    /// Two hundred puppets, each declared as a child of its own.
    private enum Legion: CompositeTransducer {
        struct State: Sendable, Terminable {
            var puppets = (0..<200).map { _ in Puppet.State?.some(Puppet.State()) }
            var log: [String] = []
            var isReversed = false
            var isTerminal = false
        }
        enum Event: Sendable { case puppet(Int, Puppet.Event), leave([Int]), reverse, end }
        typealias Output = [String]
        static let puppets = (0..<200).map { number in
            child(number, Puppet.self, event: { Event.puppet(number, $0) })
        }
        static func activeChildren(in state: State) -> Active<Self> {
            for number in state.isReversed ? Array(puppets.indices.reversed()) : Array(puppets.indices) {
                puppets[number](state.puppets[number])
            }
        }
        static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
            var effect: Effect?
            switch event {
            case .puppet(let number, let event):
                state.log.append("\(number) \(event.name)")
                if event.name == "leave" { state.puppets[number] = nil }
                effect = puppets[number].step(&state.puppets[number], event).effect
            case .leave(let numbers): for number in numbers { state.puppets[number] = nil }
            case .reverse: state.isReversed = true
            case .end: state.isTerminal = true
            }
            return (effect, state.log)
        }
    }

    @Test(
        "Each of two hundred children of one composite has effects and action events of its own",
        arguments: [0, 62, 63, 64, 65, 123, 124, 125, 126, 127, 128, 129, 199])
    func many(number: Int) async throws {
        let lasting = Puppet.Event("go", .lasting("w"))
        let others = [0, 63, 64, 124, 125, 126, 127, 199].filter { $0 != number }
        let performance = try await Performance<[String]>.of(
            Legion.self, from: .init(), env: (),
            (others + [number]).map { .puppet($0, lasting) } + [
                .reverse, .puppet(number, .init("burst", .events([.init("1"), .init("leave"), .init("never")]))),
                .puppet(others[0], .init("still")), .puppet(number, .init("gone")),
            ], end: .end)
        let log = try performance.output.filter { !$0.hasSuffix(" go") }
        #expect(
            log == ["\(number) burst", "\(number) 1", "\(number) leave", "\(others[0]) still", "\(number) gone"])
        #expect(performance.effects.filter { $0.hasSuffix("childDeparted") } == ["\(number): w childDeparted"])
        #expect(performance.refused.count == 2)
    }

    @Test("A mistake names the right one of many", arguments: [0, 63, 64, 124, 125, 126, 127, 199])
    func mistake(number: Int) async throws {
        for answer in [.event(.init("late")), .lasting("w")] as [Puppet.Effect] {
            var state = Legion.State()
            state.puppets[number] = nil
            // A child that is not there takes no step: this one is taken in the place of another.
            let performance = try await Performance<[String]>.of(
                Misled.self, from: state, env: (), [.puppet(number, .init("go", answer))], end: .end)
            #expect(performance.error == .childNotActive(transducer: "Misled", child: "\(number)"))
        }
    }

    /// Lets children take steps that are not active.
    private enum Misled: CompositeTransducer {
        typealias State = Legion.State
        typealias Event = Legion.Event
        typealias Output = [String]
        static let puppets = (0..<200).map { number in
            child(number, Puppet.self, event: { Event.puppet(number, $0) })
        }
        static func activeChildren(in state: State) -> Active<Self> {
            for number in puppets.indices { puppets[number](state.puppets[number]) }
        }
        static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
            guard case .puppet(let number, let event) = event else {
                state.isTerminal = true
                return (nil, [])
            }
            var other = Puppet.State()
            return (puppets[number].step(&other, event).effect, [])
        }
    }
}
