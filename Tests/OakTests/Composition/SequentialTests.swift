import Oak
import OakTesting
import Testing

@Suite("C19 Two machines one behind the other")
struct SequentialTests {
    /// Gives back what it gets.
    private enum Identity: Transducer {
        struct State: Sendable, Equatable {}
        typealias Event = Int
        static func update(_ state: inout State, event: Int) -> Int { event }
    }

    private enum Sum: Transducer {
        struct State: Sendable, Equatable { var total = 0 }
        typealias Event = Int
        static func isTerminal(_ state: State) -> Bool { state.total >= 100 }
        static func update(_ state: inout State, event: Int) -> Int {
            state.total += event
            return state.total
        }
    }

    private enum Even: Transducer {
        struct State: Sendable, Equatable {}
        typealias Event = Int
        static func update(_ state: inout State, event: Int) -> Int? { event % 2 == 0 ? event : nil }
    }

    @Test("An output of the first is processed by the second within the same macrostep")
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

    @Test("What has no event for the second machine passes it by")
    func skipping() async throws {
        let outputs = try await outputs(
            of: SequentialSkippingNil<Even, Sum>.self, from: .init(.init(), .init()), env: .init(),
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
}
