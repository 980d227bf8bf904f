import Oak
@testable import OakGraph
import OakTesting

extension StateGraph where Machine: Scripted {
    /// Leads the machine along random paths, as a generated test does.
    ///
    /// - Returns: The difference between a path and the machine, if there is one.
    func differenceOfReplay(seed: UInt64, _ script: Script) -> String? {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<4 {
            var numbers: [Int] = []
            var (current, isOver) = (0, false)
            while numbers.count < 12, !isOver, let next = transitions(from: current).randomElement(using: &random) {
                numbers.append(next.edge)
                isOver = [.endless, .invalid].contains(next.intent)
                current = next.target
            }
            let path = path(from: 0, along: numbers)
            if let difference = differenceOfReplay(path, edges: numbers, endsRun: isOver) {
                return "\(difference)\n\(script)"
            }
        }
        return nil
    }

    private func differenceOfReplay(_ path: GraphPath<Machine>, edges: [Int], endsRun: Bool) -> String? {
        var taken: [Machine.Event] = []
        var replay = PathReplay<Machine>(from: path.start) {
            if case .eventTaken(let event, _) = $0 { taken.append(event) }
        }
        taken = []
        var expected: [Machine.Event] = []
        var source = path.startNumber
        for (step, edge) in zip(path.steps, edges) {
            let isTaken = step.moves.allSatisfy { replay.take($0) }
            if !(live?.situations[step.number].machine.isSuspended ?? false) { replay.finish() }
            let transition = transitions(from: source).first { $0.edge == edge }
            expected += transition.map { steps(of: $0).map(\.event) } ?? []
            source = step.number
            let isRight =
                if endsRun, edge == edges.last {
                    (try? replay.ending?.get()) == nil && replay.ending != nil
                } else {
                    isTaken && taken == expected && replay.state == step.state
                }
            if isRight { continue }
            return """
                the graph has \(expected) to \(step.state), \(step.intent)
                the machine \(isTaken ? "" : "refuses, ")\(taken) to \(replay.state), \(replay.ending.map { "\($0)" } ?? "")
                on \(path.steps.flatMap(\.moves).map { "\n  \($0)" }.joined())
                """
        }
        return nil
    }
}
