import Oak

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
        var table = LetterTable()
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
                    numbers[edge] = table.number(
                        of: letters(of: steps, after: space.states[number], atoms).last ?? 0)
                } else if !numbers.isEmpty {
                    numbers[edge] = table.number(of: letter(of: atoms, after: transition.event))
                }
            }
        }
        return WordGraph(
            offsets: space.offsets, targets: space.targets, notes: space.notes, initial: initial,
            stateCount: space.states.count, leftCount: space.leftCount, countsTransitions: countsTransitions,
            stateLetters: stateLetters, stateLetterSize: size, lettersByPlace: byPlace, letterNumbers: numbers,
            letterTable: table.letters, chains: chains)
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
            let output = step.output.flatMap { isMissing($0) ? nil : $0 }
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

/// The letters that occur, by number; the first has no bit.
private struct LetterTable {
    private(set) var letters: [UInt64] = [0]
    private var numbers: [UInt64: UInt32] = [0: 0]

    mutating func number(of letter: UInt64) -> UInt32 {
        if let number = numbers[letter] { return number }
        let number = UInt32(letters.count)
        numbers[letter] = number
        letters.append(letter)
        return number
    }
}
