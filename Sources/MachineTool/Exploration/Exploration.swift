import Oak
import OakGraph

/// The graph of a machine without the machine's type, as the commands need it.
protocol Exploration {
    var size: (states: Int, transitions: Int) { get }
    var initial: [Int] { get }
    /// The reason why the graph does not have all reachable states.
    var cut: String? { get }
    /// Whether ^C has ended the exploration.
    var isInterrupted: Bool { get }
    var model: GraphModel { get }
    var style: DiagramStyle { get }

    func check() -> CheckResult
    func path(to number: Int) -> PathRecord
    /// The state, or the part of it that is shown, and everything live in it.
    func state(_ number: Int) -> GraphModel.State
    /// The whole state as text.
    func fullText(of number: Int) -> String
    /// The names of the cases of the state, or of each enum among its properties.
    func names(of number: Int) -> [[String]]
    func moves(from number: Int) -> [Move]
    /// Paths that together take each transition.
    func tour() -> [PathRecord]
}

extension Exploration {
    /// The first state that satisfies a condition on its text and the names of its cases.
    func firstState(where condition: (_ text: String, _ cases: [String]) -> Bool) -> Int? {
        (0..<size.states).first { number in
            // Any property may be meant, not only the one that diagrams show as the mode.
            let names = names(of: number)
            return [state(number).text, fullText(of: number)].contains { text in
                (names.isEmpty ? [[]] : names).contains { condition(text, $0) }
            }
        }
    }
}

/// An event that may come in a state.
struct Move {
    let event: String
    /// The names of the event's cases from the outermost inwards, to type them.
    let names: [String]
    let sender: String?
    let intent: Intent
    let target: Int
    /// Effects, action events and outputs, one line each.
    let consequences: [String]

    /// Whether a person may mean this event by the name of one of its cases, or by all of them.
    func isNamed(_ word: String) -> Bool {
        let word = word.hasPrefix(".") ? String(word.dropFirst()) : word
        return names.contains(word) || names.joined(separator: ".") == word
    }

    /// The move as a step of a path.
    func step(in exploration: any Exploration) -> PathRecord.Step {
        PathRecord.Step(event: event, state: exploration.state(target).text, intent: intent, sender: nil)
    }

    /// The lines of the consequences of a transition.
    static func consequences(of transition: GraphModel.Transition) -> [String] {
        func lines(_ effect: GraphModel.Effect?, _ output: String?) -> [String] {
            let output = output == "nil" ? nil : output
            let lines = [
                effect.flatMap { $0.words(limit: 100) }.map { "effect: \($0)" }, output.map { "output: \($0)" },
            ]
            return lines.compactMap(\.self)
        }
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
    var cut: String? { graph.cut?.description }
    var isInterrupted: Bool { graph.cut == .interrupted }
    var model: GraphModel { graph.model }

    func check() -> CheckResult { CheckResult(report(graph), cut: graph.cut) { graph.text(of: $0) } }

    func path(to number: Int) -> PathRecord { PathRecord(graph.path(to: number)) { graph.text(of: $0) } }

    func tour() -> [PathRecord] { graph.transitionTour().map { path in PathRecord(path) { graph.text(of: $0) } } }

    func names(of number: Int) -> [[String]] {
        let state = graph.states[number]
        let names = caseNames(of: state)
        return names.isEmpty ? modes(of: state) : [names]
    }

    func state(_ number: Int) -> GraphModel.State { graph.model(of: number) }

    func fullText(of number: Int) -> String { sourceText(of: graph.states[number]) }

    func moves(from number: Int) -> [Move] {
        graph.transitions(from: number).map { transition in
            let event = sourceText(of: transition.event)
            return Move(
                event: event, names: caseNames(of: transition.event), sender: transition.sender,
                intent: transition.intent, target: transition.target,
                consequences: Move.consequences(of: graph.model(of: transition, named: event)))
        }
    }
}
