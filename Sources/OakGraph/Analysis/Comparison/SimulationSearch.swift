/// Finds a shortest sequence of events that one version has and another cannot follow.
///
/// One version *leads* and the other follows: that which may do less leads. The follower *simulates* the leader if each
/// transition of the leader has one of the follower that looks alike, and after which the same is true again.
// Milner, "An algebraic definition of simulation between programs" (1971). Pairs fail in rounds, as in Henzinger,
// Henzinger and Kopke, "Computing simulations on finite and infinite graphs" (1995), each only once.
struct SimulationSearch {
    private struct Pair: Hashable {
        let leader: Int
        let follower: Int
    }

    private let old: GraphModel
    private let new: GraphModel
    private let isReduction: Bool
    private let graph: ComparedGraph
    /// The round in which each pair fails: the events that it takes to show it, plus one.
    private var failures: [Pair: Int] = [:]

    init(old: GraphModel, new: GraphModel, aspects: GraphComparison.Aspects, isReduction: Bool) {
        (self.old, self.new, self.isReduction) = (old, new, isReduction)
        graph = ComparedGraph(old, new, aspects: aspects)
        findFailures()
    }

    var verdict: GraphComparison.Verdict {
        let (leaders, followers) = (isReduction ? newStates : old.initial, isReduction ? old.initial : newStates)
        for leader in leaders {
            let pairs = followers.map { Pair(leader: leader, follower: $0) }
            // The follower chooses the initial state that hides the difference longest.
            guard pairs.allSatisfy({ failures[$0] != nil }), let pair = pairs.max(by: failsEarlier) else { continue }
            return verdict(failingFrom: pair)
        }
        if let cut = old.cut { return .inconclusive(reason: "The old graph is incomplete: \(cut)") }
        if let cut = new.cut { return .inconclusive(reason: "The new graph is incomplete: \(cut)") }
        return .equivalent
    }

    private var newStates: [Int] { new.initial.map { $0 + old.states.count } }

    private func failsEarlier(_ one: Pair, _ other: Pair) -> Bool {
        (failures[one] ?? .max) < (failures[other] ?? .max)
    }

    /// Looks at each pair that equal events lead to, and then lets those fail that depend on others, in rounds.
    private mutating func findFailures() {
        let (leaders, followers) = (isReduction ? newStates : old.initial, isReduction ? old.initial : newStates)
        var ahead = leaders.flatMap { leader in followers.map { Pair(leader: leader, follower: $0) } }
        var (known, dependents): (Set<Pair>, [Pair: [Pair]]) = (Set(ahead), [:])
        var (failed, open): ([Pair], [Pair]) = ([], [])
        while let pair = ahead.popLast() {
            guard graph.observations[pair.leader] == graph.observations[pair.follower] else {
                failures[pair] = 1
                failed.append(pair)
                continue
            }
            if attack(on: pair, after: 0) != nil { open.append(pair) }
            for move in graph.moves(of: pair.leader) {
                for next in responses(to: move, in: pair) {
                    dependents[next, default: []].append(pair)
                    if known.insert(next).inserted { ahead.append(next) }
                }
            }
        }
        var round = 0
        repeat {
            round += 1
            open += failed.flatMap { dependents[$0] ?? [] }
            failed = open.unique.filter { failures[$0] == nil && attack(on: $0, after: round) != nil }
            for pair in failed { failures[pair] = round + 1 }
            open = []
        } while !failed.isEmpty
    }

    /// The pairs after a move of the leader and each that looks alike of the follower.
    private func responses(to move: ComparedGraph.Move, in pair: Pair) -> [Pair] {
        graph.moves(of: pair.follower, on: move.input).filter { $0.label == move.label }
            .map { Pair(leader: move.target, follower: $0.target) }
    }

    /// A move of the leader whose responses have all failed up to a round.
    private func attack(on pair: Pair, after round: Int) -> ComparedGraph.Move? {
        graph.moves(of: pair.leader).first { move in
            // The absence of a transition in an incomplete graph is unknown.
            let isTried = !graph.moves(of: pair.follower, on: move.input).isEmpty
            guard isTried || (isReduction ? old : new).cut == nil else { return false }
            return responses(to: move, in: pair).allSatisfy { (failures[$0] ?? .max) <= round }
        }
    }

    private func verdict(failingFrom start: Pair) -> GraphComparison.Verdict {
        var (pair, steps) = (start, [GraphComparison.Step]())
        while let round = failures[pair], round > 1, let move = attack(on: pair, after: round - 1) {
            let next = responses(to: move, in: pair).max(by: failsEarlier)
            let response = next.flatMap { next in
                graph.moves(of: pair.follower, on: move.input)
                    .first { $0.label == move.label && $0.target == next.follower }
            }
            steps.append(graph.step(move, ofOld: !isReduction, response: response, in: pair.follower))
            guard let next else { break }
            pair = next
        }
        let (oldStart, newStart) = isReduction ? (start.follower, start.leader) : (start.leader, start.follower)
        return .different(
            GraphComparison.Separation(oldStart: oldStart, newStart: newStart - old.states.count, steps: steps))
    }
}
