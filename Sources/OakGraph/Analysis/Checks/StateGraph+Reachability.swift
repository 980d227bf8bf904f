import Oak

/// The edges of a graph by their targets.
struct Predecessors {
    private let sources: Buckets<UInt32>
    private let unknown: Range<Int>

    init<State>(in space: StateSpace<State>) {
        unknown = space.leftCount..<max(space.leftCount, space.states.count)
        let all = (0..<space.offsets.count - 1).flatMap { repeatElement(UInt32($0), count: space.edges(of: $0).count) }
        sources = Buckets(all, count: space.states.count) { Int(space.targets[$0]) }
    }

    /// The states from which one of the given states can be reached, themselves included.
    ///
    /// States that were not left may lead anywhere.
    ///
    /// - Complexity: O(*s* + *t*) for *s* states and *t* transitions.
    func statesLeading(to goals: [Int]) -> [Bool] {
        var leads = [Bool](repeating: false, count: sources.offsets.count - 1)
        var ahead: [Int] = []
        for goal in goals + unknown where !leads[goal] {
            leads[goal] = true
            ahead.append(goal)
        }
        while let number = ahead.popLast() {
            for source in sources[number].lazy.map(Int.init) where !leads[source] {
                leads[source] = true
                ahead.append(source)
            }
        }
        return leads
    }
}

extension StateGraph {
    /// Whether the machine moves or works along an edge.
    func isHandled(_ edge: Int) -> Bool { space.notes[edge].intent == .handled }

    /// Whether the machine, or what is live beside it, is another one after an edge.
    ///
    /// An ignored answer ends its effect, and so leads to another state of the graph.
    func isMove(_ edge: Int, from source: Int) -> Bool { isHandled(edge) || Int(space.targets[edge]) != source }

    /// The numbers of the states that were left and are not terminal.
    var leftStates: some Sequence<Int> {
        (0..<space.leftCount).lazy.filter { !Machine.isTerminal(space.states[$0]) }
    }

    var deadEnds: [GraphFinding<Machine>] {
        // An event whose macrostep does not end may lead on.
        leftStates.filter { number in
            !space.edges(of: number).contains { [.handled, .endless, .trapped].contains(space.notes[$0].intent) }
        }.map { number in
            let detail = blockedChildren(in: number)
            return finding(
                .deadEnds, "\(text(of: number)) is not terminal, and no event changes anything in it.\(detail)",
                at: number)
        }
    }

    /// The children of a machine that are left waiting in a dead end.
    private func blockedChildren(in number: Int) -> String {
        guard Machine._mayHaveActivities else { return "" }
        let children = Machine.live(in: space.states[number]).children
        guard !children.isEmpty else { return "" }
        let names = children.map { path in path.map { "\($0)" }.joined(separator: "/") }.joined(separator: ", ")
        return " Its active children wait for each other: \(names)."
    }

    var sinks: [GraphFinding<Machine>] {
        guard space.states.count > 1 else { return [] }
        func leaves(_ number: Int) -> Bool {
            space.edges(of: number).contains { edge in
                isMove(edge, from: number) && !isSame(space.states[Int(space.targets[edge])], space.states[number])
            }
        }
        let suspects = leftStates.filter { !leaves($0) && space.edges(of: $0).contains(where: isHandled) }
        if suspects.isEmpty { return [] }
        // One state may be several of the graph, which differ in the operations that are live.
        let leads = Predecessors(in: space).statesLeading(to: (0..<space.leftCount).filter(leaves))
        return suspects.filter { !leads[$0] }.grouped { text(of: $0) }.map { text, numbers in
            finding(.sinks, "\(text) is not terminal, and no event leads to another state.", at: numbers[0])
        }
    }

    /// Whether the machine has a terminal state, or its type provides for some.
    var isMeantToEnd: Bool {
        Machine.State.self is any Terminable.Type && !(Machine.State.self is any NonTerminal.Type)
            || space.states.contains(where: Machine.isTerminal)
    }

    /// The states from which no terminal state can be reached.
    var statesWithoutEnd: [GraphFinding<Machine>] {
        let terminal = space.states.indices.filter { Machine.isTerminal(space.states[$0]) }
        if terminal.isEmpty {
            return cut == nil ? [GraphFinding(.check(.termination), "No terminal state can be reached.")] : []
        }
        let leads = Predecessors(in: space).statesLeading(to: terminal)
        return leads.indices.filter { !leads[$0] }.map { number in
            finding(.termination, "From \(text(of: number)) no terminal state can be reached.", at: number)
        }
    }

    /// The pairs in which an event is postponed although no state that can follow takes it.
    var postponedForEver: [GraphFinding<Machine>] {
        let postponing = transitions { $0.intent == .postponed }
        guard !postponing.isEmpty else { return [] }
        if case .postponedEventMissing = cut { return [] }
        let predecessors = Predecessors(in: space)
        let groups = postponing.grouped { Likeness($0.event) }
        let takersByEvent = takers(of: Set(groups.map(\.key)))
        return groups.flatMap { event, group in
            let leads = predecessors.statesLeading(to: takersByEvent[event] ?? [])
            return group.filter { !leads[$0.source] }.map { transition in
                finding(
                    .postponedForEver,
                    """
                    \(sourceText(of: transition.event)) is postponed in \(text(of: transition.source)), and no state \
                    that can follow takes it.
                    """, on: transition)
            }
        }
    }

    /// The states that take events without postponing them, by the event.
    private func takers(of events: Set<Likeness>) -> [Likeness: [Int]] {
        let fixedEvents = fixedEvents?.map { Likeness($0) }
        var takers: [Likeness: [Int]] = [:]
        for number in 0..<space.leftCount {
            for (index, transition) in transitions(from: number).enumerated() where transition.intent != .postponed {
                let event = fixedEvents?[index] ?? Likeness(transition.event)
                if events.contains(event) { takers[event, default: []].append(number) }
            }
        }
        return takers
    }
}
