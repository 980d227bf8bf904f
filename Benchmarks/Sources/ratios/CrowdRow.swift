import Workloads

/// A case and its measured cost.
struct CrowdRow {
    /// The end of the measuring process.
    enum End {
        /// It measured all sizes except those that would have taken too long.
        case regular
        /// It took too long, or was stuck.
        case late
        /// It crashed or met an error.
        case crash
    }

    let name: String
    let counts: [Int]
    var samples: [CrowdSample] = []
    var end = End.regular

    /// The permitted slope of the whole cost from the second size to the last.
    private static let limit = 1.15

    static let head = """
        | Case | \(Crowd.counts.map(String.init).joined(separator: " | ")) | bytes | slope | tasks | Required | |
        |---|\(Crowd.counts.map { _ in "--:|" }.joined())--:|--:|--:|--:|---|
        """

    var text: String {
        let costs = Crowd.counts.indices.map { index in
            if index < samples.count { return number(samples[index].nanoseconds / Double(samples[index].count)) }
            return index == samples.count && index < counts.count ? absence : ""
        }
        let bytes = samples.last.map { number($0.bytes / Double($0.count)) }
        let slopes = [slope(\.nanoseconds), slope(\.tasks)].map { $0.map(number) ?? "" }
        let cells = [name] + costs + [bytes ?? ""] + slopes + ["≤ \(number(Self.limit))", verdict]
        return "| \(cells.joined(separator: " | ")) |"
    }

    /// The reason why a size was not measured.
    private var absence: String {
        switch end {
        case .regular: "too slow"
        case .late: "no end"
        case .crash: "crash"
        }
    }

    /// The slope of a cost from the second size to the last measured one.
    private func slope(_ cost: (CrowdSample) -> Double) -> Double? {
        guard samples.count > 2, let last = samples.last else { return nil }
        return CrowdSample.slope(from: samples[1], to: last, of: cost)
    }

    private var verdict: String {
        guard samples.count == counts.count else { return "**missed**" }
        guard let own = slope(\.nanoseconds), let tasks = slope(\.tasks) else { return "" }
        if own <= Self.limit { return "met" }
        return own - tasks <= Self.limit - 1 ? "met beyond tasks" : "**missed**"
    }
}
