import Oak

/// Searches for a fair run that avoids some states for ever: a path, and a cycle or a state of rest.
// Lichtenstein and Pnueli, "Checking that finite state concurrent programs satisfy their linear specification", 1985;
// Emerson and Lei, "Modalities for model checking", 1987: a component either has a fair cycle, or loses the states that
// enable what it never takes.
struct LassoSearch<Machine: ExecutableTransducer> {
    let graph: StateGraph<Machine>
    let isGoal: [Bool]
    /// Whether the machine moves along an edge without passing a goal between its transitions.
    let isOpen: [Bool]

    /// The place after which a goal has to come.
    enum Start {
        case state(Int)
        /// The end of an edge that passes such a place.
        case afterEdge(Int)
    }
    /// The sets of groups that occur; the first one is empty.
    private var sets: [[Int]] = [[]]
    /// The set of groups of each edge, empty unless the edge is handled.
    private var setOfEdge: [UInt32] = []
    private var strengths: [Fairness<Machine>.Strength] = []

    init(
        _ graph: StateGraph<Machine>, avoiding isGoal: [Bool], through isOpen: [Bool], under fairness: Fairness<Machine>
    ) {
        self.graph = graph
        self.isGoal = isGoal
        self.isOpen = isOpen
        number(fairness)
    }

    private struct Group: Hashable {
        let assumption: Int
        let name: String
    }

    private mutating func number(_ fairness: Fairness<Machine>) {
        setOfEdge = Array(repeating: 0, count: graph.space.targets.count)
        var (setNumbers, groupNumbers) = (Numbering<[Int]>(), Numbering<Group>())
        _ = setNumbers.number(of: [])
        guard !fairness.assumptions.isEmpty else { return }
        let fixedNames = graph.fixedNames
        for state in 0..<graph.space.leftCount {
            for (index, transition) in graph.transitions(from: state).enumerated()
            where graph.isMove(transition.edge, from: state) {
                let name = fixedNames?[index] ?? graph.alphabet.name(transition.event)
                let set = fairness.assumptions.enumerated().compactMap { index, assumption in
                    assumption.group(transition.event, name, transition.sender).map { name in
                        let number = groupNumbers.number(of: Group(assumption: index, name: name))
                        if number == strengths.count { strengths.append(assumption.strength) }
                        return number
                    }
                }
                let number = setNumbers.number(of: set)
                if number == sets.count { sets.append(set) }
                setOfEdge[transition.edge] = UInt32(number)
            }
        }
    }

    /// A short lasso from one of the states; `nil` if no fair run avoids the goal from there.
    func lasso(from starts: [Start]) -> GraphPath<Machine>? {
        let region = Region(of: graph, from: starts, avoiding: isGoal, through: isOpen)
        var best: (place: Int, component: [Int], isRest: Bool)?
        var waiting = region.components(of: region.members)
        while let component = waiting.popLast() {
            switch fate(of: component, in: region) {
            case .unfair: break
            case .split(let rest): waiting += region.components(of: rest)
            case .fair(let rest):
                guard let place = component.min(by: region.isNearer) else { break }
                let rest = rest.min(by: region.isNearer)
                let candidate = (place: rest ?? place, component: component, isRest: rest != nil)
                if best.map({ region.isNearer(candidate.place, $0.place) }) ?? true { best = candidate }
            }
        }
        guard let best else { return nil }
        var path = region.path(to: best.place)
        if best.isRest {
            path.restsAtEnd = true
        } else {
            path.cycle = graph.path(from: best.place, along: cycle(through: best.component, from: best.place)).steps
        }
        return path
    }

    private enum Fate {
        case unfair
        /// The states of a component that enable no strongly fair event that the component never takes.
        case split([Int])
        /// Some runs in the component are fair; the states are those where the machine may rest.
        case fair(rest: [Int])
    }

    private func groups(of edge: Int) -> [Int] { sets[Int(setOfEdge[edge])] }

    private func enabled(in state: Int) -> Set<Int> { Set(graph.space.edges(of: state).flatMap { groups(of: $0) }) }

    private func fate(of component: [Int], in region: Region<Machine>) -> Fate {
        let members = Set(component)
        // Of a state that was not left nobody knows what it enables.
        let known = component.filter { $0 < graph.space.leftCount }
        guard known.count == component.count else { return component.count == 1 ? .unfair : .split(known) }
        var taken: Set<Int> = []
        var everywhere = component.first.map { enabled(in: $0) } ?? []
        var somewhere: Set<Int> = []
        for state in component {
            let here = enabled(in: state)
            everywhere.formIntersection(here)
            somewhere.formUnion(here)
            for edge in graph.space.edges(of: state) where isOpen[edge] {
                if members.contains(Int(graph.space.targets[edge])) { taken.formUnion(groups(of: edge)) }
            }
        }
        if everywhere.contains(where: { strengths[$0] == .weak && !taken.contains($0) }) { return .unfair }
        let missed = somewhere.filter { strengths[$0] == .strong && !taken.contains($0) }
        if !missed.isEmpty {
            let rest = component.filter { enabled(in: $0).isDisjoint(with: missed) }
            return rest.isEmpty ? .unfair : .split(rest)
        }
        let rest = component.filter { enabled(in: $0).isEmpty }
        // A component without an edge of its own has only its rest.
        let moves = component.contains { state in
            graph.space.edges(of: state).contains {
                isOpen[$0] && members.contains(Int(graph.space.targets[$0]))
            }
        }
        return moves || !rest.isEmpty ? .fair(rest: rest) : .unfair
    }

    /// The edges of a closed walk in a component that treats each group fairly.
    private func cycle(through component: [Int], from start: Int) -> [Int] {
        let members = Set(component)
        var edges: [Int] = []
        var place = start
        let enabled = Dictionary(uniqueKeysWithValues: component.map { ($0, self.enabled(in: $0)) })
        var open = enabled.values.reduce(into: Set<Int>()) { $0.formUnion($1) }
        func settle(_ state: Int) {
            // A weak group is treated fairly where it is not enabled.
            guard let here = enabled[state] else { return }
            open = open.filter { strengths[$0] == .strong || here.contains($0) }
        }
        settle(place)
        func go(toEdge isWanted: (Int) -> Bool, orState isGoal: (Int) -> Bool) -> Bool {
            guard let way = shortestWay(from: place, in: members, toEdge: isWanted, orState: isGoal) else {
                return false
            }
            for edge in way {
                edges.append(edge)
                open.subtract(groups(of: edge))
                place = Int(graph.space.targets[edge])
                settle(place)
            }
            return true
        }
        while let group = open.min() {
            let isFound = go(
                toEdge: { groups(of: $0).contains(group) },
                orState: { strengths[group] == .weak && enabled[$0]?.contains(group) == false })
            if !isFound { break }
        }
        if edges.isEmpty || place != start {
            _ = go(toEdge: { Int(graph.space.targets[$0]) == start }, orState: { _ in false })
        }
        return edges
    }

    /// The shortest way of at least one edge to an edge or a state.
    private func shortestWay(
        from start: Int, in members: Set<Int>, toEdge isWanted: (Int) -> Bool, orState isGoal: (Int) -> Bool
    ) -> [Int]? {
        var found: [Int: Int] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let state = queue[next]
            next += 1
            for edge in graph.space.edges(of: state) where isOpen[edge] {
                let target = Int(graph.space.targets[edge])
                guard members.contains(target) else { continue }
                if isWanted(edge) || isGoal(target) { return graph.space.way(to: state) { found[$0] } + [edge] }
                if target != start, found[target] == nil {
                    found[target] = edge
                    queue.append(target)
                }
            }
        }
        return nil
    }
}
