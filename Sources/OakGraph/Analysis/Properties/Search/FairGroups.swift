import Oak

/// Groups of edges, of which a fair run takes each again and again, unless it is not enabled.
///
/// Sets of groups are numbers in a table of bits; the first set is empty.
struct FairGroups {
    /// The words of a set.
    private(set) var width = 0
    private var bits: [UInt64] = []
    private(set) var weak: [UInt64] = []
    private(set) var strong: [UInt64] = []
    /// The set that an edge belongs to, by the edge's place in its state.
    private let setsByPlace: [UInt32]
    /// The set that an edge belongs to; empty if the place tells.
    private let setsByEdge: [UInt32]
    /// The set of groups that an edge ends, beside those that it belongs to; empty if no edge does.
    private let endedByEdge: [UInt32]
    /// The assumption that each group belongs to.
    let assumptions: [Int]

    /// - Parameters:
    ///   - sets: The sets, each a list of groups.
    ///   - strengths: Whether a group is weak, by number.
    init(
        sets: [[Int]], isWeak: [Bool], byPlace: [UInt32], byEdge: [UInt32], ended: [UInt32], assumptions: [Int]
    ) {
        (setsByPlace, setsByEdge, endedByEdge) = (byPlace, byEdge, ended)
        self.assumptions = assumptions
        width = (isWeak.count + 63) / 64
        bits = [UInt64](repeating: 0, count: sets.count * width)
        (weak, strong) = (emptySet, emptySet)
        for (number, groups) in sets.enumerated() {
            for group in groups { bits[number * width + group / 64] |= 1 << UInt64(group % 64) }
        }
        for (group, isWeak) in isWeak.enumerated() {
            if isWeak {
                weak[group / 64] |= 1 << UInt64(group % 64)
            } else {
                strong[group / 64] |= 1 << UInt64(group % 64)
            }
        }
    }

    /// The groups that a run treats fairly along an edge: those that the edge belongs to, and the weak ones that it
    /// ends.
    func settled(by edge: Int, from state: Int, in graph: WordGraph) -> [UInt64] {
        var (taken, ended) = (emptySet, emptySet)
        if graph.isMove(edge, from: state) { addTaken(edge, at: edge - graph.edges(of: state).lowerBound, to: &taken) }
        addEnded(edge, to: &ended)
        for word in taken.indices { taken[word] |= ended[word] & weak[word] }
        return taken
    }

    var isEmpty: Bool { width == 0 }
    var emptySet: [UInt64] { [UInt64](repeating: 0, count: width) }

    /// Adds the groups that an edge belongs to.
    ///
    /// - Parameter place: The edge's place in its state.
    @inline(__always)
    func addTaken(_ edge: Int, at place: Int, to set: inout [UInt64]) {
        if isEmpty { return }
        add(setsByEdge.isEmpty ? setsByPlace[place] : setsByEdge[edge], to: &set)
    }

    /// Adds the groups that an edge ends, because their operation is not the same one after it.
    @inline(__always)
    func addEnded(_ edge: Int, to set: inout [UInt64]) {
        if !endedByEdge.isEmpty { add(endedByEdge[edge], to: &set) }
    }

    @inline(__always)
    private func add(_ number: UInt32, to set: inout [UInt64]) {
        let start = Int(number) &* width
        for word in 0..<width { set[word] |= bits[start &+ word] }
    }
}

/// Finds the groups of an assumption about the events that come.
struct FairGroupsBuilder<Machine: ExecutableTransducer> {
    private let graph: StateGraph<Machine>
    private let assumptions: [Fairness<Machine>.Assumption]
    private var groups = Numbering<Group>()
    private var sets = Numbering<[Int]>()
    private var events = Numbering<AnyHashable>()
    /// The groups of an operation, by its declaration and its place among the live ones.
    private var groupsOfOperation: [LivePlace: [Int]] = [:]

    /// The declaration of an operation, and the number of older live ones with the same declaration.
    ///
    /// The place of an operation that stays live for ever changes only when an older one ends.
    struct LivePlace: Hashable {
        let declaration: Int
        let place: Int
    }

    private struct Group: Hashable {
        let assumption: Int
        /// The event, unless the group has all.
        var event: Int?
        var operation: LivePlace?
    }

    static func groups(of graph: StateGraph<Machine>, under fairness: Fairness<Machine>) -> FairGroups {
        var builder = Self(graph, fairness.assumptions)
        return builder.build()
    }

    private init(_ graph: StateGraph<Machine>, _ assumptions: [Fairness<Machine>.Assumption]) {
        self.graph = graph
        self.assumptions = assumptions
        _ = sets.number(of: [])
    }

    private mutating func build() -> FairGroups {
        var (byPlace, byEdge, ended): ([UInt32], [UInt32], [UInt32]) = ([], [], [])
        if assumptions.isEmpty {
            // Without groups a set takes no bits.
        } else if let events = graph.fixedEvents {
            byPlace = events.map { set(of: $0, from: nil, cause: nil) }
        } else {
            byEdge = [UInt32](repeating: 0, count: graph.space.targets.count)
            for state in 0..<graph.space.leftCount { number(state, &byEdge) }
            for (number, group) in groups.values.enumerated() where isWeak(group) {
                if let operation = group.operation { groupsOfOperation[operation, default: []].append(number) }
            }
            if !groupsOfOperation.isEmpty {
                ended = [UInt32](repeating: 0, count: graph.space.targets.count)
                for state in 0..<graph.space.leftCount { noteEnds(state, &ended) }
            }
        }
        return FairGroups(
            sets: sets.values, isWeak: groups.values.map(isWeak), byPlace: byPlace, byEdge: byEdge, ended: ended,
            assumptions: groups.values.map(\.assumption))
    }

    private func isWeak(_ group: Group) -> Bool { assumptions[group.assumption].strength == .weak }

    private mutating func number(_ state: Int, _ byEdge: inout [UInt32]) {
        let edges = graph.space.edges(of: state)
        guard let live = graph.live else {
            for (edge, event) in zip(edges, graph.alphabet.external(in: graph.space.states[state])) {
                byEdge[edge] = set(of: event, from: nil, cause: nil)
            }
            return
        }
        let places = live.places(in: live.situations[state].machine)
        for edge in edges {
            let found = live.edges[edge]
            let operation = found.cause.operation.flatMap { places[$0] }
            byEdge[edge] = set(of: found.event, from: operation, cause: found.cause)
        }
    }

    /// The set of the groups that an event belongs to.
    private mutating func set(
        of event: Machine.Event, from operation: LivePlace?, cause: LiveExploration<Machine>.Cause?
    ) -> UInt32 {
        var found: [Int] = []
        for (index, assumption) in assumptions.enumerated() {
            var group = Group(assumption: index)
            switch assumption.subject {
            case .progress: break
            case .answers:
                guard operation != nil || cause?.isOffer ?? false else { continue }
                group.operation = operation
            case .events(let condition):
                guard condition(event) else { continue }
                group.event = events.number(of: key(of: event))
                // An event that is enabled again and again may each time be that of another operation.
                group.operation = operation.map { place in
                    assumption.strength == .weak ? place : LivePlace(declaration: place.declaration, place: 0)
                }
            }
            found.append(groups.number(of: group))
        }
        return UInt32(sets.number(of: found))
    }

    private func key(of event: Machine.Event) -> AnyHashable {
        (event as? any Hashable).map { AnyHashable($0) } ?? AnyHashable(sourceText(of: event))
    }

    /// Notes the operations that are no longer at their place after an edge.
    private mutating func noteEnds(_ state: Int, _ ended: inout [UInt32]) {
        guard let live = graph.live else { return }
        let places = live.places(in: live.situations[state].machine)
        if places.isEmpty { return }
        for edge in graph.space.edges(of: state) where graph.isMove(edge, from: state) {
            let after = live.places(in: live.outcome(of: live.edges[edge], from: state).machine)
            let gone = places.filter { after[$0.key] != $0.value }.values.flatMap { groupsOfOperation[$0] ?? [] }
            ended[edge] = UInt32(sets.number(of: gone.sorted()))
        }
    }
}

extension LiveExploration {
    /// The places of the operations with declared answers, by their numbers.
    func places(in machine: Configuration<Machine>) -> [Int: FairGroupsBuilder<Machine>.LivePlace] {
        if Machine.isTerminal(machine.state) { return [:] }
        var counts: [Int: Int] = [:]
        var places: [Int: FairGroupsBuilder<Machine>.LivePlace] = [:]
        for operation in machine.running where !operation.isSilent && !operation.isExit {
            guard let declaration = declaration(of: operation) else { continue }
            places[operation.number] = .init(declaration: declaration, place: counts[declaration, default: 0])
            counts[declaration, default: 0] += 1
        }
        return places
    }
}

extension LiveExploration.Cause {
    /// Whether the machine is offered again what it has postponed.
    fileprivate var isOffer: Bool {
        switch self {
        case .offer, .offerOneOf: true
        case .outside, .answer, .result, .returns, .failure, .action, .failedAction: false
        }
    }
}
