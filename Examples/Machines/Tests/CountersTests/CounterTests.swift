import Counters
import Oak
import OakTesting
import Testing

@Suite("A pure counter")
struct CounterTests {
    @Test("Every event sets the expected value")
    func events() {
        expectTable(
            of: Counter.self, states: [Counter.State(value: 5)], events: [.increment, .decrement, .reset])
    }

    @Test("A run delivers its initial value and then one value for each event")
    func run() async {
        let tester = TransducerTester(of: Counter.self, initialState: Counter.State())
        tester.expectOutput(0)
        for (event, value) in [(.increment, 1), (.increment, 2), (.decrement, 1), (.reset, 0), (.decrement, -1)]
            as [(Counter.Event, Int)]
        {
            await tester.send(event) { $0.value = value }
            tester.expectOutput(value)
        }
        await tester.cancel()
        await tester.finish(throwing: TransducerError.cancelled)
    }
}
