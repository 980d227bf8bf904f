import Oak

extension Comparison {
    /// Events wait in the mailbox before the machine starts.
    public static let drained = Comparison(
        Workload("queued events drained") { count, stopwatch in
            let proxy = Door.Proxy(bufferSize: count)
            for event in Door.events(count) { try proxy.send(event) }
            stopwatch.start()
            blackHole(try await Door.run(initialState: .locked(passed: 0), proxy: proxy))
            stopwatch.stop()
        },
        count: 100_000,
        baselines: [
            Baseline(
                Workload("`AsyncStream`, `for await`") { count, stopwatch in
                    let (stream, continuation) = AsyncStream.makeStream(of: Door.Event.self)
                    for event in Door.events(count) { continuation.yield(event) }
                    stopwatch.start()
                    await runDoor(on: stream)
                    stopwatch.stop()
                }, .timesFaster(150)),
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
                    for event in Door.events(count) { mailbox.send(event) }
                    stopwatch.start()
                    await runDoor(on: mailbox)
                    stopwatch.stop()
                }),
            Baseline(
                Workload("bare `switch` loop") { count, stopwatch in
                    let events = Door.events(count)
                    stopwatch.start()
                    runDoor(on: events)
                    stopwatch.stop()
                }),
        ])

    /// The same, with a function that receives every output.
    public static let drainedWithCallback = Comparison(
        Workload("drained, with a `Callback` output") { count, stopwatch in
            let proxy = Door.Proxy(bufferSize: count)
            for event in Door.events(count) { try proxy.send(event) }
            stopwatch.start()
            try await Door.run(
                initialState: .locked(passed: 0), proxy: proxy, output: Callback { (output: Int) in blackHole(output) })
            stopwatch.stop()
        },
        count: 100_000,
        baselines: [
            Baseline(
                Workload("`AsyncStream`, `for await`, a function called") { count, stopwatch in
                    let (stream, continuation) = AsyncStream.makeStream(of: Door.Event.self)
                    for event in Door.events(count) { continuation.yield(event) }
                    stopwatch.start()
                    await runDoor(on: stream) { blackHole($0) }
                    stopwatch.stop()
                }, .timesFaster(8)),
            Baseline(
                Workload("hand-written mailbox, a function called") { count, stopwatch in
                    let mailbox = HandwrittenMailbox<Door.Event>()
                    for event in Door.events(count) { mailbox.send(event) }
                    stopwatch.start()
                    await runDoor(on: mailbox) { blackHole($0) }
                    stopwatch.stop()
                }),
        ])
}
