import Oak
import OakGraph

/// The graph of a machine with what is demanded of it.
struct TypedExploration<Machine: ExecutableTransducer>: Exploration {
    let graph: StateGraph<Machine>
    let demands: Demands<Machine>
    let style: DiagramStyle
    /// Explores the events of a single state.
    let surroundings: (Machine.State, [Machine.Event]) -> StateGraph<Machine>

    init(
        _ graph: StateGraph<Machine>, _ demands: Demands<Machine>, _ style: DiagramStyle,
        surroundings: @escaping (Machine.State, [Machine.Event]) -> StateGraph<Machine>
    ) {
        self.graph = graph
        self.demands = demands
        self.style = style
        self.surroundings = surroundings
    }

    var size: (states: Int, transitions: Int) { (graph.states.count, graph.transitionCount) }
    var initial: [Int] { graph.initial }
    var cut: GraphCut? { graph.cut }
    var model: GraphModel { graph.model }

    func check() -> CheckResult {
        let report = graph.check(
            demands.checks, allowing: demands.exemptions, declaring: demands.declared, properties: demands.properties)
        return CheckResult(report, cut: graph.cut) { graph.text(of: $0) }
    }

    func path(to number: Int) -> PathRecord { PathRecord(graph.path(to: number)) { graph.text(of: $0) } }

    func tour() -> [PathRecord] { graph.transitionTour().map { path in PathRecord(path) { graph.text(of: $0) } } }

    func firstState(where condition: (_ text: String, _ cases: [String]) -> Bool) -> Int? {
        graph.states.indices.first { number in
            let state = graph.states[number]
            let texts = [graph.text(of: number), sourceText(of: state)]
            return texts.contains { condition($0, caseNames(of: state)) }
        }
    }

    func place(_ number: Int) -> Place {
        let state = graph.states[number]
        let transitions = graph.transitions(from: number)
        let model = surroundings(state, []).model.states.first
        let senders = Set(transitions.compactMap(\.sender))
        let activities = model?.activities.map { $0.id ?? $0.name(limit: 60) } ?? []
        let named = Set(model?.activities.compactMap(\.id) ?? [])
        return Place(
            text: graph.text(of: number), fullText: sourceText(of: state), isTerminal: Machine.isTerminal(state),
            isExplored: !transitions.isEmpty, children: model?.children ?? [], activities: activities,
            operations: senders.subtracting(named).sorted())
    }

    func moves(from number: Int) -> [Move] {
        graph.transitions(from: number).map { transition in
            Move(
                event: sourceText(of: transition.event), names: caseNames(of: transition.event),
                intent: transition.intent, target: transition.target,
                sender: transition.sender)
        }
    }

    func consequences(of move: Move, in number: Int) -> [String] {
        let chosen = graph.transitions(from: number).first { sourceText(of: $0.event) == move.event }
        guard let event = chosen?.event,
            let transition = surroundings(graph.states[number], [event]).model.transitions.first
        else { return [] }
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
