import Oak

/// The states that can be reached from some states without passing a goal.
struct Region<Machine: ExecutableTransducer> {
    let graph: StateGraph<Machine>
    private(set) var members: [Int] = []
    /// The number of events from an initial state, by way of a start, to a member.
    private(set) var distance: [Int: Int] = [:]
    private var found: [Int: Int] = [:]
    /// The edges that pass a start, by the members that they lead to.
    private var entries: [Int: Int] = [:]

    private let isOpen: [Bool]

    init(
        of graph: StateGraph<Machine>, from starts: [LassoSearch<Machine>.Start], avoiding isGoal: [Bool],
        through isOpen: [Bool]
    ) {
        self.graph = graph
        self.isOpen = isOpen
        // Level by level, where a start belongs to the level of its own shortest path.
        let depths = graph.depths
        let byDepth = Dictionary(grouping: starts) { start in
            switch start {
            case .state(let state): depths[state]
            case .afterEdge(let edge): depths[graph.space.source(of: edge)] + 1
            }
        }
        let lastStart = byDepth.keys.max() ?? 0
        var level: [Int] = []
        var depth = byDepth.keys.min() ?? 0
        func reach(_ state: Int, by edge: Int?, at depth: Int, _ level: inout [Int]) {
            guard !isGoal[state], distance[state] == nil else { return }
            distance[state] = depth
            found[state] = edge
            level.append(state)
        }
        while depth <= lastStart || !level.isEmpty {
            for start in byDepth[depth] ?? [] {
                switch start {
                case .state(let state): reach(state, by: nil, at: depth, &level)
                case .afterEdge(let edge):
                    let state = Int(graph.space.targets[edge])
                    if distance[state] == nil { entries[state] = edge }
                    reach(state, by: nil, at: depth, &level)
                }
            }
            var next: [Int] = []
            for state in level {
                for edge in graph.space.edges(of: state) where isOpen[edge] {
                    reach(Int(graph.space.targets[edge]), by: edge, at: depth + 1, &next)
                }
            }
            members += level
            level = next
            depth += 1
        }
    }

    /// Whether a member takes fewer events than another.
    func isNearer(_ member: Int, _ other: Int) -> Bool {
        distance[member, default: .max] < distance[other, default: .max]
    }

    /// The shortest path from an initial state, by way of a start, to a member.
    func path(to member: Int) -> GraphPath<Machine> {
        let edges = graph.space.way(to: member) { found[$0] }
        let first = edges.first.map(graph.space.source) ?? member
        guard let entry = entries[first] else { return graph.path(to: first).appending(edges, in: graph) }
        return graph.path(through: [entry] + edges)
    }

    /// The strongly connected components of some members, single states included.
    // Tarjan, "Depth-first search and linear graph algorithms", 1972, with a stack instead of recursion.
    func components(of states: [Int]) -> [[Int]] {
        let included = Set(states)
        var components: [[Int]] = []
        var number: [Int: Int] = [:]
        var low: [Int: Int] = [:]
        var isOnPath: Set<Int> = []
        var open: [Int] = []
        for root in states where number[root] == nil {
            var stack: [(state: Int, edge: Int)] = []
            func enter(_ state: Int) {
                number[state] = number.count
                low[state] = number[state]
                open.append(state)
                isOnPath.insert(state)
                stack.append((state, graph.space.edges(of: state).lowerBound))
            }
            func lower(_ state: Int, to other: Int?) {
                low[state] = min(low[state, default: .max], other ?? .max)
            }
            enter(root)
            while let top = stack.last {
                let edges = graph.space.edges(of: top.state)
                if top.edge < edges.upperBound {
                    stack[stack.count - 1].edge += 1
                    guard isOpen[top.edge] else { continue }
                    let target = Int(graph.space.targets[top.edge])
                    guard included.contains(target) else { continue }
                    if number[target] == nil {
                        enter(target)
                    } else if isOnPath.contains(target) {
                        lower(top.state, to: number[target])
                    }
                } else {
                    stack.removeLast()
                    if let parent = stack.last { lower(parent.state, to: low[top.state]) }
                    guard low[top.state] == number[top.state] else { continue }
                    var component: [Int] = []
                    while let state = open.popLast() {
                        isOnPath.remove(state)
                        component.append(state)
                        if state == top.state { break }
                    }
                    components.append(component)
                }
            }
        }
        return components
    }
}

extension StateGraph {
    /// The number of events from an initial state to each state.
    var depths: [Int] {
        var depths = [Int](repeating: 0, count: space.states.count)
        for state in space.states.indices where space.found[state] != .max {
            depths[state] = depths[space.source(of: Int(space.found[state]))] + 1
        }
        return depths
    }
}
