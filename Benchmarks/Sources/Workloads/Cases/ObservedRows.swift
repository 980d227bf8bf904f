import Oak
import Observation

extension Comparison {
    /// An event of one row, and the next reading of that row, while each row is observed.
    static let observedRows = Comparison(
        observing(10_000), count: 10_000, baselines: [Baseline(observing(10), .timesAsLong(3))])

    private static func observing(_ rows: Int) -> Workload {
        Workload("a row of \(rows) that are observed") { count, stopwatch in
            try await sendToRows(rows, count, stopwatch)
        }
    }

    @MainActor
    private static func sendToRows(_ rows: Int, _ count: Int, _ stopwatch: any Stopwatch) throws {
        let station = ObservableTransducer(of: Station.self, initialState: Station.State(turnstiles: rows))
        let readings = Readings()
        for row in 0..<rows { readings.read(row, of: station) }
        var row = 0
        stopwatch.start()
        for _ in 0..<count {
            try station.send(.turnstile(row, .pass))
            for row in readings.takeStale() { readings.read(row, of: station) }
            row = (row + 1) % rows
        }
        stopwatch.stop()
        precondition(readings.count == rows + count)
        blackHole(station.state.turnstiles.count)
    }
}

/// Rows as views read them: each again when it has changed.
@MainActor
private final class Readings {
    private(set) var count = 0
    private var stale: [Int] = []

    func read(_ row: Int, of station: ObservableTransducer<Station>) {
        count += 1
        withObservationTracking {
            blackHole(station.child(Station.turnstiles, row)?.state.passed ?? 0)
        } onChange: { [self] in
            MainActor.assumeIsolated { stale.append(row) }
        }
    }

    func takeStale() -> [Int] {
        defer { stale.removeAll(keepingCapacity: true) }
        return stale
    }
}

/// A machine with a row for each turnstile.
private enum Station: CompositeTransducer {
    struct State {
        var turnstiles: Children<Int, Turnstile.State>

        init(turnstiles count: Int) {
            turnstiles = Children(uniqueKeysWithValues: (0..<count).map { ($0, Turnstile.State()) })
        }
    }
    enum Event: Sendable { case turnstile(Int, Turnstile.Event) }

    static let turnstiles = children("turnstile", Turnstile.self, event: Event.turnstile)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { turnstiles(state.turnstiles) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .turnstile(let number, let event): turnstiles.step(&state.turnstiles, number, event).effect
        }
    }
}
