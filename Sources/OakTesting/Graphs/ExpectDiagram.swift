public import Oak
public import OakGraph

/// The form of a stored diagram.
public enum DiagramFormat: String, Hashable, Sendable, CaseIterable {
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
/// import OakTesting
///
/// enum Lamp: Transducer {
///     enum State: Hashable { case off, on }
///     enum Event: CaseIterable { case pressed }
///     static func update(_ state: inout State, event: Event) { state = state == .on ? .off : .on }
/// }
///
/// expectDiagram(of: Lamp.self, from: [.off], events: .allCases)
/// ```
///
/// The diagram is a Markdown file in the folder `__Diagrams__` next to the test file. To create it, or to accept a
/// change, run the test with the environment variable `OAK_RECORD_DIAGRAMS` set, and put the file under version
/// control. In a package, list the folder in the target's `exclude`.
///
/// - Parameters:
///   - machine: The machine.
///   - initial: The initial states.
///   - events: The events to try in each state.
///   - limits: The bounds of the exploration.
///   - format: The form of the diagram.
///   - style: What the diagram shows, and how; without a meaning for a table.
///   - path: The file, relative to the folder of the test file. The default is a file in `__Diagrams__` named after the
///     test file, the machine and the format.
///   - isRecording: Stores the diagram and fails, as a reminder to remove the argument.
///   - filePath: The file in which a failure is reported, and whose folder `path` is relative to.
/// - Returns: The graph.
@discardableResult
public func expectDiagram<Machine: ExecutableTransducer>(
    of machine: Machine.Type, from initial: [Machine.State], events: Alphabet<Machine>,
    limits: GraphLimits = GraphLimits(), as format: DiagramFormat = .mermaid, style: DiagramStyle = DiagramStyle(),
    storedIn path: String? = nil, recording isRecording: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> StateGraph<Machine> where Machine.State: Hashable {
    let graph = StateGraph(of: machine, from: initial, events: events, limits: limits)
    expectDiagram(
        graph.model, as: format, style: style, storedIn: path, recording: isRecording, fileID: fileID,
        filePath: filePath, line: line, column: column)
    return graph
}

/// Expects the diagram of a graph to be as stored, so that a review shows each change of it.
///
/// The diagram is stored and recorded as by
/// ``expectDiagram(of:from:events:limits:as:style:storedIn:recording:fileID:filePath:line:column:)``.
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
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// A diagram that a test stores next to itself.
struct DiagramInTest: StoredBehaviour {
    let model: GraphModel
    let format: DiagramFormat
    let style: DiagramStyle

    package static var noun: String { "diagram" }
    package static var folder: String { "__Diagrams__" }
    package static var fileExtension: String { "md" }
    package static var recordingVariable: String { "OAK_RECORD_DIAGRAMS" }

    package var machine: String { format == .mermaid ? model.machine : "\(model.machine)-\(format.rawValue)" }
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
        let (old, new) = (Self.lines(of: stored), Self.lines(of: self.stored()))
        guard old != new else { return .none }
        let changes = new.difference(from: old).map { change in
            switch change {
            case .remove(_, let line, _): "− \(line)"
            case .insert(_, let line, _): "+ \(line)"
            }
        }
        return .changed("\(changes.joined(separator: "\n"))\n\n(Stored: −, Now: +)")
    }

    private static func lines(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { String($0) }
    }
}
