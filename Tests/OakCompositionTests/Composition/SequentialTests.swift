import Oak
import OakTesting
import TestSupport
import Testing

/// A machine that adds up numbers and ends at a hundred.
enum CappedSum: Transducer {
    struct State: Terminable, Equatable {
        var total = 0
        var isTerminal: Bool { total >= 100 }
    }
    typealias Event = Int
    static func update(_ state: inout State, event: Int) -> Int {
        state.total += event
        return state.total
    }
}

@Suite("C19 Sequential machines")
struct SequentialTests {
    private typealias Sum = CappedSum

    /// A machine whose output is its event.
    private enum Identity: Transducer {
        struct State: Sendable, Equatable {}
        typealias Event = Int
        static func update(_ state: inout State, event: Int) -> Int { event }
    }

    private enum Even: Transducer {
        struct State: Sendable, Equatable {}
        typealias Event = Int
        static func update(_ state: inout State, event: Int) -> Int? { event % 2 == 0 ? event : nil }
    }

    @Test("The second machine processes an output of the first within the same macrostep")
    func cascade() async {
        let tester = TransducerTester(
            of: Sequential<Sum, Sum>.self, initialState: .init(.init(), .init()), env: .init())
        await tester.send(.first(1)) {
            $0.first.total = 1
            $0.second.total = 1
        }
        tester.expectOutput(1)
        await tester.send(.first(2)) {
            $0.first.total = 3
            $0.second.total = 4
        }
        tester.expectOutput(4)
        await tester.finish()
    }

    private enum EvenSum: Cascade {
        typealias First = Even
        typealias Second = Sum
        static func event(from output: Int?) -> Int? { output }
    }

    @Test("An output that maps to no event does not reach the second machine")
    func skipping() async throws {
        let outputs = try await outputs(
            of: EvenSum.self, from: .init(.init(), .init()), env: .init(),
            [.first(1), .first(2), .first(3), .first(4)])
        #expect(outputs == [nil, 2, nil, 6])
    }

    @Test("The composite ends when the second machine ends, or when the first has ended")
    func ending() async {
        let tester = TransducerTester(
            of: Sequential<Identity, Sum>.self, initialState: .init(.init(), .init()), env: .init(), exhaustivity: .off)
        await tester.send(.first(99))
        #expect(!tester.hasEnded)
        await tester.send(.first(1))
        #expect(await tester.finish() == 100)

        let other = TransducerTester(
            of: Sequential<Sum, Identity>.self, initialState: .init(.init(), .init()), env: .init(), exhaustivity: .off)
        await other.send(.first(100))
        #expect(await other.finish() == 100)
    }

    /// Answers a call by an action, and hands on all it hears.
    private enum Echo: EffectTransducer {
        struct State: Equatable, Sendable {
            let name: String
            var heard: [String] = []
        }
        enum Event: Equatable, Sendable { case call, echo(of: String) }
        typealias Env = Recorder<String>
        typealias Output = Event

        static func update(_ state: inout State, event: Event) -> (Effect?, Event) {
            switch event {
            case .call:
                state.heard.append("call")
                return (
                    Effect(action: { [name = state.name] (env: Recorder<String>) -> [Event] in
                        env.record("\(name) acts")
                        return [.echo(of: name), .echo(of: name + " again")]
                    }), .call
                )
            case .echo(of: let name):
                state.heard.append(name)
                return (nil, event)
            }
        }
    }

    @Test("The effects of the first machine precede the effects of the second")
    func order() async {
        let acts = Recorder<String>()
        let tester = TransducerTester(
            of: Sequential<Echo, Echo>.self, initialState: .init(.init(name: "A"), .init(name: "B")),
            env: .init(acts, acts), exhaustivity: .off)
        await tester.send(contentsOf: [.first(.call), .first(.echo(of: "outside"))])
        await tester.receive(.first(.call)) {
            $0.first.heard = ["call"]
            $0.second.heard = ["call"]
        }
        for (event, name) in [("A", "A"), ("A again", "A"), ("B", "B"), ("B again", "B"), ("outside", "A")] {
            let echo = Echo.Event.echo(of: event)
            await tester.receive(name == "A" ? .first(echo) : .second(echo))
        }
        #expect(acts.values == ["A acts", "B acts"])
        #expect(tester.state.first.heard == ["call", "A", "A again", "outside"])
        #expect(tester.state.second.heard == ["call", "A", "A again", "B", "B again", "outside"])
        await tester.finish()
    }

    /// Ends after the first machine only when the second has got something.
    private enum LastingCascade: Cascade {
        typealias First = Sum
        typealias Second = Sum
        static func event(from output: Int) -> Int? { output < 100 ? output : nil }
        static func mayEnd(afterFirst state: Sum.State) -> Bool { state.total > 0 }
    }

    @Test("The second machine decides whether the composite ends with the first")
    func mayEnd() async {
        let tester = TransducerTester(
            of: LastingCascade.self, initialState: .init(.init(), .init()), env: .init(), exhaustivity: .off)
        await tester.send(.first(100)) { $0.first.total = 100 }
        #expect(!tester.hasEnded)
        await tester.send(.first(1))
        tester.expectRejected(.first(1))
        await tester.send(.second(5)) { $0.second.total = 5 }
        await tester.finish(returning: 5)
    }
}
