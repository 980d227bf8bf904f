/// Builds a closed walk through a component that treats each group fairly and meets each condition of acceptance.
struct FairCycle {
    private let product: Product
    private let groups: FairGroups
    private var isMember: [Bool]
    /// The node before each one that a walk has found; the largest number for the others.
    private var parents: [UInt32]
    private(set) var edges: [Int] = []
    private var place: Int
    /// The groups that the walk still has to take, in bits.
    private var openMarks: UInt64
    private var openGroups: [UInt64]

    /// - Parameters:
    ///   - nodes: The nodes of the component; the walk begins and ends in the first one.
    init(in product: Product, under groups: FairGroups, through nodes: [UInt32]) {
        (self.product, self.groups) = (product, groups)
        isMember = [Bool](repeating: false, count: product.count)
        parents = [UInt32](repeating: .max, count: product.count)
        (place, openMarks, openGroups) = (Int(nodes[0]), product.automaton.allMarks, groups.emptySet)
        for node in nodes {
            isMember[Int(node)] = true
            let enabled = FairSearch.enabled(in: product.state(of: Int(node)), of: product.graph, groups)
            for word in enabled.indices { openGroups[word] |= enabled[word] }
        }
        let start = place
        settle()
        while openMarks != 0 {
            let mark = openMarks & ~(openMarks - 1)
            guard go(to: { $0.marks & mark != 0 }) else { break }
        }
        while let word = openGroups.firstIndex(where: { $0 != 0 }) {
            guard go(toSettle: openGroups[word] & ~(openGroups[word] - 1), in: word) else { break }
        }
        if edges.isEmpty || place != start { _ = go { $0.node == start } }
    }

    /// Closes the weak groups that are not enabled at the place of the walk.
    private mutating func settle() {
        let here = FairSearch.enabled(in: product.state(of: place), of: product.graph, groups)
        for word in here.indices { openGroups[word] &= here[word] | ~groups.weak[word] }
    }

    /// Takes the shortest way that treats a group fairly.
    ///
    /// - Parameters:
    ///   - group: The bit of the group.
    ///   - word: The word with the bit.
    private mutating func go(toSettle group: UInt64, in word: Int) -> Bool {
        let (product, groups) = (product, groups)
        let isWeak = groups.weak[word] & group != 0
        return go { step in
            let settled = groups.settled(by: step.edge, from: product.state(of: step.source), in: product.graph)
            let enabled = FairSearch.enabled(in: product.state(of: step.node), of: product.graph, groups)
            return settled[word] & group != 0 || isWeak && enabled[word] & group == 0
        }
    }

    /// Takes the shortest way of at least one step that ends with a step as wanted.
    private mutating func go(to isWanted: (Product.Step) -> Bool) -> Bool {
        guard let way = way(to: isWanted) else { return false }
        for step in way {
            edges.append(step.edge)
            place = step.node
            openMarks &= ~step.marks
            let settled = groups.settled(by: step.edge, from: product.state(of: step.source), in: product.graph)
            for word in settled.indices { openGroups[word] &= ~settled[word] }
            settle()
        }
        return true
    }

    private mutating func way(to isWanted: (Product.Step) -> Bool) -> [Product.Step]? {
        var queue = [UInt32(place)]
        defer { for node in queue { parents[Int(node)] = .max } }
        var next = 0
        while next < queue.count {
            let node = Int(queue[next])
            next += 1
            for step in product.steps(from: node) where isMember[step.node] {
                if isWanted(step) { return way(from: queue[0], to: node) + [step] }
                if step.node != place, parents[step.node] == .max {
                    parents[step.node] = UInt32(node)
                    queue.append(UInt32(step.node))
                }
            }
        }
        return nil
    }

    private func way(from start: UInt32, to node: Int) -> [Product.Step] {
        var nodes = [node]
        while let last = nodes.last, last != Int(start) { nodes.append(Int(parents[last])) }
        return zip(nodes.dropFirst(), nodes).reversed().compactMap { source, target in
            product.steps(from: source).first { $0.node == target }
        }
    }
}
