import OakGraph

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
