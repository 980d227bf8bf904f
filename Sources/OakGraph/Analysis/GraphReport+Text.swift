import Oak

extension GraphReport: CustomStringConvertible {
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

/// Findings that have one cause: an event that one child, or the machine itself, does not treat well.
private struct FindingGroup<Machine: ExecutableTransducer> {
    private struct Cause: Hashable {
        let event: String
        let child: String?
        let exemption: String?
    }

    var findings: [GraphFinding<Machine>]

    /// The largest number of findings that are grouped; a report of more is about another fault.
    private static var limit: Int { 10_000 }

    static func groups(of findings: [GraphFinding<Machine>]) -> [FindingGroup] {
        var (groups, numbers): ([FindingGroup], [Cause: Int]) = ([], [:])
        for finding in findings.prefix(limit) {
            // One event may begin several effects.
            guard let event = finding.event, finding.subject != .check(.undeclaredAnswers) else {
                groups.append(FindingGroup(findings: [finding]))
                continue
            }
            let cause = Cause(event: sourceText(of: event), child: finding.child, exemption: finding.exemption)
            if let number = numbers[cause] {
                groups[number].findings.append(finding)
            } else {
                numbers[cause] = groups.count
                groups.append(FindingGroup(findings: [finding]))
            }
        }
        return groups
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
