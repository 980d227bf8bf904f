public import OakGraph

/// The form of a stored diagram.
public enum DiagramFormat: Hashable, Sendable, CaseIterable {
    /// A state diagram for Mermaid, which many viewers of Markdown show as a picture.
    case mermaid
    /// A graph for Graphviz.
    case dot
    /// A table of states and events.
    case table
}

/// Expects the diagram of a machine to be as stored, so that a review shows each change of it.
///
/// ```swift
/// import OakGraph
/// import OakTesting
///
/// enum Lamp: Transducer {
///     enum State: Hashable { case off, on }
///     enum Event: CaseIterable { case pressed }
///     static func update(_ state: inout State, event: Event) { state = state == .on ? .off : .on }
/// }
///
/// let graph = StateGraph(of: Lamp.self, from: [.off], events: .allCases)
/// expectDiagram(graph.model)
/// ```
///
/// The diagram is a Markdown file in the folder `__Diagrams__` next to the test file. To create it, or to accept a
/// change, run the test with the environment variable `OAK_RECORD_DIAGRAMS` set, and put the file under version
/// control. In a package, list the folder in the target's `exclude`.
///
/// - Parameters:
///   - model: The graph.
///   - format: The form of the diagram.
///   - style: What the diagram shows, and how; without a meaning for a table.
///   - path: The file, relative to the folder of the test file. The default is a file in `__Diagrams__` named after the
///     test file, the machine and the format.
///   - isRecording: Stores the diagram and fails, as a reminder to remove the argument.
///   - filePath: The file in which a failure is reported, and whose folder `path` is relative to.
public func expectDiagram(
    _ model: GraphModel, as format: DiagramFormat = .mermaid, style: DiagramStyle = DiagramStyle(),
    storedIn path: String? = nil, recording isRecording: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    compare(
        DiagramInTest(model: model, format: format, style: style), storedIn: path, recording: isRecording,
        at: CallSite(fileID, filePath, line, column))
}

/// A diagram that a test stores next to itself.
struct DiagramInTest: StoredBehaviour {
    let model: GraphModel
    let format: DiagramFormat
    let style: DiagramStyle

    package static var noun: String { "diagram" }
    package static var fileExtension: String { "md" }

    package var machine: String { format == .mermaid ? model.machine : "\(model.machine)-\(format)" }
    package var summary: String { stored() }

    package func stored() -> String {
        let body =
            switch format {
            case .mermaid: "```mermaid\n\(model.mermaid(style))\n```"
            case .dot: "```dot\n\(model.dot(style))\n```"
            case .table: model.markdown(style)
            }
        return "# \(model.machine)\n\n\(body)\n"
    }

    package func difference(from stored: String) -> StoredDifference {
        let texts = [stored, self.stored()].map { $0.split(whereSeparator: \.isNewline) }
        guard texts[0] != texts[1] else { return .none }
        let difference = texts[1].difference(from: texts[0])
        let changes = (difference.removals + difference.insertions).map { change in
            switch change {
            case .remove(_, let line, _): "− \(line)"
            case .insert(_, let line, _): "+ \(line)"
            }
        }
        return .changed("\(changes.joined(separator: "\n"))\n\n(Stored: −, Now: +)")
    }
}
