extension Drawing {
    /// A step of the way through the nodes.
    enum Visit {
        /// A composite state begins.
        case opening(Int)
        /// A composite state ends.
        case closing
        case node(Int)
    }

    /// Visits the nodes: first those in no composite state, then each composite state with what it contains.
    ///
    /// - Parameter body: Receives the step and how many composite states are around it.
    func visitNodes(_ body: (Visit, Int) -> Void) {
        var members: [[Int]] = composites.map { _ in [] }
        var inner: [[Int]] = composites.map { _ in [] }
        var roots: [Int] = []
        for (index, composite) in composites.enumerated() {
            if let parent = composite.parent { inner[parent].append(index) } else { roots.append(index) }
        }
        for (index, node) in nodes.enumerated() {
            if let composite = node.composite { members[composite].append(index) } else { body(.node(index), 0) }
        }
        // A stack of its own, since states can be nested deeply.
        var stack = roots.reversed().map { (composite: $0, level: 0, isClosing: false) }
        while let (composite, level, isClosing) = stack.popLast() {
            if isClosing {
                body(.closing, level)
                continue
            }
            body(.opening(composite), level)
            for node in members[composite] { body(.node(node), level + 1) }
            stack.append((composite, level, true))
            for child in inner[composite].reversed() { stack.append((child, level + 1, false)) }
        }
    }

    /// The first node in each composite state or in those that it contains.
    var firstNodes: [Int] {
        var first = composites.map { _ in 0 }
        for (index, node) in nodes.enumerated().reversed() {
            for composite in around(node.composite) { first[composite] = index }
        }
        return first
    }
}
