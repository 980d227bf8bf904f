public import Oak

/// The verdicts of several checks and properties of one graph.
public struct GraphReport<Machine: ExecutableTransducer>: CustomStringConvertible {
    /// The verdict on one check or property.
    public struct Entry {
        /// The check or property.
        public let subject: GraphFinding<Machine>.Subject

        /// The guarantee as a sentence.
        public let statement: String

        /// The verdict, to which exempted findings do not count.
        public let verdict: Verdict

        /// The counterexamples, the exempted ones included.
        public let findings: [GraphFinding<Machine>]
    }

    /// The name of the machine.
    package let machine: String

    /// The number of states and transitions that were explored.
    package let size: (states: Int, transitions: Int)

    /// Sentences about the runs that the graph does not have, in the order of discovery.
    ///
    /// The graph is exact for the events and answers that its alphabet declares. Effects without a declaration are
    /// listed here, whether ``GraphCheck/undeclaredAnswers`` is among the checks or not.
    public let remarks: [String]

    /// The reason why nothing holds that the graph does not refute; `nil` if there is none.
    let doubt: String?

    /// The verdicts in order: checks, properties, exemptions that exempt nothing.
    public let entries: [Entry]

    /// The verdict on everything: *fails* if one check fails, else *inconclusive* if one is, else *holds*.
    public var verdict: Verdict {
        if entries.contains(where: { $0.verdict == .fails }) { return .fails }
        for entry in entries {
            if case .inconclusive = entry.verdict { return entry.verdict }
        }
        return .holds
    }

    /// The findings that count.
    public var findings: [GraphFinding<Machine>] { entries.flatMap(\.findings).filter { $0.exemption == nil } }

    /// A line for each check, followed by its counterexamples.
    ///
    /// Findings of one check for the same event, and of the same child, are one paragraph, with the counterexample of
    /// the first and a count. ``entries`` has all of them.
    public var description: String {
        var lines = ["\(machine): \(size.states) states, \(size.transitions) transitions"]
        lines += remarks.map { "! \($0)" }
        // One reason is one line, however many checks it leaves open.
        if let doubt { lines.append("? \(doubt)") }
        for entry in entries {
            let verdict = entry.verdict.parts
            let remark = verdict.reason.map { $0 == doubt ? ": \(verdict.text)" : ": \(verdict.text). \($0)" } ?? ""
            lines.append("\(verdict.sign) \(entry.statement)\(remark)")
            let groups = FindingGroup.groups(of: entry.findings)
            let shown = groups.prefix(10)
            for group in shown { lines += Self.shortened(group.text).map { "    \($0)" } }
            let rest = entry.findings.count - shown.reduce(0) { $0 + $1.findings.count }
            if rest > 0 { lines.append("    and \(rest) more") }
        }
        return lines.joined(separator: "\n")
    }

    /// The lines of a finding, without the middle of a long path.
    private static func shortened(_ text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        guard lines.count > 60 else { return lines }
        return lines.prefix(30) + ["  … \(lines.count - 50) lines …"] + lines.suffix(20)
    }
}

extension StateGraph {
    /// Checks the machine.
    ///
    /// ```swift
    /// import OakGraph
    ///
    /// enum Door: Transducer {
    ///     enum State: Hashable { case open, closed, locked }
    ///     enum Event: CaseIterable { case push, turnKey }
    ///
    ///     static func update(_ state: inout State, event: Event) {
    ///         switch (state, event) {
    ///         case (.open, .push): state = .closed
    ///         case (.closed, .push): state = .open
    ///         case (.closed, .turnKey): state = .locked
    ///         case (.locked, .turnKey): state = .closed
    ///         case (.open, .turnKey), (.locked, .push): break
    ///         }
    ///     }
    /// }
    ///
    /// let graph = StateGraph(of: Door.self, from: [.closed], events: .allCases)
    /// let report = graph.check(properties: [
    ///     .leadsTo("A locked door can be opened", from: { $0 == .locked }, to: { $0 == .open }, under: .strong)
    /// ])
    /// assert(report.verdict == .holds, "\(report)")
    /// ```
    ///
    /// - Parameters:
    ///   - checks: The checks to make.
    ///   - exemptions: The findings that are accepted.
    ///   - declared: States that the machine ought to reach, for ``GraphCheck/reachability``.
    ///   - properties: Properties of your own.
    public func check(
        _ checks: Set<GraphCheck> = .standard, allowing exemptions: [GraphExemption<Machine>] = [],
        declaring declared: [Machine.State] = [], properties: [TemporalProperty<Machine>] = []
    ) -> GraphReport<Machine> {
        var used = [Bool](repeating: false, count: exemptions.count)
        var entries: [GraphReport<Machine>.Entry] = []
        let undeclared = undeclaredEffects
        for check in GraphCheck.allCases where checks.contains(check) {
            entries.append(
                entry(for: check, declared, findings(of: check, declared: declared, undeclared: undeclared)) {
                    finding in
                    for (number, exemption) in exemptions.enumerated()
                    where exemption.check == check && exemption.applies(finding) {
                        used[number] = true
                        finding.exemption = exemption.reason
                    }
                })
        }
        entries += properties.map(entry)
        for (exemption, isUsed) in zip(exemptions, used) where !isUsed {
            entries.append(unusedExemption(exemption, isChecked: checks.contains(exemption.check)))
        }
        return GraphReport(
            machine: shortName(ofType: Machine.self), size: (space.states.count, transitionCount),
            remarks: remarks(on: undeclared),
            doubt: doubt, entries: entries)
    }

    /// The verdict on one check.
    ///
    /// - Parameters:
    ///   - check: The check.
    ///   - declared: States that the machine ought to reach, for ``GraphCheck/reachability``.
    public func verdict(on check: GraphCheck, declaring declared: [Machine.State] = []) -> Verdict {
        entry(for: check, declared, findings(of: check, declared: declared)) { _ in }.verdict
    }

    /// The verdict on one property.
    ///
    /// Effects without declared answers are not part of it; see ``GraphReport/remarks`` and
    /// ``GraphCheck/undeclaredAnswers``.
    ///
    /// - Parameter property: The property.
    public func verdict(on property: TemporalProperty<Machine>) -> Verdict {
        entry(for: property).verdict
    }

    private func entry(
        for check: GraphCheck, _ declared: [Machine.State], _ found: @autoclosure () -> [GraphFinding<Machine>],
        exempting exempt: (inout GraphFinding<Machine>) -> Void
    ) -> GraphReport<Machine>.Entry {
        let reason = reason(against: check, declared: declared)
        var findings = reason == nil ? found() : []
        for index in findings.indices { exempt(&findings[index]) }
        return entry(.check(check), check.statement, findings, notApplicable: reason)
    }

    private func entry(for property: TemporalProperty<Machine>) -> GraphReport<Machine>.Entry {
        let (finding, obstacle) = search(property)
        return entry(
            .property(property.name), property.statement, finding.map { [$0] } ?? [],
            inconclusive: obstacle ?? reasonAgainstProperties)
    }

    private func entry(
        _ subject: GraphFinding<Machine>.Subject, _ statement: String, _ findings: [GraphFinding<Machine>],
        notApplicable: String? = nil, inconclusive: String? = nil
    ) -> GraphReport<Machine>.Entry {
        let verdict: Verdict =
            if findings.contains(where: { $0.exemption == nil }) {
                .fails
            } else if let notApplicable {
                .notApplicable(notApplicable)
            } else {
                (inconclusive ?? doubt).map { .inconclusive($0) } ?? .holds
            }
        return GraphReport.Entry(subject: subject, statement: statement, verdict: verdict, findings: findings)
    }

    private func unusedExemption(
        _ exemption: GraphExemption<Machine>, isChecked: Bool
    ) -> GraphReport<Machine>.Entry {
        let statement = "The exemption from \(exemption.check.rawValue) is needed: \(exemption.reason)"
        let subject = GraphFinding<Machine>.Subject.exemption(exemption.reason)
        guard isChecked else { return entry(subject, statement, [], notApplicable: "The check is not made.") }
        let finding = GraphFinding<Machine>(subject, "Nothing is exempted. Remove the exemption.")
        // In an incomplete graph the exempted finding may be missing.
        return entry(subject, statement, doubt == nil ? [finding] : [])
    }
}

/// The result of a check.
public enum Verdict: Hashable, Sendable, CustomStringConvertible {
    /// The check found nothing in any reachable state.
    case holds
    /// The check found at least one counterexample.
    case fails
    /// The check found nothing, but not everything was checked, for the given reason.
    case inconclusive(String)
    /// The check does not apply to the machine, for the given reason.
    case notApplicable(String)

    public var description: String { parts.reason.map { "\(parts.text): \($0)" } ?? parts.text }

    /// The sign and the text in a report, the name for programs, and the reason.
    package var parts: (sign: String, text: String, name: String, reason: String?) {
        switch self {
        case .holds: ("✓", "holds", "holds", nil)
        case .fails: ("✗", "fails", "fails", nil)
        case .inconclusive(let reason): ("?", "inconclusive", "inconclusive", reason)
        case .notApplicable(let reason): ("–", "not applicable", "notApplicable", reason)
        }
    }
}

/// Findings that have one cause: an event that one child, or the machine itself, does not treat well.
private struct FindingGroup<Machine: ExecutableTransducer> {
    private struct Cause: Hashable {
        var event: String?
        var child: String?
        var exemption: String?
        /// The place of a finding that has a cause of its own.
        var place: Int?
    }

    var findings: [GraphFinding<Machine>]

    /// The largest number of findings that are grouped; a report of more is about another fault.
    private static var limit: Int { 10_000 }

    static func groups(of findings: [GraphFinding<Machine>]) -> [FindingGroup] {
        findings.prefix(limit).enumerated().grouped { place, finding in
            // One event may begin several effects.
            guard let event = finding.event, finding.subject != .check(.undeclaredAnswers),
                finding.subject != .check(.unhandledFailures)
            else {
                return Cause(place: place)
            }
            return Cause(event: sourceText(of: event), child: finding.child, exemption: finding.exemption)
        }.map { FindingGroup(findings: $1.map(\.element)) }
    }

    /// The first finding, and in which states the others are.
    var text: String {
        let others = findings.dropFirst()
        guard let first = findings.first, !others.isEmpty else { return findings.first?.description ?? "" }
        let states = others.prefix(3).compactMap(\.stateText).joined(separator: ", ")
        let rest = others.count > 3 ? ", …" : ""
        let event = first.event.map { sourceText(of: $0) } ?? ""
        return """
            \(first)
            The same for \(event) in \(others.count) other state\(others.count == 1 ? "" : "s"): \(states)\(rest)
            """
    }
}

extension GraphFinding {
    /// The child that does not expect or refuses the event.
    fileprivate var child: String? {
        guard subject == .check(.unexpectedEvents) || subject == .check(.refusedEvents) else { return nil }
        guard case .state(let number, let graph) = place else { return nil }
        return faultyTransition(from: number, in: graph).flatMap { graph.model(of: $0, named: "").child }
    }

    /// The state as the graph shows it.
    fileprivate var stateText: String? {
        guard case .state(let number, let graph) = place else { return state.map { sourceText(of: $0) } }
        return graph.text(of: number)
    }
}

extension StateGraph {
    /// The reason why no check holds that finds nothing; `nil` if the graph has every transition.
    var doubt: String? { reason { $0 == .endless || $0 == .trapped } }

    /// The reason why no property of the graph holds; `nil` if the graph has all runs.
    var reasonAgainstProperties: String? { reason { !$0.hasTarget } }

    /// - Parameter isEnd: Whether the graph does not go on behind a transition, by its intent.
    private func reason(where isEnd: (Intent) -> Bool) -> String? {
        if let cut { return "\(cut)" }
        guard let edge = space.notes.firstIndex(where: { isEnd($0.intent) }) else { return nil }
        let source = space.source(of: edge)
        let fault = transitions(from: source)[edge - space.edges(of: source).lowerBound]
        let end =
            switch fault.intent {
            case .endless:
                """
                leads to more than \(limits.actionEvents) action events, so its states are not all known. Raise \
                'limits: .init(actionEvents:)' if the chain has an end.
                """
            case .invalid: "ends in an error, so no run goes on from there."
            case .trapped, .handled, .ignored, .postponed, .unexpected, .refused:
                "does not return, so what follows is not known."
            }
        return "The macrostep of \(sourceText(of: fault.event)) in \(text(of: source)) \(end)"
    }
}
