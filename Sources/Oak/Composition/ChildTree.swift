/// A tree of names: the node of a child has what belongs to it, the nodes below belong to the children inside it.
///
/// Only one interpreter touches a tree, which is stricter than the exclusivity that would be checked at run time.
@usableFromInline final class ChildTree<Content> {
    @exclusivity(unchecked) @usableFromInline var content: Content
    @exclusivity(unchecked) @usableFromInline var parts: [ChildID: ChildTree] = [:]

    @inlinable init(_ content: Content) { self.content = content }

    /// The node of a child, if there is one.
    @inlinable func node(of child: [ChildID]) -> ChildTree? {
        var node = self
        for name in child.steps {
            guard let next = node.parts[name] else { return nil }
            node = next
        }
        return node
    }

    /// The node of a child, with nodes for all children that contain it.
    ///
    /// - Parameters:
    ///   - child: The path of the child.
    ///   - content: The content of each node that is missing.
    @inlinable func node(of child: [ChildID], else content: @autoclosure () -> Content) -> ChildTree {
        var node = self
        for name in child.steps { node = node.part(name, else: content()) }
        return node
    }

    @inlinable func part(_ name: ChildID, else content: @autoclosure () -> Content) -> ChildTree {
        if let part = parts[name] { return part }
        let new = ChildTree(content())
        parts[name] = new
        return new
    }

    /// Visits the contents of this node and of all below it, in no order.
    @inlinable func forEach(_ visit: (Content) -> Void) {
        var ahead = [self]
        while let node = ahead.popLast() {
            visit(node.content)
            ahead += node.parts.values
        }
    }

    /// Returns another tree with the same content, however deep it is.
    func copied() -> ChildTree {
        let root = ChildTree(content)
        var ahead = [(self, root)]
        while let (node, twin) = ahead.popLast() {
            twin.parts = node.parts.mapValues { part in
                let copy = ChildTree(part.content)
                ahead.append((part, copy))
                return copy
            }
        }
        return root
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
