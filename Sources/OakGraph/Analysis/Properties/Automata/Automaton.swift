/// A Büchi automaton with several conditions of acceptance, each a set of transitions.
///
/// It accepts a word if a run over it takes transitions of each set again and again.
struct Automaton {
    /// The letters that a transition takes: those in which some atoms are true and others are false.
    struct Letters: Hashable {
        var isTrue: UInt64 = 0
        var isFalse: UInt64 = 0

        func contains(_ letter: UInt64) -> Bool { letter & isTrue == isTrue && letter & isFalse == 0 }

        /// Demands a value of an atom.
        ///
        /// - Returns: Whether there are such letters.
        mutating func demand(_ atom: Int, _ value: Bool) -> Bool {
            if value { isTrue |= 1 << UInt64(atom) } else { isFalse |= 1 << UInt64(atom) }
            return isTrue & isFalse == 0
        }

        func isSuperset(of other: Self) -> Bool {
            isTrue & ~other.isTrue == 0 && isFalse & ~other.isFalse == 0
        }
    }

    struct Transition: Hashable {
        var letters: Letters
        var target: Int
        /// The conditions of acceptance that it meets.
        var marks: UInt64
    }

    /// The transitions of each state; the first state is the initial one.
    private(set) var transitions: [[Transition]]
    /// All conditions of acceptance.
    let allMarks: UInt64
    /// The strongly connected component of each state, by number; `nil` if no run stays there that is accepted.
    private(set) var component: [Int?] = []
    /// The state that accepts each word, if there is one.
    private(set) var sink: Int?

    init(_ transitions: [[Transition]], conditionCount: Int) {
        self.transitions = transitions
        allMarks = conditionCount == 64 ? .max : (1 << UInt64(conditionCount)) - 1
        mergeEqualStates()
        removeDeadStates()
        sink = self.transitions.indices.first { state in
            self.transitions[state].contains {
                $0.target == state && $0.letters == Letters() && $0.marks == allMarks
            }
        }
    }

    /// The transitions without those that another one makes superfluous.
    static func withoutWeaker(_ transitions: [Transition]) -> [Transition] {
        var kept: [Transition] = []
        for transition in transitions {
            func covers(_ one: Transition, _ other: Transition) -> Bool {
                one.target == other.target && one.letters.isSuperset(of: other.letters)
                    && one.marks | other.marks == one.marks
            }
            if kept.contains(where: { covers($0, transition) }) { continue }
            kept.removeAll { covers(transition, $0) }
            kept.append(transition)
        }
        return kept
    }

    /// Makes one of states with the same transitions, as long as there are such.
    private mutating func mergeEqualStates() {
        while true {
            var numbers = Numbering<Set<Transition>>()
            let number = transitions.map { numbers.number(of: Set($0)) }
            var merged: [[Transition]] = []
            for (state, new) in number.enumerated() where new == merged.count {
                merged.append(transitions[state].map { with($0, target: number[$0.target]) })
            }
            guard merged.count < transitions.count else { return }
            transitions = merged.map { Self.withoutWeaker($0) }
        }
    }

    private func with(_ transition: Transition, target: Int) -> Transition {
        var transition = transition
        transition.target = target
        return transition
    }

    /// Removes transitions into states that no accepted run passes, and states that no transition leads to.
    private mutating func removeDeadStates() {
        let (reach, accepting) = reachAndAcceptance
        let isLive = transitions.indices.map { state in accepting[state] || reach[state].contains { accepting[$0] } }
        let kept = [0] + reach[0].sorted().filter { $0 != 0 && isLive[$0] }
        let new = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
        component = kept.map { state in
            accepting[state] ? kept.firstIndex { reach[state].contains($0) && reach[$0].contains(state) } : nil
        }
        transitions = kept.map { state in
            transitions[state].filter { isLive[$0.target] }.compactMap { transition in
                new[transition.target].map { with(transition, target: $0) }
            }
        }
    }

    /// The states that can be reached from each state, and whether a run that stays in its component is accepted.
    private var reachAndAcceptance: (reach: [Set<Int>], isAccepting: [Bool]) {
        let reach = transitions.indices.map { reachable(from: $0) }
        let isAccepting = transitions.indices.map { state in
            let members = reach[state].filter { reach[$0].contains(state) }
            let inner = members.flatMap { transitions[$0].filter { members.contains($0.target) } }
            return !inner.isEmpty && inner.reduce(0) { $0 | $1.marks } == allMarks
        }
        return (reach, isAccepting)
    }

    /// The states to which a way of at least one transition leads.
    private func reachable(from state: Int) -> Set<Int> {
        var found: Set<Int> = []
        var ahead = [state]
        while let state = ahead.popLast() {
            for transition in transitions[state] where found.insert(transition.target).inserted {
                ahead.append(transition.target)
            }
        }
        return found
    }

    /// Whether an automaton accepts a word that repeats one letter for ever, from each of its states.
    func acceptsRepetition(of letter: UInt64) -> [Bool] {
        var loops = self
        loops.transitions = transitions.map { $0.filter { $0.letters.contains(letter) } }
        let (reach, accepting) = loops.reachAndAcceptance
        return reach.map { $0.contains { accepting[$0] } }
    }
}
