import OakGraph

/// An explored machine as a value that can be kept in a file: all that the commands read of it, except for tours.
struct KeptExploration: Codable {
    /// The parts of moves that many of them share.
    struct Label: Codable, Hashable {
        let event: String
        let names: [String]
        let sender: String?
        let intent: Intent
        let consequences: [String]
    }

    struct State: Codable {
        let fullText: String
        let names: [[String]]
        /// The numbers of the label and of the target of each move.
        let moves: [[Int]]
        /// The numbers of the state before and of its move on the shortest path; `nil` for an initial state.
        let arrival: [Int]?
    }

    private(set) var labels: [Label] = []
    private(set) var states: [State] = []
}

extension KeptExploration {
    /// The largest number of transitions of a graph that is kept; to read more takes longer than a second.
    static var limit: Int { 100_000 }

    /// Keeps an exploration.
    ///
    /// - Returns: `nil` if it is too large, or has been stopped by a person or by the clock.
    init?(_ exploration: some FreshExploration) {
        guard exploration.isRepeatable, exploration.size.transitions <= Self.limit else { return nil }
        var numbers: [Label: Int] = [:]
        for number in 0..<exploration.size.states {
            let moves = exploration.moves(from: number).map { move in
                let label = Label(
                    event: move.event, names: move.names, sender: move.sender, intent: move.intent,
                    consequences: move.consequences)
                if numbers[label] == nil {
                    numbers[label] = labels.count
                    labels.append(label)
                }
                return [numbers[label] ?? 0, move.target]
            }
            states.append(
                State(
                    fullText: exploration.fullText(of: number), names: exploration.names(of: number), moves: moves,
                    arrival: exploration.arrival(at: number)))
        }
    }

    /// Whether all numbers are those of something, and paths lead backwards to earlier states, so that they end.
    var isSound: Bool {
        states.enumerated().allSatisfy { number, state in
            state.moves.allSatisfy { move in
                move.count == 2 && labels.indices.contains(move[0]) && states.indices.contains(move[1])
            } && (state.arrival.map { isSound($0, of: number) } ?? true)
        }
    }

    private func isSound(_ arrival: [Int], of number: Int) -> Bool {
        arrival.count == 2 && (0..<number).contains(arrival[0])
            && states[arrival[0]].moves.indices.contains(arrival[1])
    }

    func move(_ index: Int, from number: Int) -> Move {
        let move = states[number].moves[index]
        let label = labels[move[0]]
        return Move(
            event: label.event, names: label.names, sender: label.sender, intent: label.intent, target: move[1],
            consequences: label.consequences)
    }
}
