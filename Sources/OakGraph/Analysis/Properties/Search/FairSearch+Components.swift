/// The strongly connected components of a product, and what becomes of them.
extension FairSearch {
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
