import OakGraph

/// A graph that a test stores next to itself.
struct GraphInTest: StoredBehaviour {
    let model: GraphModel
    let aspects: GraphComparison.Aspects

    package static var noun: String { "graph" }
    package static var folder: String { "__Graphs__" }
    package static var fileExtension: String { "json" }
    package static var recordingVariable: String { "OAK_RECORD_GRAPHS" }

    package var machine: String { model.machine }
    package var summary: String { "It has \(model.states.count) states and \(model.transitions.count) transitions." }

    package func stored() throws -> String {
        // Nothing could be said about a change of an incomplete graph.
        if let cut = model.cut { throw IncompleteGraph(cut: cut) }
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

private struct IncompleteGraph: Error, CustomStringConvertible {
    let cut: String

    var description: String { "The graph is incomplete. \(cut)" }
}
