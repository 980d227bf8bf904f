import Oak

/// A graph as the words of its runs, without its states, whose type would make each access slow.
///
/// A letter has a bit for each atom of a formula. An edge makes one letter, or one for each transition of its
/// macrostep.
struct WordGraph {
    let offsets: [UInt32]
    let targets: [UInt32]
    let notes: [EdgeNote]
    let initial: [Int]
    let stateCount: Int
    /// The number of states whose edges are known.
    let leftCount: Int
    /// Whether transitions that change nothing make letters.
    let countsTransitions: Bool
    /// The letters of the states, in bytes.
    let stateLetters: [UInt8]
    let stateLetterSize: Int
    /// The share of an edge's event in the letter of its target, by the edge's place in its state.
    let lettersByPlace: [UInt64]
    /// The share of an edge in the letter of its target, by number in a table; empty if the place tells.
    let letterNumbers: [UInt32]
    let letterTable: [UInt64]
    /// The letters of edges that make several.
    let chains: [Int: [UInt64]]

    /// The edges of a state, none if not all are known.
    @inline(__always)
    func edges(of state: Int) -> Range<Int> {
        state < leftCount ? Int(offsets[state])..<Int(offsets[state + 1]) : 0..<0
    }

    @inline(__always)
    func letter(of state: Int) -> UInt64 {
        var letter: UInt64 = 0
        let start = state &* stateLetterSize
        for byte in 0..<stateLetterSize { letter |= UInt64(stateLetters[start &+ byte]) << UInt64(8 &* byte) }
        return letter
    }

    /// Whether the machine, or what is live beside it, is another one after an edge, or has worked.
    @inline(__always)
    func isMove(_ edge: Int, from state: Int) -> Bool {
        Int(targets[edge]) != state || notes[edge].intent == .handled
    }

    /// Whether an edge makes letters.
    @inline(__always)
    func isRead(_ edge: Int, from state: Int) -> Bool {
        isMove(edge, from: state) || countsTransitions && notes[edge].intent == .ignored
    }

    /// The letter of an edge that makes one.
    @inline(__always)
    func letter(of edge: Int, at place: Int) -> UInt64 {
        let target = letter(of: Int(targets[edge]))
        guard notes[edge].intent.isSilent else { return target }
        if !letterNumbers.isEmpty { return target | letterTable[Int(letterNumbers[edge])] }
        return lettersByPlace.isEmpty ? target : target | lettersByPlace[place]
    }
}

extension StateGraph {
    typealias Atom = TemporalFormula<Machine>.Atom

    /// The graph as the words of its runs.
    ///
    /// - Parameters:
    ///   - atoms: The atoms of a formula.
    ///   - countsTransitions: Whether transitions that change nothing make letters.
    func words(of atoms: [Atom], countingTransitions countsTransitions: Bool) -> WordGraph {
        let size = (atoms.count + 7) / 8
        var stateLetters = [UInt8](repeating: 0, count: space.states.count * size)
        for (bit, atom) in atoms.enumerated() {
            guard case .state(let condition) = atom.condition else { continue }
            for number in space.states.indices where condition(space.states[number]) {
                stateLetters[number * size + bit / 8] |= 1 << UInt8(bit % 8)
            }
        }
        let seesTransitions = atoms.contains { atom in
            switch atom.condition {
            case .state, .event: false
            case .output, .transition: true
            }
        }
        let seesEvents = atoms.contains { if case .event = $0.condition { true } else { false } }
        var byPlace: [UInt64] = []
        var numbers: [UInt32] = []
        // The first letter has no bit.
        var table = Numbering<UInt64>()
        _ = table.number(of: 0)
        if seesTransitions || seesEvents && fixedEvents == nil {
            numbers = [UInt32](repeating: 0, count: space.targets.count)
        } else if seesEvents, let events = fixedEvents {
            byPlace = events.map { letter(of: atoms, after: $0) }
        }
        var chains: [Int: [UInt64]] = [:]
        for number in 0..<space.leftCount {
            let edges = space.edges(of: number)
            guard !numbers.isEmpty || edges.contains(where: { space.notes[$0][.actions] }) else { continue }
            for transition in transitions(from: number) where space.notes[transition.edge].intent.isSilent {
                let edge = transition.edge
                if space.notes[edge][.actions] {
                    chains[edge] = letters(of: steps(of: transition), after: space.states[number], atoms)
                } else if seesTransitions {
                    let steps = steps(of: transition)
                    let letter = letters(of: steps, after: space.states[number], atoms).last ?? 0
                    numbers[edge] = UInt32(table.number(of: letter))
                } else if !numbers.isEmpty {
                    numbers[edge] = UInt32(table.number(of: letter(of: atoms, after: transition.event)))
                }
            }
        }
        return WordGraph(
            offsets: space.offsets, targets: space.targets, notes: space.notes, initial: initial,
            stateCount: space.states.count, leftCount: space.leftCount, countsTransitions: countsTransitions,
            stateLetters: stateLetters, stateLetterSize: size, lettersByPlace: byPlace, letterNumbers: numbers,
            letterTable: table.values, chains: chains)
    }

    private func letter(of atoms: [Atom], after event: Machine.Event) -> UInt64 {
        letter(of: atoms) { condition in
            if case .event(let holds) = condition { holds(event) } else { false }
        }
    }

    private func letter(of atoms: [Atom], where holds: (Atom.Condition) -> Bool) -> UInt64 {
        atoms.enumerated().reduce(0) { holds($1.element.condition) ? $0 | 1 << UInt64($1.offset) : $0 }
    }

    /// A letter for each transition; a reply to an action event makes none.
    private func letters(
        of steps: [Macrostep<Machine>.Step], after state: Machine.State, _ atoms: [Atom]
    ) -> [UInt64] {
        var before = state
        return steps.filter(\.intent.isSilent).map { step in
            let output = step.output.flatMap { isMessage($0) ? $0 : nil }
            let transition = TemporalProperty<Machine>.Transition(
                before: before, event: step.event, after: step.state, output: output)
            before = step.state
            return letter(of: atoms) { condition in
                switch condition {
                case .state(let holds): holds(step.state)
                case .event(let holds): holds(step.event)
                case .output(let holds): output.map(holds) ?? false
                case .transition(let holds): holds(transition)
                }
            }
        }
    }
}
