/// Searches a product for a fair run that violates the property: a way, and a cycle or a state of rest.
// Lichtenstein and Pnueli, "Checking that finite state concurrent programs satisfy their linear specification", 1985;
// Emerson and Lei, "Modalities for model checking", 1987: a component either has a fair cycle, or loses the states that
// enable what it never takes. Tarjan, "Depth-first search and linear graph algorithms", 1972, finds the components,
// with a stack instead of recursion.
struct FairSearch {
    let product: Product
    let groups: FairGroups

    /// The end of the shortest way to a violation.
    enum Violation {
        /// Each run that begins so violates the property.
        case certain(node: Int)
        case rest(node: Int)
        /// The nodes of the component with the cycle, of which the first is on the way.
        case cycle(nodes: [UInt32])
    }

    /// The time at which a node was found, from one; zero if it was not, and the largest number when its component is
    /// known.
    var times: [UInt32]
    /// The part to which the search is confined, by node; empty as long as there is one.
    var parts: [UInt32] = []
    var partCount: UInt32 = 0
    var time: UInt32 = 0
    var open: [UInt32] = []
    var frames: [Frame] = []
    var best: Violation?
    var bestNode = Int.max
    /// Parts of components in which the search goes on.
    var waiting: [[UInt32]] = []

    struct Frame {
        let node: UInt32
        var low: UInt32
        /// The edge, from that of the node's state, and the place among its steps.
        var edge: UInt32 = 0
        var cursor: UInt32 = 0
    }

    static func violation(in product: Product, under groups: FairGroups) -> Violation? {
        if let node = product.certain { return .certain(node: node) }
        var search = FairSearch(product, groups)
        search.findRest()
        search.findCycles()
        return search.best
    }

    private init(_ product: Product, _ groups: FairGroups) {
        (self.product, self.groups) = (product, groups)
        times = [UInt32](repeating: 0, count: product.count)
    }

    private mutating func findRest() {
        let (graph, automaton) = (product.graph, product.automaton)
        var accepts: [UInt64: [Bool]] = [:]
        for node in 0..<product.count {
            let state = product.state(of: node)
            guard state < graph.leftCount, mayRest(state) else { continue }
            let letter = graph.letter(of: state)
            let states = accepts[letter] ?? automaton.acceptsRepetition(of: letter)
            accepts[letter] = states
            guard states[product.automatonState(of: node)] else { continue }
            best = .rest(node: node)
            // A cycle takes at least one event more than the way to it.
            let events = product.way(to: node).count
            bestNode = firstIndex(in: 0..<node) { product.way(to: $0).count >= events - 1 }
            return
        }
    }

    /// Whether a run that rests in a state is fair.
    private func mayRest(_ state: Int) -> Bool {
        if groups.isEmpty { return true }
        return Self.enabled(in: state, of: product.graph, groups).allSatisfy { $0 == 0 }
    }

    /// The groups with an edge that leaves a state.
    static func enabled(in state: Int, of graph: WordGraph, _ groups: FairGroups) -> [UInt64] {
        var enabled = groups.emptySet
        let edges = graph.edges(of: state)
        for edge in edges where graph.isMove(edge, from: state) {
            groups.addTaken(edge, at: edge &- edges.lowerBound, to: &enabled)
        }
        return enabled
    }
}
