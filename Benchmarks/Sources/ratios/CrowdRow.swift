import Workloads

/// A case and what it has cost.
struct CrowdRow {
    /// What the whole of a crowd took.
    struct Sample {
        let count: Int
        let nanoseconds: Double
        let bytes: Double

        /// Reads a line that a process has printed.
        init?(_ line: Substring) {
            let fields = line.split(separator: " ")
            guard fields.count == 3, let count = Int(fields[0]), let nanoseconds = Double(fields[1]),
                let bytes = Double(fields[2])
            else { return nil }
            (self.count, self.nanoseconds, self.bytes) = (count, nanoseconds, bytes)
        }
    }

    /// How the process that measured has ended.
    enum End {
        /// It has measured all sizes but those that would have taken too long.
        case regular
        /// It has taken too long, or was stuck.
        case late
        /// It has crashed or met an error.
        case crash
    }

    let name: String
    let counts: [Int]
    var samples: [Sample] = []
    var end = End.regular

    func text(beyond tasks: CrowdRow? = nil) -> String {
        let costs = Crowd.counts.indices.map { index in
            if index < samples.count { return number(samples[index].nanoseconds / Double(samples[index].count)) }
            return index == samples.count && index < counts.count ? absence : ""
        }
        let bytes = samples.last.map { number($0.bytes / Double($0.count)) } ?? ""
        let cells = [name] + costs + [bytes, slope.map(number) ?? ""]
        guard let tasks else { return "| \(cells.joined(separator: " | ")) | | | |" }
        let excess = slope.flatMap { slope in tasks.slope.map { slope - $0 } }
        let judgement = ["≤ \(number(Crowds.limit))", verdict, excess.map(number) ?? ""]
        return "| \((cells + judgement).joined(separator: " | ")) |"
    }

    private var verdict: String {
        guard samples.count == counts.count else { return "**missed**" }
        return slope.map { $0 <= Crowds.limit ? "met" : "**missed**" } ?? ""
    }

    /// Why a size was not measured.
    private var absence: String {
        switch end {
        case .regular: "too slow"
        case .late: "no end"
        case .crash: "crash"
        }
    }

    /// How the cost grows from the second size to the last that was measured.
    private var slope: Double? {
        guard samples.count > 2, let last = samples.last else { return nil }
        return CrowdMeasurement.slope(
            from: (samples[1].count, samples[1].nanoseconds), to: (last.count, last.nanoseconds))
    }
}
