import Oak
import Testing

/// Observing outputs, and piping them into another machine.
@Suite("Outputs", .timeLimit(.minutes(20)))
struct CallbackTests {
    enum Tally: Transducer {
        struct State: Terminable {
            var counter = 0
            var isTerminal: Bool { counter == 3 }
        }
        enum Event { case tap }
        typealias Output = Int

        static func update(_ state: inout State, event: Event) -> Output {
            state.counter += 1
            return state.counter
        }
    }

    /// Takes the outputs of a tally as its events.
    enum Sum: Transducer {
        struct State: Terminable {
            var sum = 0
            var isTerminal: Bool { sum >= 6 }
        }
        typealias Event = Int
        typealias Proxy = SyncSuspendingProxy<Int>

        static func update(_ state: inout State, event: Int) -> Int {
            state.sum += event
            return state.sum
        }
    }

    @Test("A callback receives each output")
    func callback() async throws {
        let proxy = Tally.Proxy()
        try proxy.send(contentsOf: [.tap, .tap, .tap])

        let (values, incoming) = AsyncStream<Int>.makeStream()
        let output = Callback<Int> { value in
            incoming.yield(value)
        }
        let last = try await Tally.run(
            initialState: Tally.State(),
            proxy: proxy,
            output: output
        )
        incoming.finish()
        #expect(last == 3)
        #expect(await values.reduce(into: []) { $0.append($1) } == [1, 2, 3])
    }

    @Test("A callback written on the main actor may touch what belongs to it")
    @MainActor func mainActorState() async throws {
        final class Model { var lastOutput = "" }
        let model = Model()
        let proxy = Tally.Proxy()
        try proxy.send(contentsOf: [.tap, .tap, .tap])
        try await Tally.run(
            initialState: Tally.State(), proxy: proxy,
            output: Callback { output in
                model.lastOutput = "Last action: \(output)"
            })
        #expect(model.lastOutput == "Last action: 3")
    }

    @Test("The outputs of one machine are the events of another")
    func pipe() async throws {
        let producer = Tally.Proxy()
        let consumer = Sum.Proxy()
        async let sum = Sum.run(initialState: Sum.State(), proxy: consumer)
        async let tally = Tally.run(initialState: Tally.State(), proxy: producer, output: consumer.input)

        try producer.send(contentsOf: [.tap, .tap, .tap])
        #expect(try await tally == 3)
        #expect(try await sum == 6)
    }
}
