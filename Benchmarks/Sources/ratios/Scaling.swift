import Workloads

/// The dependence of an event's cost on the number of events.
enum Scaling {
    static let counts = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
    /// The permitted ratio of the highest cost per event to the lowest.
    static let limit = 2.0

    static func measured(rounds: Int) async throws -> [String] {
        var costs = counts.map { _ in Samples() }
        for _ in 0..<rounds {
            for (index, count) in counts.enumerated() {
                let timer = Timer()
                // A short run is repeated, because the clock itself would count.
                let repetitions = max(1, 100_000 / count)
                for _ in 0..<repetitions {
                    try await Comparison.drained.subject.run(count: count, stopwatch: timer)
                }
                costs[index].append(timer.nanoseconds / Double(count * repetitions))
            }
        }
        let best = costs.map { $0.figure(.best) }
        let spread = (best.max() ?? .nan) / (best.min() ?? .nan)
        let heads = counts.map { "\($0)" } + ["dearest ÷ cheapest", "Required", ""]
        let cells = best.map(number) + [number(spread), "≤ \(number(limit))", spread <= limit ? "met" : "**missed**"]
        return [heads, heads.map { _ in "--:" }, cells].map { "| \($0.joined(separator: " | ")) |" }
    }
}
