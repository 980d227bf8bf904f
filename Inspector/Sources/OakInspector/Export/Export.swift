import Oak

/// The files that a page offers about a run.
enum Export: String, CaseIterable, Sendable {
    case trace, test, diagram

    var title: String {
        switch self {
        case .trace: "Trace (JSON lines)"
        case .test: "Test (Swift)"
        case .diagram: "Diagram (Mermaid)"
        }
    }

    private var suffix: String {
        switch self {
        case .trace: "jsonl"
        case .test: "swift"
        case .diagram: "mmd"
        }
    }

    func fileName(of run: Int) -> String { "\(rawValue)-\(run).\(suffix)" }

    /// The kind and the run of a file.
    static func wanted(by fileName: String) -> (export: Export, run: Int)? {
        for export in allCases {
            guard let run = Int(fileName.dropFirst(export.rawValue.count + 1).prefix { $0 != "." }) else { continue }
            if export.fileName(of: run) == fileName { return (export, run) }
        }
        return nil
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension RunRecord {
    /// The states and transitions that were seen, for Mermaid.
    var mermaid: String {
        let (states, edges) = withContent { ($0.states, $0.edges) }
        let names = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1, "s\($0)") })
        var lines = ["stateDiagram-v2"]
        // Colons and line ends would end a name.
        func label(_ text: String) -> String {
            text.map { $0 == ":" ? "#colon;" : $0.isNewline || $0 == ";" ? " " : "\($0)" }.joined()
        }
        for state in states { lines.append("    \(names[state] ?? ""): \(label(state))") }
        let order = edges.keys.sorted { ($0.source, $0.target, $0.event) < ($1.source, $1.target, $1.event) }
        for edge in order {
            guard let source = names[edge.source], let target = names[edge.target] else { continue }
            lines.append("    \(source) --> \(target): \(label(edge.event)) (\(edges[edge] ?? 0))")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
