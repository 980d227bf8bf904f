import Foundation
import Workloads

/// A row of the table: a case beside a baseline, or beside a limit.
struct Row {
    let name: String
    let own: Double
    let baseline: String
    let other: Double?
    let requirement: Requirement?
    /// The words for a lower and for a higher cost of Oak.
    var words = (less: "faster", more: "as long")

    enum Requirement {
        case timesFaster(Double)
        case timesAsLong(Double)
        case atMost(Double, unit: String)
        /// The permitted extra time, or for a composite that for each of its levels.
        case nanosecondsMore(Double, levels: Int)

        var text: String {
            switch self {
            case .timesFaster(let factor): "≥ \(number(factor)) × faster"
            case .timesAsLong(let factor): "≤ \(number(factor)) × as long"
            case .atMost(let limit, let unit): "≤ \(number(limit)) \(unit)"
            case .nanosecondsMore(let limit, let levels): "≤ \(number(limit)) ns \(Self.more(levels))"
            }
        }

        static func more(_ levels: Int) -> String { levels == 1 ? "more" : "more per level" }
    }

    static let head = """
        | Case | Oak | Compared with | the other takes | Ratio | Required | |
        |---|--:|---|--:|--:|--:|---|
        """

    var text: String {
        let cells = [
            name, number(own), baseline, other.map(number) ?? "", ratio, requirement?.text ?? "", verdict,
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }

    private var ratio: String {
        guard let other else { return "" }
        if case .nanosecondsMore(_, let levels)? = requirement {
            return "\(number((own - other) / Double(levels))) ns \(Requirement.more(levels))"
        }
        if case .timesAsLong? = requirement { return "\(number(own / other)) × as long" }
        return own <= other ? "\(number(other / own)) × \(words.less)" : "\(number(own / other)) × \(words.more)"
    }

    private var verdict: String {
        guard let excess else { return "" }
        return excess <= 1 ? "met" : "**missed by \(number((excess - 1) * 100)) %**"
    }

    /// The measured value in proportion to the requirement, which is met up to one.
    private var excess: Double? {
        switch (requirement, other) {
        case (.timesFaster(let factor)?, let other?): factor / (other / own)
        case (.timesAsLong(let factor)?, let other?): own / other / factor
        case (.nanosecondsMore(let limit, let levels)?, let other?): (own - other) / Double(levels) / limit
        case (.atMost(let limit, _)?, _): own / limit
        case (_?, nil), (nil, _): nil
        }
    }
}

/// Writes a number with about three significant digits.
func number(_ value: Double) -> String {
    let digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
    let text = String(format: "%.\(digits)f", value)
    return digits > 0 && text.hasSuffix(digits == 1 ? ".0" : ".00") ? String(format: "%.0f", value) : text
}
