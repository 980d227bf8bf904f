import Oak

extension Crowd {
    static let lists = [grownToTheLeft]

    /// Grown as by a loop that adds one effect after the other.
    private static let grownToTheLeft = Workload("effects of a list grown to the left") { count, stopwatch in
        let proxy = Throng.Proxy(bufferSize: 1 + count)
        try proxy.send(
            .carryOut { (0..<count).reduce(nil) { effects, _ in .all(effects, Throng.answer) } })
        stopwatch.start()
        try await Throng.run(missing: count, proxy: proxy)
        stopwatch.stop()
    }
}
