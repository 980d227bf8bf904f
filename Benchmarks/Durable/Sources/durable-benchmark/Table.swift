import BenchmarkSupport
import Foundation

/// A part of the table of speeds: a load, with the speeds of Oak and of what it is compared with.
struct Row {
    /// The cells that tell the load.
    let load: [String]
    let speeds: [Subject: Speed]
    /// How fast Oak has to be compared with bare transactions.
    var requiredShare: Double?

    /// - Parameters:
    ///   - things: What is counted.
    ///   - columns: The names of the cells that tell the load.
    static func heading(for things: String, columns: [String]) -> String {
        """
        | \(columns.joined(separator: " | ")) | | \(things) a second | p50 | p99 | Oak is | Required | |
        |\(String(repeating: "---|", count: columns.count + 1))--:|--:|--:|--:|--:|---|
        """
    }

    var lines: [String] {
        Subject.allCases.compactMap { subject in
            speeds[subject].map { line(subject, $0) }
        }
    }

    private func line(_ subject: Subject, _ speed: Speed) -> String {
        var cells =
            load + [subject.rawValue, figure(speed.perSecond), time(speed.median), time(speed.percentile99)]
        if subject != .oak, let oak = speeds[.oak] {
            let ratio = oak.perSecond / speed.perSecond
            cells.append("\(figure(ratio)) × as fast")
            if let required = subject == .bare ? requiredShare : subject.required {
                cells += ["≥ \(required) ×", ratio < required ? "**missed**" : "met"]
            } else {
                cells += ["", ""]
            }
        } else {
            cells += ["", "", ""]
        }
        return "| \(cells.joined(separator: " | ")) |"
    }
}

extension Subject {
    /// How fast Oak has to be compared with it.
    fileprivate var required: Double? {
        switch self {
        case .dbos, .dbosWAL, .dbosPostgres: 10
        case .oak, .bare, .bareAwaited, .bareC: nil
        }
    }
}

/// A number with three digits that matter.
func figure(_ number: Double) -> String {
    switch number {
    case ..<10: String(format: "%.2f", number)
    case ..<100: String(format: "%.1f", number)
    default: "\(Int(number.rounded()))"
    }
}

/// A time, from microseconds.
func time(_ microseconds: Double) -> String {
    switch microseconds {
    case ..<1000: "\(figure(microseconds)) µs"
    case ..<1_000_000: "\(figure(microseconds / 1000)) ms"
    default: "\(figure(microseconds / 1_000_000)) s"
    }
}
