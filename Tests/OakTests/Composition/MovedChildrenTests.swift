import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C28 Children that move from one composite to another", .interleaved)
struct MovedChildrenTests {
    private enum CountingChild: EffectTransducer {
        struct State { var opened = 0 }
        enum Event: Sendable { case open, opened }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .open: return .event(.opened)
            case .opened:
                state.opened += 1
                return nil
            }
        }
    }

    /// Has a collection of the same name as the yard, but in another place.
    private enum Ship: CompositeTransducer {
        struct State { var crates: Children<Int, CountingChild.State> }
        enum Event: Sendable { case mast(CountingChild.Event), crate(Int, CountingChild.Event) }

        static let mast = child("mast", CountingChild.self, event: Event.mast)
        static let crates = children("crate", CountingChild.self, event: Event.crate)

        static func activeChildren(in state: State) -> Active<Self> {
            mast
            crates(state.crates)
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .mast: nil
            case .crate(let number, let event): crates.step(&state.crates, number, event).effect
            }
        }
    }

    private enum Yard: CompositeTransducer {
        enum State: Terminable {
            case ashore(Children<Int, CountingChild.State>), aboard(Ship.State), sunk
            var isTerminal: Bool { if case .sunk = self { true } else { false } }
        }
        enum Event: Sendable { case crate(Int, CountingChild.Event), ship(Ship.Event), load, sink }
        typealias Output = Int

        static let crates = children("crate", CountingChild.self, event: Event.crate)
        static let ship = child("ship", Ship.self, event: Event.ship)

        static func activeChildren(in state: State) -> Active<Self> {
            switch state {
            case .ashore(let states): crates(states)
            case .aboard(let inner): ship(inner)
            case .sunk: nothing
            }
        }

        static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
            switch (state, event) {
            case (.ashore(var states), .crate(let number, let event)):
                let step = crates.step(&states, number, event)
                state = .ashore(states)
                return (step.effect, 0)
            case (.ashore(let states), .load): state = .aboard(Ship.State(crates: states))
            case (.aboard(var inner), .ship(let event)):
                let step = ship.step(&inner, event)
                state = .aboard(inner)
                return (step.effect, 0)
            case (.aboard(let inner), .sink):
                state = .sunk
                return (nil, inner.crates.values.reduce(0) { $0 + $1.opened })
            case (.ashore, _), (.aboard, _), (.sunk, _): break
            }
            return (nil, 0)
        }
    }

    @Test("A child that moves to a collection of the same name receives its action events there")
    func moved() async throws {
        // Its place in its composite is the first one, where that of the other collection is the second.
        _ = (Ship.mast, Ship.crates, Yard.crates)
        let proxy = Yard.Proxy()
        try proxy.send(contentsOf: [.crate(7, .open), .load, .ship(.crate(7, .open)), .sink])
        #expect(try await Yard.run(initialState: .ashore([7: CountingChild.State()]), proxy: proxy) == 2)
    }

    // MARK: -

    private final class Label: Hashable, Sendable {
        static func == (one: Label, other: Label) -> Bool { one === other }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private enum Shelf: CompositeTransducer {
        struct State: Terminable {
            var crates: Children<Label, CountingChild.State> = [:]
            var isTerminal = false
        }
        enum Event: Sendable { case crate(Label, CountingChild.Event), add(Label), clear, cleared, end }

        static let crates = children("crate", CountingChild.self, event: Event.crate)

        static func activeChildren(in state: State) -> Active<Self> { crates(state.crates) }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .crate(let label, let event): return crates.step(&state.crates, label, event).effect
            case .add(let label): state.crates[label] = CountingChild.State()
            case .clear:
                for label in state.crates.keys { state.crates[label] = nil }
                return .event(.cleared)
            case .cleared: break
            case .end: state.isTerminal = true
            }
            return nil
        }
    }

    @Test("C25 A run without operations keeps nothing of departed children")
    func forgotten() async throws {
        let proxy = Shelf.Proxy()
        let run = Task(executorPreference: DeterministicExecutor.current) {
            try await Shelf.run(initialState: Shelf.State(), proxy: proxy)
        }
        weak var label: Label?
        do {
            let new = Label()
            label = new
            try proxy.send(contentsOf: [.add(new), .crate(new, .open), .clear])
        }
        await idle()
        // An event taken out of the mailbox may stay there until the next one is taken.
        try proxy.send(.clear)
        await idle()
        #expect(label == nil)
        try proxy.send(.end)
        try await run.value
    }
}
