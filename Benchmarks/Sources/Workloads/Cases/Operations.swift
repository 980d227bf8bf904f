import Oak

/// A machine that starts an operation, waits for its answer, and starts the next one, a given number of times.
enum Enquiry: EffectTransducer {
    enum State: Terminable {
        case asking(Int)
        case done

        var isTerminal: Bool {
            switch self {
            case .asking: false
            case .done: true
            }
        }
    }

    enum Event: Sendable {
        case begin
        case answered
    }

    static let ask = Effect { _, input in try input.send(.answered) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.asking, .begin):
            return ask
        case (.asking(1), .answered):
            state = .done
            return nil
        case (.asking(let left), .answered):
            state = .asking(left - 1)
            return ask
        case (.done, _):
            return nil
        }
    }
}

extension Comparison {
    /// An operation is started, sends one event, and the event is processed.
    public static let operationRoundTrip = Comparison(
        Workload("operation round trip") { count, stopwatch in
            let proxy = Enquiry.Proxy(initialEvent: .begin)
            stopwatch.start()
            try await Enquiry.run(initialState: .asking(count), proxy: proxy)
            stopwatch.stop()
        },
        count: 10_000,
        statistic: .median,
        baselines: [
            Baseline(.bareTask, .timesAsLong(1.5)),
            Baseline(
                Workload("hand-written mailbox, a task each") { count, stopwatch in
                    let mailbox = HandwrittenMailbox<Enquiry.Event>()
                    mailbox.send(.begin)
                    var left = count
                    stopwatch.start()
                    await mailbox.forEach { event in
                        switch event {
                        case .begin: break
                        case .answered: left -= 1
                        }
                        guard left > 0 else { return false }
                        Task { mailbox.send(.answered) }
                        return true
                    }
                    stopwatch.stop()
                }),
        ])
}
