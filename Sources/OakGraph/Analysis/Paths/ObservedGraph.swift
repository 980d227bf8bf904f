import Oak

/// A graph as it is seen from outside, by events and observations: at most one move of a state for each event.
struct ObservedGraph {
    let graph: ComparedGraph
    /// The class of each state; states of one class take the same sequences, with the same observations.
    let classes: [Int]
    /// The first state of each class.
    let representatives: [Int]
    /// Whether each class has all events.
    let isComplete: Bool

    /// - Parameter graph: The graph; of several moves of a state for one event the first counts.
    init(_ graph: ComparedGraph) {
        let refinement = Refinement(of: graph)
        var (numbers, representatives) = (Numbering<Int>(), [Int]())
        classes = (0..<graph.count).map { state in
            let number = numbers.number(of: refinement.block(of: state))
            if number == representatives.count { representatives.append(state) }
            return number
        }
        let eventCount = Set(graph.moves.map(\.input)).count
        isComplete = representatives.allSatisfy { Set(graph.moves(of: $0).map(\.input)).count == eventCount }
        (self.graph, self.representatives, self.refinement) = (graph, representatives, refinement)
    }

    private let refinement: Refinement

    func move(of state: Int, on event: Int) -> ComparedGraph.Move? {
        graph.moves(of: state, on: event).min { $0.transition < $1.transition }
    }

    /// The moves of a state, one for each event.
    func moves(of state: Int) -> [ComparedGraph.Move] {
        graph.moves(of: state).map(\.input).unique.compactMap { move(of: state, on: $0) }
    }

    /// The moves for a sequence of events, as far as a state has them.
    func moves(along sequence: [Int], from state: Int) -> [ComparedGraph.Move] {
        var (current, moves) = (state, [ComparedGraph.Move]())
        for event in sequence {
            guard let move = move(of: current, on: event) else { break }
            moves.append(move)
            current = move.target
        }
        return moves
    }

    /// Whether both states have the events of a sequence up to an observation that differs.
    func doesTell(_ sequence: [Int], _ one: Int, from other: Int) -> Bool {
        zip(moves(along: sequence, from: one), moves(along: sequence, from: other)).contains { $0.label != $1.label }
    }

    /// A sequence of events that both states have, the last of which is observed differently; `nil` if there is none.
    ///
    /// States of different classes have one unless they differ only in the events that they have.
    func sequence(telling one: Int, from other: Int) -> [Int]? {
        guard classes[one] != classes[other] else { return nil }
        return sequenceByRounds(telling: one, from: other) ?? sequenceByPairs(telling: one, from: other)
    }

    /// The sequence of the rounds of the refinement, which may end at an event that one of the states does not have.
    private func sequenceByRounds(telling one: Int, from other: Int) -> [Int]? {
        var (one, other) = (one, other)
        var sequence: [Int] = []
        while let round = refinement.round(separating: one, other) {
            var next: (event: Int, one: Int, other: Int)?
            for move in moves(of: one) {
                guard let match = self.move(of: other, on: move.input) else { continue }
                if move.label != match.label { return sequence + [move.input] }
                guard next == nil, round > 0 else { continue }
                let (target, otherTarget) = (move.target, match.target)
                let (block, otherBlock) = (
                    refinement.block(of: target, after: round - 1), refinement.block(of: otherTarget, after: round - 1)
                )
                if block != otherBlock { next = (move.input, target, otherTarget) }
            }
            guard let next else { return nil }
            sequence.append(next.event)
            (one, other) = (next.one, next.other)
        }
        return nil
    }

    private struct Pair: Hashable {
        let one: Int
        let other: Int
    }

    /// A shortest sequence, by a search through the pairs of states that equal sequences lead to.
    private func sequenceByPairs(telling one: Int, from other: Int) -> [Int]? {
        var ways: [Pair: [Int]] = [Pair(one: one, other: other): []]
        var ahead = [Pair(one: one, other: other)]
        var next = 0
        while next < ahead.count {
            let pair = ahead[next]
            let way = ways[pair] ?? []
            next += 1
            for move in moves(of: pair.one) {
                guard let match = self.move(of: pair.other, on: move.input) else { continue }
                if move.label != match.label { return way + [move.input] }
                let targets = Pair(one: move.target, other: match.target)
                guard classes[targets.one] != classes[targets.other], ways[targets] == nil else { continue }
                ways[targets] = way + [move.input]
                ahead.append(targets)
            }
        }
        return nil
    }
}
