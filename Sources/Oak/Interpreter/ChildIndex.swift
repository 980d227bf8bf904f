/// The live effects of a composite's children, indexed by the path of the child.
///
/// The index is a tree of names: a child's node contains its effects, the nodes below those of the children inside it.
@usableFromInline struct ChildIndex {
    @usableFromInline final class Node {
        @exclusivity(unchecked) @usableFromInline var parts: [ChildID: Node] = [:]
        /// The numbers of the child's own operations and compositions.
        @exclusivity(unchecked) @usableFromInline var effects = NumberedQueue<Void>()

        @inlinable init() {}

        @inlinable var isEmpty: Bool { parts.isEmpty && effects.isEmpty }
    }

    @usableFromInline var root = Node?.none

    @inlinable init() {}

    @inlinable mutating func insert(_ number: Int, of child: [ChildID]) {
        guard !child.isEmpty else { return }
        var node = root ?? Node()
        root = node
        for name in child.steps {
            if let next = node.parts[name] {
                node = next
            } else {
                let new = Node()
                node.parts[name] = new
                node = new
            }
        }
        node.effects.append((), number: number)
    }

    @inlinable func remove(_ number: Int, of child: [ChildID]) {
        guard !child.isEmpty, var node = root else { return }
        var path: [(Node, ChildID)] = []
        for name in child.steps {
            guard let next = node.parts[name] else { return }
            path.append((node, name))
            node = next
        }
        node.effects.remove(number)
        // A child without effects has no node.
        while node.isEmpty, let (parent, name) = path.popLast() {
            parent.parts[name] = nil
            node = parent
        }
    }

    /// The effects of a child and of those inside it, in the order in which they began.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of those effects.
    @inlinable func effects(of child: [ChildID]) -> [Int] {
        guard var node = root else { return [] }
        for name in child.steps {
            guard let next = node.parts[name] else { return [] }
            node = next
        }
        if node.parts.isEmpty { return node.effects.numbers }
        var numbers: [Int] = []
        var ahead = [node]
        while let node = ahead.popLast() {
            if !node.effects.isEmpty { numbers += node.effects.numbers }
            ahead += node.parts.values
        }
        if numbers.count > 1 { numbers.sort() }
        return numbers
    }
}

extension [ChildID] {
    /// The names on the path, with each collection before its element.
    @inlinable var steps: ChildSteps { ChildSteps(path: self[...]) }
}

/// The names on the path to a child, with each collection before its element.
@usableFromInline struct ChildSteps: Sequence, IteratorProtocol {
    @usableFromInline var path: ArraySlice<ChildID>
    /// Whether the collection of the first name has been visited.
    @usableFromInline var isInCollection = false

    @inlinable init(path: ArraySlice<ChildID>) { self.path = path }

    @inlinable mutating func next() -> ChildID? {
        guard let id = path.first else { return nil }
        if !isInCollection, let collection = id.collection {
            isInCollection = true
            return collection
        }
        isInCollection = false
        path.removeFirst()
        return id
    }
}
