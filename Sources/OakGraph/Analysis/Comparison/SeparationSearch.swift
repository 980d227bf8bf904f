/// Finds a shortest sequence of events that tells two versions apart.
struct SeparationSearch {
    let old: GraphModel
    let new: GraphModel
    let aspects: GraphComparison.Aspects
    /// Whether the transitions for all events are compared.
    let hasAllEvents: Bool
    let graph: ComparedGraph
    let refinement: Refinement

    init(old: GraphModel, new: GraphModel, aspects: GraphComparison.Aspects, events: Set<String>?) {
        (self.old, self.new, self.aspects) = (old, new, aspects)
        hasAllEvents = events == nil
        graph = ComparedGraph(old, new, aspects: aspects, events: events)
        refinement = Refinement(of: graph)
    }

    /// Two states that a sequence of moves has led to.
    private struct Pair {
        var old: Int
        var new: Int
    }

    /// A move of one version that the other cannot match.
    private struct Attack {
        let move: ComparedGraph.Move
        let isOld: Bool
        let isCertain: Bool
        let isTried: Bool

        /// Certain moves come first, then those whose event has a transition in both versions, then the alphabet.
        var rank: (Int, Int, Int, Int) { (isCertain ? 0 : 1, isTried ? 0 : 1, move.input, isOld ? 0 : 1) }
    }

    /// A shortest sequence; `nil` if the versions behave alike, or if the sequence ends with an event that has not been
    /// tried in an incomplete graph.
    var certainSeparation: GraphComparison.Separation? {
        guard var pair = start else { return nil }
        let (oldStart, newStart) = (pair.old, pair.new - old.states.count)
        var steps: [GraphComparison.Step] = []
        while let round = refinement.round(separating: pair.old, pair.new), round > 0 {
            guard let attack = attack(on: pair, after: round), attack.isCertain else { return nil }
            let response = response(to: attack, in: pair)
            steps.append(
                graph.step(
                    attack.move, ofOld: attack.isOld, response: response, in: attack.isOld ? pair.new : pair.old))
            guard let response else { break }
            pair =
                attack.isOld
                ? Pair(old: attack.move.target, new: response.target)
                : Pair(old: response.target, new: attack.move.target)
        }
        return GraphComparison.Separation(oldStart: oldStart, newStart: newStart, steps: steps)
    }

    /// The initial states that differ, those that differ as late as possible if others can be chosen.
    private var start: Pair? {
        let (oldStates, newStates) = (old.initial, new.initial.map { $0 + old.states.count })
        guard let round = refinement.round(separating: oldStates, newStates) else { return nil }
        func unmatched(_ states: [Int], by others: [Int]) -> Int? {
            let blocks = Set(others.map { refinement.block(of: $0, after: round) })
            return states.first { !blocks.contains(refinement.block(of: $0, after: round)) }
        }
        if let old = unmatched(oldStates, by: newStates) {
            return newStates.max(by: isEarlier(than: old)).map { Pair(old: old, new: $0) }
        }
        return unmatched(newStates, by: oldStates).flatMap { new in
            oldStates.max(by: isEarlier(than: new)).map { Pair(old: $0, new: new) }
        }
    }

    /// Orders states by the round that separates them from another state.
    private func isEarlier(than state: Int) -> (Int, Int) -> Bool {
        { (refinement.round(separating: state, $0) ?? .max) < (refinement.round(separating: state, $1) ?? .max) }
    }

    /// The move to show of two states that a round has separated.
    private func attack(on pair: Pair, after round: Int) -> Attack? {
        [true, false].flatMap { isOld in
            let (state, other) = isOld ? (pair.old, pair.new) : (pair.new, pair.old)
            func view(_ move: ComparedGraph.Move) -> [Int] {
                [move.label, refinement.block(of: move.target, after: round - 1)]
            }
            let matched = Set(graph.moves(of: other).map(view))
            return graph.moves(of: state).filter { !matched.contains(view($0)) }.map { move in
                let isTried = !graph.moves(of: other, on: move.input).isEmpty
                let isCertain = isTried || (isOld ? new : old).cut == nil
                return Attack(move: move, isOld: isOld, isCertain: isCertain, isTried: isTried)
            }
        }.min { $0.rank < $1.rank }
    }

    /// The move that hides the difference longest; `nil` if the difference shows at once.
    private func response(to attack: Attack, in pair: Pair) -> ComparedGraph.Move? {
        graph.moves(of: attack.isOld ? pair.new : pair.old, on: attack.move.input)
            .filter { $0.label == attack.move.label }
            .map { (move: $0, round: refinement.round(separating: attack.move.target, $0.target) ?? .max) }
            .filter { $0.round > 0 }
            .max { $0.round < $1.round }?.move
    }
}

extension GraphComparison {
    /// A shortest sequence of events after which two versions of a machine differ.
    ///
    /// Each step but the last has one transition in each version, and these look alike. The last step shows the
    /// difference: another observation, another state, or no transition at all. Without steps, the initial states
    /// differ already.
    ///
    /// The events are those of both versions if such a sequence exists. Otherwise the last one is an event that only
    /// one version has.
    ///
    /// If an event has several transitions from one state, the sequence alone may not decide: one version takes the
    /// transitions shown, and whichever transitions the other one takes, it differs after the last step.
    public struct Separation: Hashable, Sendable {
        /// The index of the initial state in the old version.
        package let oldStart: Int
        /// The index of the initial state in the new version.
        package let newStart: Int
        /// The steps.
        package let steps: [Step]

        /// The events of the steps.
        public var events: [String] { steps.map(\.event) }
    }

    /// One event of a separation, in both versions.
    package struct Step: Hashable, Sendable {
        /// The event.
        package let event: String
        /// The identity of the live effect that sends the event; `nil` if it comes from outside or is not compared.
        package let sender: String?
        /// The indices of the transitions of the old version.
        package let oldTransitions: [Int]
        /// The indices of the transitions of the new version.
        package let newTransitions: [Int]
    }
}
