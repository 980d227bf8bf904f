import Oak

// Operations in large numbers. Unless they answer at once, all of them are live when the clock starts; it stops when
// the run has ended, which is after each of them has returned.

extension Crowd {
    static let operations = [
        begunAndEnded, cancelledInOrder, cancelledInReverse, restarted, endedByTerminalState, endedByCancellation,
        startedAndCancelled,
    ]

    static let begunAndEnded = Workload("operations begun and ended") { count, stopwatch in
        let proxy = Throng.Proxy(bufferSize: 2 * count)
        try proxy.send(contentsOf: Throng.events(0..<count) { _ in Throng.answer })
        stopwatch.start()
        try await Throng.run(missing: count, proxy: proxy)
        stopwatch.stop()
    }

    private static let cancelledInOrder = Workload("cancelled by name, in order") { count, stopwatch in
        try await cancel(0..<count, of: count, stopwatch)
    }

    private static let cancelledInReverse = Workload("cancelled by name, in reverse") { count, stopwatch in
        try await cancel((0..<count).reversed(), of: count, stopwatch)
    }

    private static func cancel(
        _ numbers: some Sequence<Int> & Sendable, of count: Int, _ stopwatch: any Stopwatch
    ) async throws {
        let proxy = Throng.Proxy(bufferSize: count + 1)
        let assembly = Assembly(of: count)
        let run = try await Throng.gathered(count, at: assembly, proxy: proxy) { Throng.stay($0, at: assembly) }
        let cancellations = Throng.events(numbers) { .cancelTask($0) } + [.close]
        stopwatch.start()
        try proxy.send(contentsOf: cancellations)
        try await run.value
        stopwatch.stop()
    }

    private static let restarted = Workload("restarted under the same name") { count, stopwatch in
        let proxy = Throng.Proxy(bufferSize: 2 * count)
        let assembly = Assembly(of: count)
        let run = try await Throng.gathered(count, at: assembly, missing: count, proxy: proxy) {
            Throng.stay($0, at: assembly)
        }
        let restarts = Throng.events(0..<count) { number in
            Throng.Effect(id: number) { _, input in try input.send(.answered) }
        }
        stopwatch.start()
        try proxy.send(contentsOf: restarts)
        try await run.value
        stopwatch.stop()
    }

    private static let endedByTerminalState = Workload("live when a terminal state is reached") { count, stopwatch in
        let proxy = Throng.Proxy(bufferSize: count)
        let assembly = Assembly(of: count)
        let run = try await Throng.gathered(count, at: assembly, proxy: proxy) { Throng.stay($0, at: assembly) }
        stopwatch.start()
        try proxy.send(.close)
        try await run.value
        stopwatch.stop()
    }

    private static let endedByCancellation = Workload("live when the machine is cancelled") { count, stopwatch in
        let proxy = Throng.Proxy(bufferSize: count)
        let assembly = Assembly(of: count)
        let run = try await Throng.gathered(count, at: assembly, proxy: proxy) { Throng.stay($0, at: assembly) }
        stopwatch.start()
        proxy.cancel()
        _ = await run.result
        stopwatch.stop()
    }

    private static let startedAndCancelled = Workload(
        "started and cancelled within one macrostep"
    ) { count, stopwatch in
        let proxy = Throng.Proxy(bufferSize: 1)
        let assembly = Assembly(of: count)
        try proxy.send(
            .carryOut {
                let pairs = Throng.events(0..<count) { _ in .all(Throng.stay(0, at: assembly), .cancelTask(0)) }
                return .events(pairs + [.close])
            })
        stopwatch.start()
        try await Throng.run(missing: 1, proxy: proxy)
        stopwatch.stop()
    }
}
