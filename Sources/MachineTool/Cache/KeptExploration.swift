import OakGraph

/// An explored machine as a value that can be kept in a file: all that the commands read of it, except for tours.
struct KeptExploration: Codable {
    struct State: Codable {
        let fullText: String
        let names: [[String]]
        let moves: [Move]
        /// The last step of the shortest path; `nil` for an initial state.
        let arrival: Arrival?
    }

    struct Arrival: Codable {
        let source: Int
        let step: PathRecord.Step
    }

    /// The graph in its stored form.
    let text: String
    let cut: String?
    let transitionCount: Int
    let states: [State]
    let result: CheckResult
}

extension KeptExploration {
    /// The largest number of transitions of a graph that is kept; to read more takes longer than a second.
    static var limit: Int { 100_000 }

    /// Keeps an exploration.
    ///
    /// - Returns: `nil` if it is too large, has been stopped by a person or by the clock, or cannot be stored.
    init?(_ exploration: some FreshExploration) {
        guard exploration.isRepeatable, exploration.size.transitions <= Self.limit else { return nil }
        guard let text = try? exploration.model.text() else { return nil }
        self.init(
            text: text, cut: exploration.cut, transitionCount: exploration.size.transitions,
            states: (0..<exploration.size.states).map { number in
                State(
                    fullText: exploration.fullText(of: number), names: exploration.names(of: number),
                    moves: exploration.moves(from: number), arrival: exploration.arrival(at: number))
            }, result: exploration.check())
    }
}

/// An exploration that was read from a file.
struct RestoredExploration: Exploration {
    private let kept: KeptExploration
    let model: GraphModel
    let style: DiagramStyle

    /// - Returns: `nil` if the parts do not fit together.
    init?(_ kept: KeptExploration, style: DiagramStyle) {
        guard let model = try? GraphModel(text: kept.text), model.states.count == kept.states.count else { return nil }
        let numbers = model.states.indices
        let isSound = kept.states.enumerated().allSatisfy { number, state in
            // A path leads backwards to earlier states, and therefore ends.
            state.moves.allSatisfy { numbers.contains($0.target) }
                && (state.arrival.map { (0..<number).contains($0.source) } ?? true)
        }
        guard isSound else { return nil }
        (self.kept, self.model, self.style) = (kept, model, style)
    }

    var size: (states: Int, transitions: Int) { (kept.states.count, kept.transitionCount) }
    var initial: [Int] { model.initial }
    var cut: String? { kept.cut }
    var isInterrupted: Bool { false }

    func check() -> CheckResult { kept.result }
    func state(_ number: Int) -> GraphModel.State { model.states[number] }
    func fullText(of number: Int) -> String { kept.states[number].fullText }
    func names(of number: Int) -> [[String]] { kept.states[number].names }
    func moves(from number: Int) -> [Move] { kept.states[number].moves }

    func path(to number: Int) -> PathRecord {
        var (steps, current) = ([PathRecord.Step](), number)
        while let arrival = kept.states[current].arrival {
            steps.append(arrival.step)
            current = arrival.source
        }
        return PathRecord(start: state(current).text, steps: steps.reversed())
    }
}
