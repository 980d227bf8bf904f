import Foundation

/// The measurements of a run.
struct Figures {
    var kills: [Moment: Int] = [:]
    /// From the start of a process to its open host, in seconds, after a kill.
    var starts: [Double] = []
    /// From the beginning of opening the store to its end, in seconds, after a kill.
    var recoveries: [Double] = []
    /// From the start of a process to the first acknowledgement, in seconds, after a kill.
    var firstAnswers: [Double] = []
    var refusals = 0
    var proofs = 0

    var sumOfKills: Int { kills.values.reduce(0, +) }

    /// The figures as a table.
    func table(_ traffic: Traffic, _ proof: Proof, seconds: Double) -> String {
        let moments = Moment.allCases.map { "\(kills[$0] ?? 0) \($0.rawValue)" }.joined(separator: ", ")
        let rows = [
            ("kills", "\(sumOfKills): \(moments)"),
            ("recoveries", "\(recoveries.count)"),
            ("opening the store, p50 / max", Self.times(recoveries)),
            ("process start to open host, p50 / max", Self.times(starts)),
            ("process start to first answer, p50 / max", Self.times(firstAnswers)),
            ("rivals refused", "\(refusals)"),
            ("acknowledged commands", "\(traffic.acknowledged.count)"),
            ("commands said twice", "\(traffic.repetitions)"),
            ("failed instances retried", "\(traffic.retries)"),
            ("transitions", "\(proof.transitions)"),
            ("moves", "\(traffic.moves.count)"),
            ("repeated effects", "\(proof.repetitions)"),
            ("proofs", "\(proofs)"),
            ("duration", "\(Int(seconds)) s"),
        ]
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "\($0.0.padding(toLength: width, withPad: " ", startingAt: 0))  \($0.1)" }
            .joined(separator: "\n")
    }

    private static func times(_ seconds: [Double]) -> String {
        let sorted = seconds.sorted()
        guard let last = sorted.last else { return "none" }
        return String(format: "%.1f ms / %.1f ms", sorted[sorted.count / 2] * 1e3, last * 1e3)
    }
}
