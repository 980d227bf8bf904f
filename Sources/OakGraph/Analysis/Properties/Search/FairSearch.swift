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

    // The strongly connected components of a product, and what becomes of them.

    mutating func findCycles() {
        for root in 0..<product.count where times[root] == 0 && component(of: root) != nil { visit(from: root) }
        while let part = waiting.popLast() {
            if parts.isEmpty { parts = [UInt32](repeating: 0, count: product.count) }
            (partCount, time) = (partCount + 1, 0)
            for node in part { (times[Int(node)], parts[Int(node)]) = (0, partCount) }
            for node in part where times[Int(node)] == 0 { visit(from: Int(node)) }
        }
    }

    @inline(__always)
    private func component(of node: Int) -> Int? {
        product.automaton.component[product.automatonState(of: node)]
    }

    private mutating func visit(from root: Int) {
        enter(root)
        while let top = frames.last {
            if let target = nextTarget() {
                switch times[target] {
                case 0: enter(target)
                case .max: break
                case let time: lowerTop(to: time)
                }
            } else {
                frames.removeLast()
                if !frames.isEmpty { lowerTop(to: top.low) }
                if top.low == times[Int(top.node)] { close(top) }
            }
        }
    }

    @inline(__always)
    private mutating func enter(_ node: Int) {
        time += 1
        times[node] = time
        open.append(UInt32(truncatingIfNeeded: node))
        frames.append(Frame(node: UInt32(truncatingIfNeeded: node), low: time))
    }

    @inline(__always)
    private mutating func lowerTop(to time: UInt32) {
        let top = frames.count - 1
        if time < frames[top].low { frames[top].low = time }
    }

    /// The next node to which the last frame leads, within its component of the automaton and its part.
    @inline(__always)
    private mutating func nextTarget() -> Int? {
        let top = frames.count - 1
        let node = Int(frames[top].node)
        let (state, automatonState) = (product.state(of: node), product.automatonState(of: node))
        let edges = product.graph.edges(of: state)
        var (place, cursor) = (Int(frames[top].edge), Int(frames[top].cursor))
        while edges.lowerBound + place < edges.upperBound {
            let edge = edges.lowerBound + place
            if product.graph.isRead(edge, from: state) {
                while let step = product.step(edge, at: place, from: automatonState, &cursor) {
                    guard isInside(automatonState, step.target) else { continue }
                    let target = product.node(Int(product.graph.targets[edge]), step.target)
                    if !parts.isEmpty, parts[target] != parts[node] { continue }
                    (frames[top].edge, frames[top].cursor) = (UInt32(place), UInt32(cursor))
                    return target
                }
            }
            (place, cursor) = (place + 1, 0)
        }
        frames[top].edge = UInt32(place)
        return nil
    }

    @inline(__always)
    private func isInside(_ automatonState: Int, _ other: Int) -> Bool {
        product.automaton.component[automatonState] == product.automaton.component[other]
    }

    // MARK: Fairness

    /// Judges the component that begins with a node, and closes it.
    private mutating func close(_ root: Frame) {
        var start = open.count - 1
        while open[start] != root.node { start -= 1 }
        judge(start, since: times[Int(root.node)])
        for index in start..<open.count { times[Int(open[index])] = .max }
        open.removeSubrange(start...)
    }

    /// - Parameters:
    ///   - start: The place of the component's first node among the open ones.
    ///   - time: The time at which it was found.
    private mutating func judge(_ start: Int, since time: UInt32) {
        let nodes = open[start...]
        // A cycle is no better than a rest that takes no more events.
        guard let nearest = nodes.min(), Int(nearest) < bestNode else { return }
        let graph = product.graph
        var (marks, isCycle): (UInt64, Bool) = (0, false)
        var (taken, settled, everywhere, somewhere) = (
            groups.emptySet, groups.emptySet, groups.emptySet.map { ~$0 }, groups.emptySet
        )
        var here = groups.emptySet
        for node in nodes.lazy.map({ Int($0) }) {
            let (state, automatonState) = (product.state(of: node), product.automatonState(of: node))
            let edges = graph.edges(of: state)
            for word in here.indices { here[word] = 0 }
            for edge in edges where graph.isRead(edge, from: state) {
                let place = edge &- edges.lowerBound
                let isMove = graph.isMove(edge, from: state)
                if isMove { groups.addTaken(edge, at: place, to: &here) }
                var (cursor, isInner) = (0, false)
                while let step = product.step(edge, at: place, from: automatonState, &cursor) {
                    guard isInside(automatonState, step.target) else { continue }
                    let target = product.node(Int(graph.targets[edge]), step.target)
                    guard times[target] != .max, times[target] >= time,
                        parts.isEmpty || parts[target] == parts[node]
                    else { continue }
                    isInner = true
                    marks |= step.marks
                }
                guard isInner else { continue }
                isCycle = true
                if isMove { groups.addTaken(edge, at: place, to: &taken) }
                groups.addEnded(edge, to: &settled)
            }
            for word in here.indices {
                everywhere[word] &= here[word]
                somewhere[word] |= here[word]
            }
        }
        guard isCycle, marks == product.automaton.allMarks else { return }
        for word in here.indices
        where everywhere[word] & groups.weak[word] & ~taken[word] & ~settled[word] != 0 { return }
        let missed = here.indices.map { somewhere[$0] & groups.strong[$0] & ~taken[$0] }
        guard missed.contains(where: { $0 != 0 }) else {
            var nodes = Array(nodes)
            nodes.swapAt(0, nodes.firstIndex(of: nearest) ?? 0)
            (best, bestNode) = (.cycle(nodes: nodes), Int(nearest))
            return
        }
        let kept = nodes.filter { node in
            let enabled = Self.enabled(in: product.state(of: Int(node)), of: graph, groups)
            return missed.indices.allSatisfy { enabled[$0] & missed[$0] == 0 }
        }
        if !kept.isEmpty { waiting.append(Array(kept)) }
    }
}
