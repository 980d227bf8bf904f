import Oak
import OakGraph
import Testing

/// A machine with the checks and properties that guard it.
struct Guarded<Original: ExecutableTransducer & SendableMetatype, Part: Hashable & SendableMetatype>
where Original.State: Sendable, Original.Event: Sendable {
    let initial: Original.State
    let events: @Sendable (Original.State) -> [Original.Event]
    let part: @Sendable (Original.State) -> Part
    var answers: (Alphabet<Mutated<Original>>) -> Alphabet<Mutated<Original>> = { $0 }
    var checks = Set<GraphCheck>.standard
    var exemptions: [GraphExemption<Mutated<Original>>] = []
    var properties: [TemporalProperty<Mutated<Original>>] = []

    func report(on fault: Fault<Original>, findingTraps: Bool) -> GraphReport<Mutated<Original>> {
        let events = events
        let part = part
        return StateGraph(
            of: Mutated<Original>.self, from: [.init(original: initial, fault: fault)],
            events: answers(.generated { events($0.original) }.includingAnswers()),
            limits: .init(states: 5_000, actionEvents: 100),
            findingTraps: findingTraps,
            showing: { part($0.original) }
        ).check(checks, allowing: exemptions, properties: properties)
    }
}

/// The verdicts on a machine.
struct Discovery: CustomStringConvertible {
    let verdict: Verdict
    /// The lengths of the shortest counterexamples by the check or property; `nil` for something missing.
    let lengths: [String: Int?]
    let description: String

    init<Machine: ExecutableTransducer & SendableMetatype>(_ report: GraphReport<Machine>) {
        verdict = report.verdict
        description = "\(report)"
        var lengths: [String: Int?] = [:]
        for finding in report.findings {
            let finder =
                switch finding.subject {
                case .check(let check): check.rawValue
                case .property(let name): name
                case .exemption(let reason): reason
                }
            let length = finding.counterexample?.events.count
            lengths[finder] = .some([lengths[finder] ?? nil, length].compactMap(\.self).min())
        }
        self.lengths = lengths
    }
}

/// A fault, and the check or property that finds it.
struct PlantedFault: Sendable, CustomTestStringConvertible {
    let name: String
    let finder: String
    /// The number of events that it takes to show the fault; `nil` if something is missing.
    let length: Int?
    let discovery: @Sendable () -> Discovery

    var testDescription: String { name }

    init(
        _ name: String, foundBy finder: String, after length: Int?, discovery: @escaping @Sendable () -> Discovery
    ) {
        self.name = name
        self.finder = finder
        self.length = length
        self.discovery = discovery
    }

    /// A fault in the transitions of a machine.
    init<Original: ExecutableTransducer & SendableMetatype, Part: Hashable & SendableMetatype>(
        _ name: String, in machine: @escaping @Sendable () -> Guarded<Original, Part>, _ fault: Fault<Original>,
        foundBy finder: String, after length: Int?, findingTraps: Bool = false
    ) {
        self.init(name, foundBy: finder, after: length) {
            Discovery(machine().report(on: fault, findingTraps: findingTraps))
        }
    }

    /// A fault in the transitions of a machine, found by a check.
    init<Original: ExecutableTransducer & SendableMetatype, Part: Hashable & SendableMetatype>(
        _ name: String, in machine: @escaping @Sendable () -> Guarded<Original, Part>, _ fault: Fault<Original>,
        foundBy check: GraphCheck, after length: Int?, findingTraps: Bool = false
    ) {
        self.init(name, in: machine, fault, foundBy: check.rawValue, after: length, findingTraps: findingTraps)
    }
}
