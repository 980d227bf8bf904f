import Oak

// The activities of children in large numbers.

extension Crowd {
    static let activities = [
        activitiesBegun, activitiesLeftAtOnce, activitiesLeftOneByOne, eventsBesideActivities,
    ]

    private static let activitiesBegun = Workload("activities of children begun") { count, stopwatch in
        let proxy = Watch.Proxy(bufferSize: count + 1)
        let assembly = Assembly(of: count)
        try proxy.send(contentsOf: (0..<count).map { .post($0, assembly) })
        stopwatch.start()
        let run = Task { try await Watch.run(initialState: .init(), proxy: proxy, env: (), systemActor: Ground()) }
        await assembly.complete()
        stopwatch.stop()
        try proxy.send(.close)
        try await run.value
    }

    private static let activitiesLeftAtOnce = Workload(
        "activities of children left at once"
    ) { count, stopwatch in
        try await watch(count, then: { _ in [.relieveAll] }, stopwatch)
    }

    private static let activitiesLeftOneByOne = Workload(
        "activities of children left one by one"
    ) { count, stopwatch in
        try await watch(count, then: { $0.map { .relieve($0) } }, stopwatch)
    }

    private static let eventsBesideActivities = Workload(
        "an event for each of the children with an activity"
    ) { count, stopwatch in
        try await watch(count, then: { $0.map { .man($0, .nod) } }, stopwatch)
    }

    /// Posts watchmen, and then sends events.
    private static func watch(
        _ count: Int, then events: (Range<Int>) -> [Watch.Event], _ stopwatch: any Stopwatch
    ) async throws {
        let proxy = Watch.Proxy(bufferSize: count + 1)
        let assembly = Assembly(of: count)
        try proxy.send(contentsOf: (0..<count).map { .post($0, assembly) })
        let run = Task { try await Watch.run(initialState: .init(), proxy: proxy, env: (), systemActor: Ground()) }
        await assembly.complete()
        let events = events(0..<count) + [.close]
        stopwatch.start()
        try proxy.send(contentsOf: events)
        try await run.value
        stopwatch.stop()
    }
}
