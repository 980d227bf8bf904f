import Oak
import OakTesting

extension Comparison {
    /// A run whose every occurrence is kept, beside one with an idle observer and one without.
    public static let recorded = Comparison(
        Workload("drained, recorded by a `TraceRecorder`") { count, stopwatch in
            // Each event is taken, has a transition, and has an output.
            let recorder = TraceRecorder(of: Door.self, capacity: 3 * count + 2)
            try await Door.drain(count, observer: recorder, stopwatch)
            blackHole(recorder.trace.entries.count)
        },
        count: 100_000,
        baselines: [
            Baseline(
                Workload("an observer that does nothing") { count, stopwatch in
                    try await Door.drain(count, observer: IdleObserver(), stopwatch)
                }),
            noObserver,
        ])
}

struct IdleObserver: TransducerObserver {
    func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {}
}

extension Door {
    @inline(__always)
    static func drain(
        _ count: Int, observer: some TransducerObserver, _ stopwatch: any Stopwatch
    ) async throws {
        let proxy = Proxy(bufferSize: count)
        for event in events(count) { try proxy.send(event) }
        stopwatch.start()
        blackHole(try await run(initialState: .locked(passed: 0), proxy: proxy, observer: observer))
        stopwatch.stop()
    }
}
