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

    /// Has a collection with the same name as the outer composite, but in another place.
    private enum InnerComposite: CompositeTransducer {
        struct State { var counters: Children<Int, CountingChild.State> }
        enum Event: Sendable { case single(CountingChild.Event), counter(Int, CountingChild.Event) }

        static let single = child("single", CountingChild.self, event: Event.single, failure: .endsTheRun)
        static let counters = children("counter", CountingChild.self, event: Event.counter, failure: .endsTheRun)

        static func activeChildren(in state: State) -> some ActiveChildren<Self> {
            single
            counters(state.counters)
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .single: nil
            case .counter(let number, let event): counters.step(&state.counters, number, event).effect
            }
        }
    }

    private enum OuterComposite: CompositeTransducer {
        enum State: Terminable {
            case outside(Children<Int, CountingChild.State>), inside(InnerComposite.State), ended
            var isTerminal: Bool { if case .ended = self { true } else { false } }
        }
        enum Event: Sendable { case counter(Int, CountingChild.Event), nested(InnerComposite.Event), move, end }
        typealias Output = Int

        static let counters = children("counter", CountingChild.self, event: Event.counter, failure: .endsTheRun)
        static let nested = child("nested", InnerComposite.self, event: Event.nested, failure: .endsTheRun)

        static func activeChildren(in state: State) -> some ActiveChildren<Self> {
            switch state {
            case .outside(let states): counters(states)
            case .inside(let inner): nested(inner)
            case .ended: nothing
            }
        }

        static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
            switch (state, event) {
            case (.outside(var states), .counter(let number, let event)):
                let step = counters.step(&states, number, event)
                state = .outside(states)
                return (step.effect, 0)
            case (.outside(let states), .move): state = .inside(InnerComposite.State(counters: states))
            case (.inside(var inner), .nested(let event)):
                let step = nested.step(&inner, event)
                state = .inside(inner)
                return (step.effect, 0)
            case (.inside(let inner), .end):
                state = .ended
                return (nil, inner.counters.values.reduce(0) { $0 + $1.opened })
            case (.outside, _), (.inside, _), (.ended, _): break
            }
            return (nil, 0)
        }
    }

    @Test("A child that moves to a collection of the same name receives its action events there")
    func moved() async throws {
        // The collections have different places: the second in the inner composite, the first in the outer one.
        _ = (InnerComposite.single, InnerComposite.counters, OuterComposite.counters)
        let proxy = OuterComposite.Proxy()
        try proxy.send(contentsOf: [.counter(7, .open), .move, .nested(.counter(7, .open)), .end])
        #expect(try await OuterComposite.run(initialState: .outside([7: CountingChild.State()]), proxy: proxy) == 2)
    }

    // MARK: -

    private final class Label: Hashable, Sendable {
        static func == (one: Label, other: Label) -> Bool { one === other }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private enum CollectionComposite: CompositeTransducer {
        struct State: Terminable {
            var counters: Children<Label, CountingChild.State> = [:]
            var isTerminal = false
        }
        enum Event: Sendable { case counter(Label, CountingChild.Event), add(Label), clear, cleared, end }

        static let counters = children("counter", CountingChild.self, event: Event.counter, failure: .endsTheRun)

        static func activeChildren(in state: State) -> some ActiveChildren<Self> { counters(state.counters) }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .counter(let label, let event): return counters.step(&state.counters, label, event).effect
            case .add(let label): state.counters[label] = CountingChild.State()
            case .clear:
                for label in state.counters.keys { state.counters[label] = nil }
                return .event(.cleared)
            case .cleared: break
            case .end: state.isTerminal = true
            }
            return nil
        }
    }

    @Test("C25 A run without operations keeps nothing of departed children")
    func forgotten() async throws {
        let proxy = CollectionComposite.Proxy()
        let run = Task {
            try await CollectionComposite.run(initialState: CollectionComposite.State(), proxy: proxy)
        }
        weak var label: Label?
        do {
            let new = Label()
            label = new
            try proxy.send(contentsOf: [.add(new), .counter(new, .open), .clear])
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
