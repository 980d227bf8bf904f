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

/// An exploration that was read from a file.
struct RestoredExploration: Exploration {
    private let summary: GraphCache.Summary
    private let kept: KeptExploration
    let model: GraphModel
    let style: DiagramStyle

    /// - Returns: `nil` if the parts do not fit together.
    init?(_ summary: GraphCache.Summary, _ kept: KeptExploration, _ model: GraphModel, style: DiagramStyle) {
        guard model.states.count == kept.states.count, kept.isSound else { return nil }
        (self.summary, self.kept, self.model, self.style) = (summary, kept, model, style)
    }

    var size: (states: Int, transitions: Int) { (kept.states.count, summary.transitions) }
    var initial: [Int] { model.initial }
    var cut: String? { summary.cut }
    var isInterrupted: Bool { false }

    func check() -> CheckResult { summary.result }
    func state(_ number: Int) -> GraphModel.State { model.states[number] }
    func fullText(of number: Int) -> String { kept.states[number].fullText }
    func names(of number: Int) -> [[String]] { kept.states[number].names }
    func moves(from number: Int) -> [Move] { kept.states[number].moves.indices.map { kept.move($0, from: number) } }

    func path(to number: Int) -> PathRecord {
        var (steps, current) = ([PathRecord.Step](), number)
        while let arrival = kept.states[current].arrival {
            let move = kept.move(arrival[1], from: arrival[0])
            steps.append(
                PathRecord.Step(
                    event: move.event, state: state(current).text, intent: move.intent, sender: move.sender))
            current = arrival[0]
        }
        return PathRecord(start: state(current).text, steps: steps.reversed())
    }
}
