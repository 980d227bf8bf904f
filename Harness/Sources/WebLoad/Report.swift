import Foundation

/// The results of the rounds, as a table in Markdown.
struct Report {
    let rounds: [Round.Result]

    var lines: [String] {
        let head = rounds.indices.map { "round \($0 + 1)" }
        let rows: [(String, (Round.Result) -> String)] = [
            ("sessions", { "\($0.load.sessions)" }),
            ("events", { "\($0.tally.sent)" }),
            ("events per second", { Self.number(Double($0.tally.sent) / ($0.span / .seconds(1))) }),
            ("events that the generator sent more than 10 ms late", { "\($0.tally.late)" }),
            ("sessions with an event lost or reordered", { "\($0.faults.count)" }),
            ("patches", { "\($0.tally.patches)" }),
            ("events undone by others before they were shown", { "\($0.unanswered)" }),
            ("event to patch, p50", { Self.latency(50, $0) }),
            ("event to patch, p90", { Self.latency(90, $0) }),
            ("event to patch, p99", { Self.latency(99, $0) }),
            ("event to patch, p99.9", { Self.latency(99.9, $0) }),
            ("event to patch, longest", { Self.latency(100, $0) }),
            ("bytes per event", { Self.mean($0.tally.eventBytes, $0.tally.sent) }),
            ("bytes per patch", { Self.mean($0.tally.patchBytes, $0.tally.patches) }),
            ("bytes per welcome", { Self.mean($0.tally.welcomeBytes, $0.tally.welcomes) }),
            ("processor time of the server per event", { Self.processorTime($0) }),
            ("processors that the server uses", { Self.processors($0) }),
            ("memory before", { Self.mebibytes($0.uses.before.memory) }),
            ("memory, all sessions idle", { Self.mebibytes($0.uses.idle.memory) }),
            ("memory per idle session, beyond that before round 1", { perSession($0) }),
            ("memory under load, most", { Self.mebibytes($0.uses.mostMemory) }),
            ("memory after all sessions", { Self.mebibytes($0.uses.after.memory) }),
            ("open files before, meanwhile, after", { Self.three($0.uses, \.files) }),
            ("threads before, meanwhile, after", { Self.three($0.uses, \.threads) }),
        ]
        return ["| | " + head.joined(separator: " | ") + " |", "|---|" + head.map { _ in "---:|" }.joined()]
            + rows.map { name, value in "| \(name) | " + rounds.map(value).joined(separator: " | ") + " |" }
    }

    /// The first faults.
    var faults: [String] {
        rounds.enumerated().flatMap { round, result in
            result.faults.sorted { $0.key < $1.key }.prefix(5).map { session, faults in
                "Round \(round + 1), session \(session): \(faults.prefix(3).map { "\($0)" }.joined(separator: ", "))"
            }
        }
    }

    private static func latency(_ percentile: Double, _ result: Round.Result) -> String {
        let sorted = result.tally.latencies.sorted()
        guard !sorted.isEmpty else { return "–" }
        // The smallest latency that is not exceeded by the given percentage.
        let rank = Int((percentile / 100 * Double(sorted.count)).rounded(.up))
        return String(format: "%.2f ms", sorted[max(0, rank - 1)] / .milliseconds(1))
    }

    private static func number(_ value: Double) -> String { String(format: "%.0f", value) }

    private static func mean(_ sum: Int, _ count: Int) -> String {
        count == 0 ? "–" : String(format: "%.1f", Double(sum) / Double(count))
    }

    private static func mebibytes(_ kibibytes: Int) -> String { String(format: "%.1f MiB", Double(kibibytes) / 1024) }

    private func perSession(_ result: Round.Result) -> String {
        let memory = result.uses.idle.memory - rounds[0].uses.before.memory
        return String(format: "%.1f KiB", Double(memory) / Double(result.load.sessions))
    }

    private static func processorTime(_ result: Round.Result) -> String {
        let time = result.uses.busy.processorTime - result.uses.idle.processorTime
        return String(format: "%.1f µs", time / Double(max(1, result.tally.sent)) * 1_000_000)
    }

    private static func processors(_ result: Round.Result) -> String {
        let time = result.uses.busy.processorTime - result.uses.idle.processorTime
        return String(format: "%.2f", time / (result.span / .seconds(1)))
    }

    private static func three(_ uses: Round.Uses, _ number: (ServerProcess.Use) -> Int) -> String {
        [uses.before, uses.idle, uses.after].map { "\(number($0))" }.joined(separator: ", ")
    }
}
