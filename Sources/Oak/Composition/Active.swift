/// The active children of a machine in a state, and the activities there, to look at without running anything.
///
/// ``ExecutableTransducer/live(in:)`` returns it.
public struct Active<Machine: ExecutableTransducer> {
    /// The paths of the active children; each child follows the child that contains it.
    ///
    /// The list includes collection elements, and children of children that the composite names with their states. A
    /// child's own children follow it directly, before its siblings. Declared children are sorted by name; elements
    /// keep the order of their collection. A child that has ended remains listed while its composite names it.
    public let children: [[ChildID]]

    /// The activities of the machine and of its children, as effects of the machine.
    ///
    /// Each has the identity that it has in the machine; ``TransducerEffect/child`` names its child. The machine's own
    /// activities come first. Children that have ended have none.
    public let activities: [TransducerEffect<Machine.Event, Machine.Env, Machine.Input>]
}

extension ExecutableTransducer {
    /// Returns the active children and the activities of a state without running anything.
    ///
    /// - Parameter state: The state.
    /// - Complexity: O(*n* log *n*), where *n* is the number of active children, all of which are queried.
    public static func live(in state: State) -> Active<Self> {
        var found: [[ChildID]: [ChildID]] = [:]
        let revision = ActivityRevision { path, names in found[path] = names }
        let query = ActivityQuery<Self>(ActivityNode(ActivityRecord()), revision)
        query.answer(in: state)
        var children: [[ChildID]] = []
        // Outermost first, and iterative because machines may nest to any depth.
        var ahead = (found[[]] ?? []).reversed().map { [$0] }
        while let path = ahead.popLast() {
            children.append(path)
            ahead += (found[path] ?? []).reversed().map { path + [$0] }
        }
        return Active(children: children, activities: query.findings.list.map { $0.0 })
    }
}

@_documentation(visibility: internal) extension Active: CustomStringConvertible {
    /// The paths of the children, followed by a bar and the activities.
    public var description: String {
        let children = children.map { $0.map(\.description).joined(separator: "/") }.joined(separator: ", ")
        guard !activities.isEmpty else { return children }
        let activities = activities.map(\.description).joined(separator: ", ")
        return children.isEmpty ? "| \(activities)" : "\(children) | \(activities)"
    }
}
