import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C28 Children that move from one composite to another", .interleaved)
struct MovedChildrenTests {
    private static let open = Script.Event("open", .event(.init("opened")))

    /// Has a collection with the same name as the outer composite, but in another place.
    private enum InnerComposite: CompositeTransducer {
        struct State { var counters: Children<Int, Script.State> }
        enum Event: Sendable { case single(Script.Event), counter(Int, Script.Event) }

        static let single = child("single", Script.self, event: Event.single, failure: .endsTheRun)
        static let counters = children("counter", Script.self, event: Event.counter, failure: .endsTheRun)

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
            case outside(Children<Int, Script.State>), inside(InnerComposite.State), ended
            var isTerminal: Bool { if case .ended = self { true } else { false } }
        }
        enum Event: Sendable { case counter(Int, Script.Event), nested(InnerComposite.Event), move, end }
        typealias Output = Int

        static let counters = children("counter", Script.self, event: Event.counter, failure: .endsTheRun)
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
                return (nil, inner.counters.values.reduce(0) { $0 + $1.names.count { $0 == "opened" } })
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
        try proxy.send(contentsOf: [.counter(7, Self.open), .move, .nested(.counter(7, Self.open)), .end])
        #expect(try await OuterComposite.run(initialState: .outside([7: Script.State()]), proxy: proxy) == 2)
    }

    // MARK: -

    private final class Label: Hashable, Sendable {
        static func == (one: Label, other: Label) -> Bool { one === other }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    @Test("C25 A run without operations keeps nothing of departed children")
    func forgotten() async throws {
        typealias Labelled = ScriptCollection<Label>
        let proxy = Labelled.Proxy()
        let run = Task {
            try await Labelled.run(initialState: .init(), proxy: proxy)
        }
        let clear = Labelled.Event.perform { state in
            for label in state.scripts.keys { state.scripts[label] = nil }
            return .event(.perform { _ in nil })
        }
        weak var label: Label?
        do {
            let new = Label()
            label = new
            let add = Labelled.Event.perform { [new] state in
                state.scripts[new] = Script.State()
                return nil
            }
            try proxy.send(contentsOf: [add, .script(new, Self.open), clear])
        }
        await idle()
        // An event taken out of the mailbox may stay there until the next one is taken.
        try proxy.send(clear)
        await idle()
        #expect(label == nil)
        try proxy.send(.end)
        try await run.value
    }
}
