import Oak

extension GraphCoverage: CustomStringConvertible {
    /// The shares, the first states and transitions that are missing, and the shortest path to each.
    public var description: String { text(missing: 10) }

    /// The shares, and what is missing, as text.
    ///
    /// - Parameter count: The maximum number of missing states, transitions and pairs, each.
    package func text(missing count: Int) -> String {
        var lines = [
            "states       \(states)", "transitions  \(transitions)", "pairs        \(pairs)",
        ]
        if let cut = graph.cut { lines.append("\(cut)") }
        lines += list("Missing states:", missingStates, of: states, count) { path in
            "\(graph.text(of: path.endNumber))\(Self.way(path.events))"
        }
        lines += list("Missing transitions:", missingTransitions, of: transitions, count) { path in
            "\(Self.arrow(path, 1))\(Self.way(path.events.dropLast()))"
        }
        // Pairs of missing transitions are missing, too; they say nothing new.
        if transitions.isComplete {
            lines += list("Missing pairs:", missingPairs, of: pairs, count) { path in
                "\(Self.arrow(path, 2))\(Self.way(path.events.dropLast(2)))"
            }
        }
        if !strays.isEmpty { lines += ["Not in the graph:"] + strays.map { "  \($0)" } }
        return lines.joined(separator: "\n")
    }

    private func list(
        _ title: String, _ paths: some Sequence<GraphPath<Machine>>, of share: Share, _ count: Int,
        _ line: (GraphPath<Machine>) -> String
    ) -> [String] {
        let missing = share.total - share.covered
        guard missing > 0, count > 0 else { return [] }
        let more = missing > count ? ["  … and \(missing - count) more"] : []
        return [title] + paths.prefix(count).map { "  \(line($0))" } + more
    }

    /// The last transitions of a path.
    private static func arrow(_ path: GraphPath<Machine>, _ count: Int) -> String {
        let before = path.steps.dropLast(count).last?.state ?? path.start
        return path.steps.suffix(count).reduce(sourceText(of: before)) { text, step in
            "\(text) — \(sourceText(of: step.event)) → \(sourceText(of: step.state))"
        }
    }

    private static func way(_ events: some Collection<Machine.Event>) -> String {
        events.isEmpty
            ? ", at the beginning" : ", after \(events.map { sourceText(of: $0) }.joined(separator: ", "))"
    }
}

extension GraphCoverage.Share: CustomStringConvertible {
    public var description: String {
        // Only complete coverage is shown as 100 %.
        let percent = total == 0 ? 100 : covered * 100 / total
        return "\(covered) of \(total) (\(percent) %)"
    }
}
