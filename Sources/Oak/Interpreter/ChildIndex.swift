/// The numbers of the live operations and compositions of a composite's children, by the path of the child.
@usableFromInline struct ChildIndex {
    @usableFromInline typealias Node = ChildTree<NumberedQueue<Void>>

    @usableFromInline var root = Node?.none

    @inlinable init() {}

    @inlinable mutating func insert(_ number: Int, of child: [ChildID]) {
        guard !child.isEmpty else { return }
        let root = root ?? Node(NumberedQueue())
        self.root = root
        root.node(of: child, else: NumberedQueue()).content.append((), number: number)
    }

    @inlinable func remove(_ number: Int, of child: [ChildID]) {
        guard !child.isEmpty, var node = root else { return }
        var path: [(Node, ChildID)] = []
        for name in child.steps {
            guard let next = node.parts[name] else { return }
            path.append((node, name))
            node = next
        }
        node.content.remove(number)
        // A child without effects has no node.
        while node.content.isEmpty, node.parts.isEmpty, let (parent, name) = path.popLast() {
            parent.parts[name] = nil
            node = parent
        }
    }

    /// The effects of a child and of those inside it, in the order in which they began.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of those effects.
    @inlinable func effects(of child: [ChildID]) -> [Int] {
        guard let node = root?.node(of: child) else { return [] }
        if node.parts.isEmpty { return node.content.numbers }
        var numbers: [Int] = []
        node.forEach { if !$0.isEmpty { numbers += $0.numbers } }
        if numbers.count > 1 { numbers.sort() }
        return numbers
    }
}
