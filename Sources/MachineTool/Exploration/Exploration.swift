import Oak
import OakGraph

/// The graph of a machine without the machine's type, as the commands need it.
protocol Exploration {
    var size: (states: Int, transitions: Int) { get }
    var initial: [Int] { get }
    var cut: GraphCut? { get }
    var model: GraphModel { get }
    var style: DiagramStyle { get }

    func check() -> CheckResult
    func path(to number: Int) -> PathRecord
    /// Paths that together take each transition.
    func tour() -> [PathRecord]
    /// The first state that satisfies a condition on its text and the names of its cases.
    func firstState(where condition: (_ text: String, _ cases: [String]) -> Bool) -> Int?
    /// The state, or the part of it that is shown, and everything live in it.
    func state(_ number: Int) -> GraphModel.State
    /// The whole state as text.
    func fullText(of number: Int) -> String
    func moves(from number: Int) -> [Move]
}

/// An event that may come in a state.
struct Move {
    let event: String
    /// The names of the event's cases from the outermost inwards, to type them.
    let names: [String]
    let sender: String?
    /// The transition with its effects, action events and outputs.
    let transition: () -> GraphModel.Transition
    let intent: Intent
    let target: Int

    /// Whether a person may mean this event by the name of one of its cases, or by all of them.
    func isNamed(_ word: String) -> Bool {
        let word = word.hasPrefix(".") ? String(word.dropFirst()) : word
        return names.contains(word) || names.joined(separator: ".") == word
    }

    /// The move as a step of a path.
    func step(in exploration: any Exploration) -> PathRecord.Step {
        PathRecord.Step(event: event, state: exploration.state(target).text, intent: intent, sender: nil)
    }

    /// Effects, action events and outputs, one line each.
    var consequences: [String] {
        func lines(_ effect: GraphModel.Effect?, _ output: String?) -> [String] {
            let output = output == "nil" ? nil : output
            let lines = [
                effect.flatMap { $0.words(limit: 100) }.map { "effect: \($0)" }, output.map { "output: \($0)" },
            ]
            return lines.compactMap(\.self)
        }
        let transition = transition()
        return lines(transition.effect, transition.output)
            + transition.actions.flatMap { ["action \($0.event) → \($0.state)"] + lines($0.effect, $0.output) }
    }
}

extension [Move] {
    /// The moves that a person may mean by a word: those with this event, or else those with this name.
    func meant(by word: String) -> [Move] {
        let exact = filter { $0.event == word || $0.event == ".\(word)" }
        return exact.isEmpty ? filter { $0.isNamed(word) } : exact
    }
}

/// The graph of a machine with the checks that the machine has to pass.
struct TypedExploration<Machine: ExecutableTransducer>: Exploration {
    let graph: StateGraph<Machine>
    let style: DiagramStyle
    let report: (StateGraph<Machine>) -> GraphReport<Machine>

    var size: (states: Int, transitions: Int) { (graph.states.count, graph.transitionCount) }
    var initial: [Int] { graph.initial }
    var cut: GraphCut? { graph.cut }
    var model: GraphModel { graph.model }

    func check() -> CheckResult { CheckResult(report(graph), cut: graph.cut) { graph.text(of: $0) } }

    func path(to number: Int) -> PathRecord { PathRecord(graph.path(to: number)) { graph.text(of: $0) } }

    func tour() -> [PathRecord] { graph.transitionTour().map { path in PathRecord(path) { graph.text(of: $0) } } }

    func firstState(where condition: (_ text: String, _ cases: [String]) -> Bool) -> Int? {
        graph.states.indices.first { number in
            let state = graph.states[number]
            let texts = [graph.text(of: number), fullText(of: number)]
            // Any property may be meant, not only the one that diagrams show as the mode.
            let names = modes(of: state)
            return texts.contains { text in
                (names.isEmpty ? [caseNames(of: state)] : names).contains { condition(text, $0) }
            }
        }
    }

    func state(_ number: Int) -> GraphModel.State { graph.model(of: number) }

    func fullText(of number: Int) -> String { sourceText(of: graph.states[number]) }

    func moves(from number: Int) -> [Move] {
        graph.transitions(from: number).map { transition in
            let event = sourceText(of: transition.event)
            return Move(
                event: event, names: caseNames(of: transition.event), sender: transition.sender,
                transition: { graph.model(of: transition, named: event) }, intent: transition.intent,
                target: transition.target)
        }
    }
}
