import Oak

extension Comparison {
    /// A whole life: a proxy and its machine are created, process one event, and end.
    public static let createRunFinish = Comparison(
        Workload("create, run, finish") { count, stopwatch in
            stopwatch.start()
            for _ in 0..<count {
                let proxy = Door.Proxy(bufferSize: 8, initialEvent: .close)
                blackHole(try await Door.run(initialState: .locked(passed: 0), proxy: proxy))
            }
            stopwatch.stop()
        },
        count: 10_000,
        statistic: .median,
        baselines: [
            Baseline(.bareTask, .timesAsLong(0.5)),
            Baseline(
                Workload("`AsyncStream`, `for await`") { count, stopwatch in
                    stopwatch.start()
                    for _ in 0..<count {
                        let (stream, continuation) = AsyncStream.makeStream(of: Door.Event.self)
                        continuation.yield(.close)
                        await runDoor(on: stream)
                    }
                    stopwatch.stop()
                }),
            Baseline(
                Workload("hand-written mailbox") { count, stopwatch in
                    stopwatch.start()
                    for _ in 0..<count {
                        let mailbox = HandwrittenMailbox<Door.Event>()
                        mailbox.send(.close)
                        await runDoor(on: mailbox)
                    }
                    stopwatch.stop()
                }),
        ])
}
