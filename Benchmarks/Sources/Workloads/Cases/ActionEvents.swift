import Oak

/// A machine that answers each of its events with the next one, a given number of times.
enum Countdown: EffectTransducer {
    enum State: Terminable {
        case counting(Int)
        case done

        var isTerminal: Bool {
            switch self {
            case .counting: false
            case .done: true
            }
        }
    }

    enum Event: Sendable {
        case step(Int)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.counting(1), .step):
            state = .done
            return nil
        case (.counting(let left), .step(let width)):
            state = .counting(left - width)
            return .event(.step(width))
        case (.done, .step):
            return nil
        }
    }
}

/// The same with a state of two fields, as in applications.
enum Clockwork: EffectTransducer {
    struct State: Terminable {
        var left: Int
        var ticks = 0

        var isTerminal: Bool { left == 0 }
    }

    enum Event: Sendable { case tick }

    static func update(_ state: inout State, event: Event) -> Effect? {
        state.left -= 1
        state.ticks += 1
        return state.isTerminal ? nil : .event(.tick)
    }
}

extension Comparison {
    /// One external event that leads to a chain of action events within its macrostep.
    public static let actionEvents = Comparison(
        Workload("action events") { count, stopwatch in
            let proxy = Countdown.Proxy(initialEvent: .step(1))
            stopwatch.start()
            try await Countdown.run(initialState: .counting(count), proxy: proxy)
            stopwatch.stop()
        },
        count: 1_000_000,
        limitInNanoseconds: 3,
        baselines: [
            streamFilledByReader,
            Baseline(
                Workload("bare `switch` loop") { count, stopwatch in
                    var state = Countdown.State.counting(count)
                    var next: Countdown.Event? = .step(1)
                    stopwatch.start()
                    while let event = next {
                        switch (state, event) {
                        case (.counting(1), .step):
                            state = .done
                            next = nil
                        case (.counting(let left), .step(let width)):
                            state = .counting(left - width)
                            next = .step(width)
                            blackHole(left)
                        case (.done, .step):
                            next = nil
                        }
                    }
                    stopwatch.stop()
                }),
        ])

    /// The same in a machine with a state of two fields.
    public static let ticks = Comparison(
        Workload("action events, a state of two fields") { count, stopwatch in
            let proxy = Clockwork.Proxy(initialEvent: .tick)
            stopwatch.start()
            try await Clockwork.run(initialState: Clockwork.State(left: count), proxy: proxy)
            stopwatch.stop()
        },
        count: 1_000_000,
        baselines: [streamFilledByReader])

    private static let streamFilledByReader = Baseline(
        Workload("`AsyncStream` that its reader fills") { count, stopwatch in
            let (stream, continuation) = AsyncStream.makeStream(of: Countdown.Event.self)
            var left = count / 10  // It takes long, and the cost of one does not depend on how many there are.
            continuation.yield(.step(1))
            stopwatch.start()
            for await case .step(let width) in stream {
                left -= width
                if left == 0 { break }
                continuation.yield(.step(width))
            }
            stopwatch.stop()
        })
}
