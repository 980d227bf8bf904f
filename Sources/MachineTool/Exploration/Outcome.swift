import OakGraph

/// The result of a command, from the best to the worst.
enum Outcome: Int, Comparable {
    case holds
    case inconclusive
    case fails
    case interrupted

    static func < (one: Outcome, other: Outcome) -> Bool { one.rawValue < other.rawValue }

    /// The exit code, which `--help` documents.
    var exitCode: Int32 {
        switch self {
        case .holds: 0
        case .fails: 1
        case .inconclusive: 2
        // The number of the signal, as shells report it.
        case .interrupted: 130
        }
    }

    init(_ verdict: Verdict) {
        self =
            switch verdict {
            case .holds, .notApplicable: .holds
            case .fails: .fails
            case .inconclusive: .inconclusive
            }
    }
}
