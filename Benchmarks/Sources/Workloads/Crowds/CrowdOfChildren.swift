import Oak

// Children in large numbers. Their operations are live when the clock starts, unless they begin then.

extension Crowd {
    static let children = [
        childrenBegunAndEnded, childrenBegunAndLeft, childrenRemovedAtOnce, childrenRemovedOneByOne,
        idleChildrenRemovedAtOnce, idleChildrenRemovedOneByOne, eventForEach, observedEventForEach, broadcast,
    ]

    static let childrenBegunAndEnded = Workload("children begun and ended") { count, stopwatch in
        let proxy = Inn.Proxy(bufferSize: 2 * count)
        try proxy.send(contentsOf: (0..<count).map { .welcome($0, .eat) })
        stopwatch.start()
        try await Inn.run(initialState: .init(missing: count), proxy: proxy, env: (), systemActor: Ground())
        stopwatch.stop()
    }

    private static let childrenBegunAndLeft = Workload(
        "children begun and left, without operations"
    ) { count, stopwatch in
        let visits = (0..<count).flatMap { [Inn.Event.welcome($0, .nod), .sendAway($0)] }
        try await process(visits, from: .init(), stopwatch)
    }

    private static let childrenRemovedAtOnce = Workload("children removed at once") { count, stopwatch in
        try await remove(count, by: { _ in [.sendAllAway] }, stopwatch)
    }

    private static let childrenRemovedOneByOne = Workload("children removed one by one") { count, stopwatch in
        try await remove(count, by: { $0.map { .sendAway($0) } }, stopwatch)
    }

    private static let idleChildrenRemovedAtOnce = Workload(
        "children removed at once, without operations"
    ) { count, stopwatch in
        try await process([.sendAllAway], from: .full(count), stopwatch)
    }

    private static let idleChildrenRemovedOneByOne = Workload(
        "children removed one by one, without operations"
    ) { count, stopwatch in
        try await process((0..<count).map { .sendAway($0) }, from: .full(count), stopwatch)
    }

    private static let eventForEach = Workload("an event for each of the children") { count, stopwatch in
        try await process((0..<count).map { .guest($0, .nod) }, from: .full(count), stopwatch)
    }

    private static let observedEventForEach = Workload(
        "an event for each of the children, observed"
    ) { count, stopwatch in
        let proxy = Inn.Proxy(bufferSize: count + 1)
        try proxy.send(contentsOf: (0..<count).map { .guest($0, .nod) } + [.close])
        stopwatch.start()
        try await Inn.run(
            initialState: .full(count), proxy: proxy, env: (), observer: IdleObserver(), systemActor: Ground())
        stopwatch.stop()
    }

    private static let broadcast = Workload("an event for all of the children") { count, stopwatch in
        try await process([.everyone(.nod)], from: .full(count), stopwatch)
    }

    /// Processes events in an inn, up to its end.
    private static func process(
        _ events: [Inn.Event], from state: Inn.State, _ stopwatch: any Stopwatch
    ) async throws {
        let proxy = Inn.Proxy(bufferSize: events.count + 1)
        try proxy.send(contentsOf: events + [.close])
        stopwatch.start()
        try await Inn.run(initialState: state, proxy: proxy, env: (), systemActor: Ground())
        stopwatch.stop()
    }

    /// Welcomes guests, each with a live operation, and sends them away.
    private static func remove(
        _ count: Int, by events: (Range<Int>) -> [Inn.Event], _ stopwatch: any Stopwatch
    ) async throws {
        let proxy = Inn.Proxy(bufferSize: count + 1)
        let assembly = Assembly(of: count)
        try proxy.send(contentsOf: (0..<count).map { .welcome($0, .settle(assembly)) })
        let run = Task { try await Inn.run(initialState: .init(), proxy: proxy, env: (), systemActor: Ground()) }
        await assembly.complete()
        let removals = events(0..<count) + [.close]
        stopwatch.start()
        try proxy.send(contentsOf: removals)
        try await run.value
        stopwatch.stop()
    }
}

extension Comparison {
    /// Children that begin, do something and end, beside a machine that does as much without children.
    static let childrenBesideOperations = Comparison(
        Crowd.childrenBegunAndEnded, count: 10_000,
        baselines: [Baseline(Crowd.begunAndEnded, .timesAsLong(4))])
}
