@testable import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C27 One activity instead of a list", .interleaved)
struct SingleActivityTests {
    private enum State: Terminable {
        case waiting, answered
        var isTerminal: Bool { self == .answered }
    }

    private enum Event: Sendable { case answer }

    private enum One: EffectTransducer {
        typealias State = SingleActivityTests.State
        typealias Event = SingleActivityTests.Event

        static func activities(in state: State) -> Effect {
            Effect(id: "x") { _, input in try input.send(.answer) }
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            state = .answered
            return nil
        }
    }

    private enum AtMostOne: EffectTransducer {
        typealias State = SingleActivityTests.State
        typealias Event = SingleActivityTests.Event

        static func activities(in state: State) -> Effect? {
            switch state {
            case .waiting: Effect(id: "x") { _, input in try input.send(.answer) }
            case .answered: nil
            }
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            state = .answered
            return nil
        }
    }

    private enum Outer: CompositeTransducer {
        struct State: Terminable {
            var inner = SingleActivityTests.State.waiting
            var isTerminal = false
        }
        enum Event: Sendable { case inner(SingleActivityTests.Event), answer }

        static let inner = child("inner", AtMostOne.self, event: Event.inner, failure: .endsTheRun)

        static func activeChildren(in state: State) -> some ActiveChildren<Self> { inner(state.inner) }

        static func activities(in state: State) -> Effect? {
            switch state.inner {
            case .waiting: nil
            case .answered: Effect(id: "x") { _, input in try input.send(.answer) }
            }
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .inner(let event): return inner.step(&state.inner, event).effect
            case .answer: state.isTerminal = true
            }
            return nil
        }
    }

    @Test("An activities function may return one effect, or an optional one")
    func single() async throws {
        try await One.run(initialState: .waiting, proxy: One.Proxy())
        try await AtMostOne.run(initialState: .waiting, proxy: AtMostOne.Proxy())
        #expect(One.live(in: .waiting).activities.count == 1)
        #expect(AtMostOne.live(in: .answered).activities.isEmpty)
    }

    @Test("A composite and its child may return an optional activity")
    func composite() async throws {
        try await Outer.run(initialState: Outer.State(), proxy: Outer.Proxy())
    }
}
