import Counters
import Oak
import Testing

@Suite("A pure counter")
struct CounterTests {
    @Test(
        "Every event leads to its value",
        arguments: [(Counter.Event.increment, 6), (.decrement, 4), (.reset, 0)])
    func events(event: Counter.Event, value: Int) {
        var state = Counter.State(value: 5)
        #expect(Counter.update(&state, event: event) == value)
        #expect(state == Counter.State(value: value))
    }

    @Test("A run delivers its first value and then one for each event")
    func run() async throws {
        let proxy = Counter.Proxy()
        try proxy.send(contentsOf: [.increment, .increment, .decrement, .reset, .decrement])
        var values: [Int] = []
        let output = Callback<Int> { value in
            values.append(value)
            if value < 0 { proxy.cancel() }
        }
        await #expect(throws: TransducerError.cancelled) {
            try await Counter.run(initialState: Counter.State(), proxy: proxy, output: output)
        }
        #expect(values == [0, 1, 2, 1, 0, -1])
    }
}
