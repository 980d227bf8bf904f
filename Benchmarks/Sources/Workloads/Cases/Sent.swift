import Oak

extension Comparison {
    /// Another task sends while the machine runs: from the first `send` until the machine has ended.
    public static let sent = Comparison(
        Workload("sent by another task while running") { count, stopwatch in
            let proxy = Door.Proxy(bufferSize: count)
            let events = Door.events(count)
            async let end = Door.run(initialState: .locked(passed: 0), proxy: proxy)
            stopwatch.start()
            for event in events { try proxy.send(event) }
            blackHole(try await end)
            stopwatch.stop()
        },
        count: 100_000,
        statistic: .median,
        baselines: [
            Baseline(
                Workload("`AsyncStream`, `for await`") { count, stopwatch in
                    let (stream, continuation) = AsyncStream.makeStream(of: Door.Event.self)
                    let events = Door.events(count)
                    async let end: Void = runDoor(on: stream)
                    stopwatch.start()
                    for event in events { continuation.yield(event) }
                    await end
                    stopwatch.stop()
                }, .timesFaster(10)),
            Baseline(
                Workload("actor method per event") { count, stopwatch in
                    let door = DoorActor()
                    let events = Door.events(count)
                    stopwatch.start()
                    for event in events { await door.receive(event) }
                    stopwatch.stop()
                }),
            Baseline(
                Workload("hand-written mailbox") { count, stopwatch in
                    let mailbox = HandwrittenMailbox<Door.Event>()
                    let events = Door.events(count)
                    async let end: Void = runDoor(on: mailbox)
                    stopwatch.start()
                    for event in events { mailbox.send(event) }
                    await end
                    stopwatch.stop()
                }),
        ])

    /// Several events at once, in short lives: from the first `send` until all are processed.
    ///
    /// Each life is short enough that its buffer is not returned to the operating system and requested again, which
    /// would cost more than the events.
    public static let sentInBatches = Comparison(
        Workload("`send(contentsOf:)` of 100, and drained") { count, stopwatch in
            let batches = Door.batches
            stopwatch.start()
            for _ in 0..<count / Door.eventsOfALife {
                let proxy = Door.Proxy(bufferSize: Door.eventsOfALife)
                for batch in batches { try proxy.send(contentsOf: batch) }
                blackHole(try await Door.run(initialState: .locked(passed: 0), proxy: proxy))
            }
            stopwatch.stop()
        },
        count: 100_000,
        limitInNanoseconds: 4,
        baselines: [
            Baseline(
                Workload("`AsyncStream`, a `yield` each") { count, stopwatch in
                    let batches = Door.batches
                    stopwatch.start()
                    for _ in 0..<count / Door.eventsOfALife {
                        let (stream, continuation) = AsyncStream.makeStream(of: Door.Event.self)
                        for batch in batches {
                            for event in batch { continuation.yield(event) }
                        }
                        await runDoor(on: stream)
                    }
                    stopwatch.stop()
                }),
            Baseline(
                Workload("hand-written mailbox") { count, stopwatch in
                    let batches = Door.batches
                    stopwatch.start()
                    for _ in 0..<count / Door.eventsOfALife {
                        let mailbox = HandwrittenMailbox<Door.Event>()
                        for batch in batches { mailbox.send(contentsOf: batch) }
                        await runDoor(on: mailbox)
                    }
                    stopwatch.stop()
                }),
        ])
}

extension Door {
    fileprivate static let eventsOfALife = 2_000

    /// The events of a life, in batches of a hundred.
    fileprivate static var batches: [[Event]] {
        let events = events(eventsOfALife)
        return stride(from: 0, to: events.count, by: 100).map { Array(events[$0..<$0 + 100]) }
    }
}
