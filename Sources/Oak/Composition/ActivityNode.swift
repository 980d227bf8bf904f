/// The activities of a machine, live or already returned, and those of its children.
@usableFromInline final class ActivityNode {
    /// The names of the machine's own activities.
    @exclusivity(unchecked) @usableFromInline var names: Set<EffectID> = []
    @exclusivity(unchecked) @usableFromInline var parts: [ChildID: ActivityNode] = [:]

    /// The children of a collection at the last query; only those that changed since are queried again.
    @exclusivity(unchecked) @usableFromInline var snapshot: Any?
    /// The keys of children removed since then; an equal child added again is a new one.
    @exclusivity(unchecked) @usableFromInline var departed: [EffectID] = []

    @inlinable init() {}

    @inlinable func part(_ name: ChildID) -> ActivityNode {
        // An element's node lies below that of its collection, and is removed with it.
        if let collection = name.collection, let node = parts[collection] { return node.element(name) }
        return element(name)
    }

    @inlinable func element(_ name: ChildID) -> ActivityNode {
        if let node = parts[name] { return node }
        let new = ActivityNode()
        parts[name] = new
        return new
    }

    /// Removes the activities of a child and of those inside it.
    ///
    /// - Returns: The number of activities.
    @inlinable func remove(_ child: [ChildID]) -> Int {
        var steps = child.steps
        guard var name = steps.next() else { return 0 }
        var node = self
        while let next = steps.next() {
            guard let part = node.parts[name] else { return 0 }
            (node, name) = (part, next)
        }
        if case .element(_, let key) = name.base { node.departed.append(key) }
        return node.parts.removeValue(forKey: name)?.count ?? 0
    }

    /// Removes the activities of all children but some.
    ///
    /// - Parameter present: The paths of the remaining children.
    /// - Returns: The identities of the activities in this machine.
    func removeChildren(missingIn present: Set<[ChildID]>) -> [EffectID] {
        var lost: [EffectID] = []
        var ahead: [(node: ActivityNode, path: [ChildID], isGone: Bool)] = [(self, [], false)]
        while let (node, path, isGone) = ahead.popLast() {
            if isGone { lost += node.names.map { $0.within(path) } }
            for (name, part) in node.parts {
                // The node of a collection is no child.
                let inner = part.snapshot == nil ? path + [name] : path
                let isPartGone = isGone || part.snapshot == nil && !present.contains(inner)
                if isPartGone, !isGone { node.parts[name] = nil }
                ahead.append((part, inner, isPartGone))
            }
        }
        return lost
    }

    /// The number of activities of the machine and of its children.
    @inlinable var count: Int {
        var count = 0
        var ahead = [self]
        while let node = ahead.popLast() {
            count += node.names.count
            ahead += node.parts.values
        }
        return count
    }
}
