/// The activities of a machine that are under way, or have returned, and those of its children.
@usableFromInline
final class ActivityNode {
    /// The names that the machine has given to them.
    @exclusivity(unchecked) @usableFromInline var names: Set<EffectID> = []
    @exclusivity(unchecked) @usableFromInline var parts: [ChildID: ActivityNode] = [:]

    /// The children of a collection when they were asked for the last time: only those that have changed since are asked again.
    @exclusivity(unchecked) @usableFromInline var snapshot: Any?
    /// The keys of those that have gone since: one that is back in the state of then is a new one all the same.
    @exclusivity(unchecked) @usableFromInline var departed: [EffectID] = []

    @inlinable
    init() {}

    @inlinable
    func part(_ name: ChildID) -> ActivityNode {
        // An element is found by way of its collection, with which it goes.
        if let collection = name.collection, let node = parts[collection] { return node.element(name) }
        return element(name)
    }

    @inlinable
    func element(_ name: ChildID) -> ActivityNode {
        if let node = parts[name] { return node }
        let new = ActivityNode()
        parts[name] = new
        return new
    }

    /// Forgets the activities of a child and of those within it.
    @inlinable
    func remove(_ child: [ChildID]) {
        var node = self
        let steps = child.steps
        for name in steps.dropLast() {
            guard let next = node.parts[name] else { return }
            node = next
        }
        guard let last = steps.last else { return }
        node.parts[last] = nil
        if case .element(_, let key) = last.base { node.departed.append(key) }
    }
}
