import OakGraph

/// The result of `check` for one machine, as text and for programs, and as it is kept.
struct CheckResult: Encodable {
    struct Entry: Encodable {
        let kind: String
        let name: String
        let statement: String
        let verdict: String
        /// Why the verdict is inconclusive, or the check does not apply.
        let reason: String?
        let findingCount: Int
        let findings: [Finding]
    }

    struct Finding: Encodable {
        let message: String
        let event: String?
        let exemption: String?
        let path: PathRecord?
    }

    /// The result for programs.
    struct Record: Encodable {
        var machine: String
        let states: Int
        let transitions: Int
        let verdict: String
        /// Why the graph does not have all reachable states.
        let cut: String?
        let entries: [Entry]
    }

    var record: Record
    /// The report for a person.
    let text: String
    let outcome: Outcome

    init<Machine>(_ report: GraphReport<Machine>, cut: GraphCut?, text stateText: (Int) -> String) {
        record = Record(
            machine: report.machine, states: report.size.states, transitions: report.size.transitions,
            verdict: report.verdict.parts.name, cut: cut?.description,
            entries: report.entries.map { Self.entry($0, stateText) })
        text = "\(report)"
        outcome = Outcome(report.verdict)
    }

    /// The most findings of a check that JSON lists.
    private static let findingLimit = 100

    private static func entry<Machine>(
        _ entry: GraphReport<Machine>.Entry, _ stateText: (Int) -> String
    ) -> Entry {
        let (kind, name) =
            switch entry.subject {
            case .check(let check): ("check", check.rawValue)
            case .property(let name): ("property", name)
            case .exemption(let reason): ("exemption", reason)
            }
        let verdict = entry.verdict.parts
        return Entry(
            kind: kind, name: name, statement: entry.statement, verdict: verdict.name, reason: verdict.reason,
            findingCount: entry.findings.count,
            findings: entry.findings.prefix(findingLimit).map { finding in
                Finding(
                    message: finding.message, event: finding.event.map { sourceText(of: $0) },
                    exemption: finding.exemption, path: finding.path.map { PathRecord($0, text: stateText) })
            })
    }
}

/// The result of a command, from the best to the worst.
enum Outcome: Int, Encodable, Comparable {
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
