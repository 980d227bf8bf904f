/// Finds a shortest sequence of events that one version has and the other cannot follow.
///
/// A version that *leads* makes a move, and the other one follows with a move that looks alike, after which the same
/// has to be true again. That which may do less leads; where both have to behave alike, either may lead each time.
// Milner, "An algebraic definition of simulation between programs" (1971), and "Communication and Concurrency" (1989).
// Pairs fail in rounds, as in Henzinger, Henzinger and Kopke, "Computing simulations on finite and infinite graphs"
// (1995), each only once.
struct SeparationSearch {
    private struct Pair: Hashable {
        let old: Int
        let new: Int
    }

    /// A move that the other version cannot match.
    private struct Attack {
        let move: ComparedGraph.Move
        let isOld: Bool
        let isTried: Bool

        /// Moves whose event has a transition in both versions come first, then the alphabet.
        var rank: (Int, Int, Int) { (isTried ? 0 : 1, move.input, isOld ? 0 : 1) }
    }

    private let versions: ComparedVersions
    private var graph: ComparedGraph { versions.graph }
    /// Whether the old version leads, for each that may lead.
    private let leaders: [Bool]
    /// The round in which each pair fails: the events that it takes to show it, plus one.
    private var failures: [Pair: Int] = [:]

    init(_ versions: ComparedVersions, requiring relation: GraphComparison.Relation) {
        self.versions = versions
        leaders =
            switch relation {
            case .equivalence: [true, false]
            case .reduction: [false]
            case .extension: [true]
            }
        findFailures()
    }

    /// A shortest sequence; `nil` if there is none, or if it ends with an event that has not been tried in an
    /// incomplete graph.
    var separation: GraphComparison.Separation? {
        // The follower chooses the initial state that hides the difference longest.
        let starts = leaders.flatMap { isOld in
            Dictionary(grouping: initialPairs) { isOld ? $0.old : $0.new }.sorted { $0.key < $1.key }
                .compactMap { $1.allSatisfy { failures[$0] != nil } ? $1.max(by: failsEarlier) : nil }
        }
        guard let start = starts.min(by: failsEarlier) else { return nil }
        var (pair, steps) = (start, [GraphComparison.Step]())
        while let round = failures[pair], round > 1,
            let attack = attacks(on: pair, after: round - 1).min(by: { $0.rank < $1.rank })
        {
            // Without a response that looks alike at first, the difference shows at once.
            let response = responses(to: attack.move, ofOld: attack.isOld, in: pair)
                .filter { failures[$0.pair] != 1 }.max { failsEarlier($0.pair, $1.pair) }
            steps.append(
                graph.step(
                    attack.move, ofOld: attack.isOld, response: response?.move,
                    in: attack.isOld ? pair.new : pair.old))
            guard let response else { break }
            pair = response.pair
        }
        return GraphComparison.Separation(oldStart: start.old, newStart: start.new - versions.offset, steps: steps)
    }

    private var initialPairs: [Pair] {
        versions.old.initial.flatMap { old in
            versions.new.initial.map { Pair(old: old, new: $0 + versions.offset) }
        }
    }

    private func failsEarlier(_ one: Pair, _ other: Pair) -> Bool {
        (failures[one] ?? .max) < (failures[other] ?? .max)
    }

    /// Finds the rounds in which pairs fail, for all pairs of states that moves from the initial states lead to.
    ///
    /// A round looks again at the pairs with a response that has failed in the round before.
    private mutating func findFailures() {
        var ahead = initialPairs
        var (known, dependents): (Set<Pair>, [Pair: [Pair]]) = (Set(ahead), [:])
        var (failed, open): ([Pair], [Pair]) = ([], [])
        while let pair = ahead.popLast() {
            // States that behave alike do so in whatever follows.
            if versions.areAlike(pair.old, pair.new) { continue }
            guard graph.observations[pair.old] == graph.observations[pair.new] else {
                failures[pair] = 1
                failed.append(pair)
                continue
            }
            if !attacks(on: pair, after: 0).isEmpty { open.append(pair) }
            for isOld in leaders {
                for move in graph.moves(of: isOld ? pair.old : pair.new) {
                    for (_, next) in responses(to: move, ofOld: isOld, in: pair) {
                        dependents[next, default: []].append(pair)
                        if known.insert(next).inserted { ahead.append(next) }
                    }
                }
            }
        }
        var round = 0
        repeat {
            round += 1
            open += failed.flatMap { dependents[$0] ?? [] }
            failed = open.unique.filter { failures[$0] == nil && !attacks(on: $0, after: round).isEmpty }
            for pair in failed { failures[pair] = round + 1 }
            open = []
        } while !failed.isEmpty
    }

    /// The moves that look like one of the other version, each with the pair of states after both.
    private func responses(
        to move: ComparedGraph.Move, ofOld isOld: Bool, in pair: Pair
    ) -> [(move: ComparedGraph.Move, pair: Pair)] {
        graph.moves(of: isOld ? pair.new : pair.old, on: move.input).filter { $0.label == move.label }.map { response in
            let (old, new) = isOld ? (move.target, response.target) : (response.target, move.target)
            return (response, Pair(old: old, new: new))
        }
    }

    /// The moves that have no response which is still good after a round.
    private func attacks(on pair: Pair, after round: Int) -> [Attack] {
        leaders.flatMap { isOld in
            graph.moves(of: isOld ? pair.old : pair.new).compactMap { move -> Attack? in
                let isTried = !graph.moves(of: isOld ? pair.new : pair.old, on: move.input).isEmpty
                // The absence of a transition in an incomplete graph is unknown.
                guard isTried || (isOld ? versions.new : versions.old).cut == nil else { return nil }
                let isLost = responses(to: move, ofOld: isOld, in: pair).allSatisfy {
                    (failures[$0.pair] ?? .max) <= round
                }
                return isLost ? Attack(move: move, isOld: isOld, isTried: isTried) : nil
            }
        }
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
