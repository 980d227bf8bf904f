import Oak

// Compositions in large numbers, each of one operation under a name: half of them combinations, half of them sequences.

extension Crowd {
    static let compositions = [
        compositionsCancelled, compositionsEnded, compositionsEndedByTerminalState, nestedCombinations,
    ]

    private static let compositionsCancelled = Workload("compositions cancelled by name") { count, stopwatch in
        let proxy = Throng.Proxy(bufferSize: count + 1)
        let assembly = Assembly(of: count)
        let run = try await Throng.gathered(count, at: assembly, proxy: proxy) { composition($0, at: assembly) }
        let cancellations = Throng.events(0..<count) { .cancelTask($0) } + [.close]
        stopwatch.start()
        try proxy.send(contentsOf: cancellations)
        try await run.value
        stopwatch.stop()
    }

    private static let compositionsEnded = Workload("compositions that end by themselves") { count, stopwatch in
        let proxy = Throng.Proxy(bufferSize: count)
        let assembly = Assembly(of: count)
        let run = try await Throng.gathered(count, at: assembly, missing: count, proxy: proxy) {
            .sequence(composition($0, at: assembly), .event(.answered))
        }
        stopwatch.start()
        assembly.dismiss()
        try await run.value
        stopwatch.stop()
    }

    private static let compositionsEndedByTerminalState = Workload(
        "compositions live when a terminal state is reached"
    ) { count, stopwatch in
        let proxy = Throng.Proxy(bufferSize: count)
        let assembly = Assembly(of: count)
        let run = try await Throng.gathered(count, at: assembly, proxy: proxy) { composition($0, at: assembly) }
        stopwatch.start()
        try proxy.send(.close)
        try await run.value
        stopwatch.stop()
    }

    private static func composition(_ number: Int, at assembly: Assembly) -> Throng.Effect {
        let part = Throng.Effect { _, _ in await assembly.stay() }
        return number.isMultiple(of: 2) ? .combine(id: number, part) : .sequence(id: number, part)
    }

    private static let nestedCombinations = Workload("combinations, each within another") { count, stopwatch in
        let proxy = Throng.Proxy(bufferSize: 2)
        try proxy.send(
            .carryOut {
                let nested = (0..<count).reduce(Throng.answer) { inner, _ in .combine(inner) }
                return .sequence(nested, .event(.answered))
            })
        stopwatch.start()
        // One answer comes from the innermost, one when all of them have ended.
        try await Throng.run(missing: 2, proxy: proxy)
        stopwatch.stop()
    }
}
