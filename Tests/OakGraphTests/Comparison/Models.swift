import OakTesting

@testable import OakGraph

/// A model that a test writes by hand: states by name, and arrows such as `(".off", ".pressed", ".on")`.
struct Sketch {
    typealias Arrow = (from: String, on: String, to: String)

    private(set) var model: GraphModel

    /// - Parameter arrows: The transitions; the state that the first one leaves is the initial one.
    init(_ arrows: [Arrow], terminal: Set<String> = []) {
        var names: [String] = []
        func index(of name: String) -> Int {
            if let index = names.firstIndex(of: name) { return index }
            names.append(name)
            return names.count - 1
        }
        let transitions = arrows.map { arrow in
            GraphModel.Transition(
                source: index(of: arrow.from), target: index(of: arrow.to), event: arrow.on,
                intent: arrow.from == arrow.to ? .ignored : .handled)
        }
        var seen: Set<String> = []
        model = GraphModel(
            machine: "Lamp", states: names.map { GraphModel.State(text: $0, isTerminal: terminal.contains($0)) },
            initial: [0], events: arrows.map(\.on).filter { seen.insert($0).inserted }, transitions: transitions)
    }

    /// The model after a change.
    func changed(_ change: (inout GraphModel) -> Void) -> GraphModel {
        var model = model
        change(&model)
        return model
    }
}

extension GraphModel {
    /// The index of the transition for an event in a state.
    func transition(_ state: String, _ event: String) -> Int {
        transitions.firstIndex { states[$0.source].text == state && $0.event == event } ?? transitions.endIndex
    }

    /// A random model.
    ///
    /// - Parameters:
    ///   - choices: The number of transitions from a state for one event, at most.
    ///   - completeness: How many of eight pairs of state and event have a transition.
    static func random(
        states count: Int, events: Int, choices: Int, completeness: Int = 8, by generator: inout SeededGenerator
    ) -> GraphModel {
        let states = (0..<count).map { index in
            State(text: ".s\(index)", isTerminal: Int.random(in: 0..<8, using: &generator) == 0)
        }
        var transitions: [Transition] = []
        for source in 0..<count {
            for event in 0..<events where Int.random(in: 0..<8, using: &generator) < completeness {
                for _ in 0..<Int.random(in: 1...choices, using: &generator) {
                    transitions.append(
                        Transition(
                            source: source, target: Int.random(in: 0..<count, using: &generator), event: ".e\(event)",
                            intent: .handled, output: Int.random(in: 0..<6, using: &generator) == 0 ? "1" : "0"))
                }
            }
        }
        return GraphModel(
            machine: "Random", states: states, initial: [0], events: (0..<events).map { ".e\($0)" },
            transitions: transitions)
    }
}

extension GraphModel {
    /// For each pair of states, the first *k* for which no strategy of *k* moves hides a difference; `nil` if they are
    /// bisimilar.
    static func separations(of old: GraphModel, and new: GraphModel) -> [[Int?]] {
        func looks(_ transition: Transition) -> [String?] { [transition.event, transition.output] }
        func moves(_ model: GraphModel) -> [[Transition]] {
            model.states.indices.map { state in model.transitions.filter { $0.source == state } }
        }
        let (oldMoves, newMoves) = (moves(old), moves(new))
        var rounds = old.states.map { state in new.states.map { $0.isTerminal == state.isTerminal ? nil : 0 as Int? } }
        for round in 1...old.states.count * new.states.count + 1 {
            let previous = rounds
            for (oldState, newState) in old.states.indices.flatMap({ o in new.states.indices.map { (o, $0) } })
            where previous[oldState][newState] == nil {
                let isAlike =
                    oldMoves[oldState].allSatisfy { move in
                        newMoves[newState].contains {
                            looks($0) == looks(move) && previous[move.target][$0.target] == nil
                        }
                    }
                    && newMoves[newState].allSatisfy { move in
                        oldMoves[oldState].contains {
                            looks($0) == looks(move) && previous[$0.target][move.target] == nil
                        }
                    }
                if !isAlike { rounds[oldState][newState] = round }
            }
            if rounds == previous { break }
        }
        return rounds
    }

    /// The length of a shortest sequence that separates two versions; `nil` if none does.
    static func shortestSeparation(of old: GraphModel, and new: GraphModel) -> Int? {
        let rounds = separations(of: old, and: new).map { row in row.map { $0 ?? .max } }
        let lengths =
            old.initial.map { state in new.initial.map { rounds[state][$0] }.max() ?? 0 }
            + new.initial.map { state in old.initial.map { rounds[$0][state] }.max() ?? 0 }
        return lengths.min().flatMap { $0 == .max ? nil : $0 }
    }
}
