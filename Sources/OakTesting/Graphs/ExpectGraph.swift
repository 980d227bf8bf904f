public import OakGraph

/// Expects the graph of a machine to behave like a stored one.
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
/// expectGraph(graph.model)
/// ```
///
/// The test fails with the shortest sequence of events after which the machine behaves differently, and a table of what
/// has changed: see `GraphComparison`. New names of states are a warning. A graph that is incomplete
/// fails, because nothing is known about the rest.
///
/// The graph is a file in the folder `__Graphs__` next to the test file, with a line for each state and transition. To
/// create it, or to accept a change, run the test with the environment variable `OAK_RECORD_GRAPHS` set, and put the
/// file under version control: a review of the behaviour reads its diff. In a package, list the folder in the target's
/// `exclude`.
///
/// - Parameters:
///   - model: The graph.
///   - aspects: The parts of the behaviour to compare; the default is all but the names of states.
///   - path: The file, relative to the folder of the test file. The default is a file in `__Graphs__` named after the
///     test file and the machine.
///   - isRecording: Stores the graph and fails, as a reminder to remove the argument.
///   - filePath: The file in which a failure is reported, and whose folder `path` is relative to.
public func expectGraph(
    _ model: GraphModel, comparing aspects: GraphComparison.Aspects = .behaviour, storedIn path: String? = nil,
    recording isRecording: Bool = false, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) {
    compare(
        GraphInTest(model: model, aspects: aspects), storedIn: path, recording: isRecording,
        at: CallSite(fileID, filePath, line, column))
}

/// A graph that a test stores next to itself.
struct GraphInTest: StoredBehaviour {
    let model: GraphModel
    let aspects: GraphComparison.Aspects

    package static var noun: String { "graph" }
    package static var fileExtension: String { "json" }

    package var machine: String { model.machine }
    package var summary: String { "It has \(model.states.count) states and \(model.transitions.count) transitions." }

    package func stored() throws -> String {
        // Nothing could be said about a change of an incomplete graph.
        if let cut = model.cut { throw DescribedError(description: "The graph is incomplete. \(cut)") }
        return try model.text()
    }

    package func difference(from stored: String) -> StoredDifference {
        let old: GraphModel
        do {
            old = try GraphModel(text: stored)
        } catch {
            return .unreadable("cannot be read. \(sentence(of: error))")
        }
        let comparison = GraphComparison(of: old, and: model, comparing: aspects)
        switch comparison.verdict {
        case .equivalent: return old == model ? .none : .outdated
        case .different: return .changed("\(comparison)")
        case .inconclusive(let reason): return .unknown(reason)
        }
    }
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
///   - style: What the diagram shows, and how.
///   - path: The file, relative to the folder of the test file. The default is a file in `__Diagrams__` named after the
///     test file and the machine.
///   - isRecording: Stores the diagram and fails, as a reminder to remove the argument.
///   - filePath: The file in which a failure is reported, and whose folder `path` is relative to.
public func expectDiagram(
    _ model: GraphModel, style: DiagramStyle = DiagramStyle(), storedIn path: String? = nil,
    recording isRecording: Bool = false, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) {
    compare(
        DiagramInTest(model: model, style: style), storedIn: path, recording: isRecording,
        at: CallSite(fileID, filePath, line, column))
}

/// A diagram that a test stores next to itself.
struct DiagramInTest: StoredBehaviour {
    let model: GraphModel
    let style: DiagramStyle

    package static var noun: String { "diagram" }
    package static var fileExtension: String { "md" }

    package var machine: String { model.machine }
    package var summary: String { stored() }

    package func stored() -> String { "# \(model.machine)\n\n```mermaid\n\(model.mermaid(style))\n```\n" }

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
