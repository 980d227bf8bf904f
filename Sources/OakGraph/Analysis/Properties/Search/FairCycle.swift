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
            guard go(to: { $1 & mark != 0 }) else { break }
        }
        while let word = openGroups.firstIndex(where: { $0 != 0 }) {
            guard go(toSettle: openGroups[word] & ~(openGroups[word] - 1), in: word) else { break }
        }
        if edges.isEmpty || place != start { _ = go { step, _ in step.node == start } }
    }

    /// A step to a node.
    private struct Step {
        let source: Int
        let edge: Int
        let node: Int
    }

    private static func taken(by step: Step, in product: Product, _ groups: FairGroups) -> [UInt64] {
        var taken = groups.emptySet
        let state = product.state(of: step.source)
        guard product.graph.isMove(step.edge, from: state) else { return taken }
        groups.addTaken(step.edge, at: step.edge - product.graph.edges(of: state).lowerBound, to: &taken)
        return taken
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
        return go { step, _ in
            var taken = Self.taken(by: step, in: product, groups)
            if isWeak { groups.addEnded(step.edge, to: &taken) }
            let enabled = FairSearch.enabled(in: product.state(of: step.node), of: product.graph, groups)
            return taken[word] & group != 0 || isWeak && enabled[word] & group == 0
        }
    }

    /// Takes the shortest way of at least one step that ends with a step as wanted.
    private mutating func go(to isWanted: (Step, _ marks: UInt64) -> Bool) -> Bool {
        guard let way = way(to: isWanted) else { return false }
        for (step, marks) in way {
            edges.append(step.edge)
            place = step.node
            openMarks &= ~marks
            var closed = Self.taken(by: step, in: product, groups)
            var ended = groups.emptySet
            groups.addEnded(step.edge, to: &ended)
            for word in closed.indices {
                closed[word] |= ended[word] & groups.weak[word]
                openGroups[word] &= ~closed[word]
            }
            settle()
        }
        return true
    }

    private mutating func way(to isWanted: (Step, _ marks: UInt64) -> Bool) -> [(Step, marks: UInt64)]? {
        var queue = [UInt32(place)]
        defer { for node in queue { parents[Int(node)] = .max } }
        var next = 0
        while next < queue.count {
            let node = Int(queue[next])
            next += 1
            for (step, marks) in product.steps(from: node) where isMember[step.node] {
                let step = Step(source: node, edge: step.edge, node: step.node)
                if isWanted(step, marks) { return way(from: queue[0], to: node) + [(step, marks)] }
                if step.node != place, parents[step.node] == .max {
                    parents[step.node] = UInt32(node)
                    queue.append(UInt32(step.node))
                }
            }
        }
        return nil
    }

    private func way(from start: UInt32, to node: Int) -> [(Step, marks: UInt64)] {
        var nodes = [node]
        while let last = nodes.last, last != Int(start) { nodes.append(Int(parents[last])) }
        return zip(nodes.dropFirst(), nodes).reversed().compactMap { source, target in
            product.steps(from: source).first { $0.step.node == target }.map {
                (Step(source: source, edge: $0.step.edge, node: target), $0.marks)
            }
        }
    }
}

extension Product {
    /// The steps of a node within its component of the automaton, and out of it.
    func steps(from node: Int) -> [(step: (edge: Int, node: Int), marks: UInt64)] {
        let (state, automatonState) = (state(of: node), automatonState(of: node))
        let edges = graph.edges(of: state)
        var found: [(step: (edge: Int, node: Int), marks: UInt64)] = []
        for edge in edges where graph.isRead(edge, from: state) {
            var cursor = 0
            while let step = step(edge, at: edge - edges.lowerBound, from: automatonState, &cursor) {
                found.append(((edge, self.node(Int(graph.targets[edge]), step.target)), step.marks))
            }
        }
        return found
    }

    /// The edges of the shortest way to a node, and the state in which it begins.
    func path(to node: Int) -> (start: Int, edges: [Int]) {
        let way = way(to: node)
        let edges = zip(way, way.dropFirst()).compactMap { source, target in
            steps(from: source).first { $0.step.node == target }?.step.edge
        }
        return (state(of: way[0]), edges)
    }
}
