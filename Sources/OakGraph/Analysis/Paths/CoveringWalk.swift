/// The directed graph of a covering walk: nodes, and arcs that are numbered from zero at each node.
protocol WalkGround {
    var nodeCount: Int { get }
    func degree(of node: Int) -> Int
    /// The node that an arc leads to; `nil` if the walk does not cover the arc and does not use it.
    func target(of arc: Int, from node: Int) -> Int?
    /// Whether a walk ends with this arc.
    func isLast(_ arc: Int, from node: Int) -> Bool
}

/// Finds walks that together use each arc of a graph at least once.
///
/// The walk takes any arc that is left at its node, loops first. Where none is left, it goes to the nearest node that
/// has one, if a bounded search finds it; otherwise a new walk begins there. The optimum, a tour of the Chinese
/// postman, would need a minimum-cost flow and a strongly connected graph.
// Edmonds and Johnson, "Matching, Euler tours and the Chinese postman", Mathematical Programming 5 (1973); the greedy
// choice of the nearest arc is that of Lee and Yannakakis, "Principles and methods of testing finite state machines",
// Proceedings of the IEEE 84 (1996), section IV.A.
struct CoveringWalk<Ground: WalkGround> {
    /// One walk: its first node, and its arcs.
    struct Walk {
        let start: Int
        var arcs: [(node: Int, arc: Int)] = []
    }

    let ground: Ground
    /// The maximum number of arcs of a walk, without the way to its start.
    let longest: Int
    /// The arcs that are left at each node begin here: loops are taken in a first round, all others in a second.
    private var cursors: [UInt32]
    private var nextStart = 0
    /// The node and arc by which the search has come to a node, and the search that has.
    private var origins: [(node: UInt32, arc: UInt32)] = []
    private var searches: [UInt32] = []
    private var search: UInt32 = 0

    init(_ ground: Ground, longest: Int) {
        self.ground = ground
        self.longest = longest
        cursors = Array(repeating: 0, count: ground.nodeCount)
        origins = Array(repeating: (0, 0), count: ground.nodeCount)
        searches = Array(repeating: 0, count: ground.nodeCount)
    }

    /// The next walk, from a node that has an arc left; `nil` if no node has.
    mutating func next() -> Walk? {
        while nextStart < ground.nodeCount, !hasArc(nextStart) { nextStart += 1 }
        guard nextStart < ground.nodeCount else { return nil }
        var walk = Walk(start: nextStart)
        var node = nextStart
        while walk.arcs.count < longest {
            guard hasArc(node) else {
                guard let way = wayToArc(from: node) else { break }
                for step in way { node = append(step, to: &walk) ?? node }
                continue
            }
            let arc = takeArc(node)
            let isLast = ground.isLast(arc, from: node)
            node = append((node, arc), to: &walk) ?? node
            if isLast { break }
        }
        return walk
    }

    private func append(_ step: (node: Int, arc: Int), to walk: inout Walk) -> Int? {
        walk.arcs.append(step)
        return ground.target(of: step.arc, from: step.node)
    }

    /// Moves the cursor of a node to its next arc.
    private mutating func hasArc(_ node: Int) -> Bool {
        let degree = ground.degree(of: node)
        while Int(cursors[node]) < 2 * degree {
            let cursor = Int(cursors[node])
            let arc = cursor < degree ? cursor : cursor - degree
            if let target = ground.target(of: arc, from: node), (target == node) == (cursor < degree) { return true }
            cursors[node] += 1
        }
        return false
    }

    private mutating func takeArc(_ node: Int) -> Int {
        defer { cursors[node] += 1 }
        let degree = ground.degree(of: node)
        return Int(cursors[node]) < degree ? Int(cursors[node]) : Int(cursors[node]) - degree
    }

    /// The shortest way to a node that has an arc left, if it is near.
    private mutating func wayToArc(from node: Int) -> [(node: Int, arc: Int)]? {
        search += 1
        searches[node] = search
        var queue = [node]
        var index = 0
        var budget = 512
        while index < queue.count {
            let current = queue[index]
            index += 1
            for arc in 0..<ground.degree(of: current) {
                budget -= 1
                guard budget > 0 else { return nil }
                guard let target = ground.target(of: arc, from: current), searches[target] != search,
                    !ground.isLast(arc, from: current)
                else { continue }
                searches[target] = search
                origins[target] = (UInt32(current), UInt32(arc))
                if hasArc(target) { return way(from: node, to: target) }
                queue.append(target)
            }
        }
        return nil
    }

    private func way(from node: Int, to target: Int) -> [(node: Int, arc: Int)] {
        var way: [(node: Int, arc: Int)] = []
        var current = target
        while current != node {
            let origin = origins[current]
            way.append((Int(origin.node), Int(origin.arc)))
            current = Int(origin.node)
        }
        return way.reversed()
    }
}
