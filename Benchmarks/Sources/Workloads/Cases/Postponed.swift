import Oak

/// A counter that serves one customer at a time, and asks others to wait or sends them away.
enum Service: EffectTransducer {
    enum State: Terminable, Equatable {
        case free
        case serving
        case closed

        var isTerminal: Bool { self == .closed }
    }

    enum Event: Sendable {
        case begin
        case item(Int)
        case visit(waits: Bool)
        case finish
        case close
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.free, .begin):
            state = .serving
            return nil
        case (.serving, .finish):
            state = .free
            return nil
        case (_, .close):
            state = .closed
            return nil
        case (.serving, .visit(waits: true)): return .postpone
        case (.serving, .item(let value)), (.free, .item(let value)):
            blackHole(value)
            return nil
        case (.free, .visit), (.free, .finish), (.serving, .visit(waits: false)), (.serving, .begin), (.closed, _):
            return nil
        }
    }

    /// Rounds of ten events, one of which is a visit while another customer is served.
    static func events(_ count: Int, waiting: Bool) -> [Event] {
        let round: [Event] = [
            .begin, .item(1), .item(2), .item(3), .visit(waits: waiting), .item(4), .item(5), .item(6), .finish,
            .item(7),
        ]
        return (0..<count / round.count).flatMap { _ in round } + [.close]
    }

    /// - Parameter sent: Whether the clock also runs while the events are sent.
    static func serve(_ count: Int, waiting: Bool, sent: Bool, _ stopwatch: any Stopwatch) async throws {
        let events = events(count, waiting: waiting)
        let proxy = Proxy(bufferSize: events.count)
        if sent { stopwatch.start() }
        for event in events { try proxy.send(event) }
        if !sent { stopwatch.start() }
        try await run(initialState: .free, proxy: proxy)
        stopwatch.stop()
    }
}

extension Comparison {
    /// Events are sent one by one and then processed, and one in ten is postponed when its turn comes.
    public static let postponed = Comparison(
        Workload("sent and drained, a tenth postponed") { count, stopwatch in
            try await Service.serve(count, waiting: true, sent: true, stopwatch)
        },
        count: 1_000_000,
        baselines: [
            Baseline(
                Workload("the same, nothing postponed") { count, stopwatch in
                    try await Service.serve(count, waiting: false, sent: true, stopwatch)
                }, .timesAsLong(2))
        ])

    /// The same without the cost of sending.
    public static let postponedInQueue = Comparison(
        Workload("drained, a tenth postponed") { count, stopwatch in
            try await Service.serve(count, waiting: true, sent: false, stopwatch)
        },
        count: 1_000_000,
        baselines: [
            Baseline(
                Workload("drained, nothing postponed") { count, stopwatch in
                    try await Service.serve(count, waiting: false, sent: false, stopwatch)
                })
        ])
}
