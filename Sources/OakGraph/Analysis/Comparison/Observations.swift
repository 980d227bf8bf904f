/// The parts of a state that are compared.
struct StateObservation: Hashable {
    private let isTerminal: Bool
    private let children: [String]
    private let activities: [GraphModel.Effect]
    private let operations: [String]
    private let name: String?

    init(of state: GraphModel.State, aspects: GraphComparison.Aspects) {
        let isLive = aspects.contains(.live)
        isTerminal = aspects.contains(.termination) && state.isTerminal
        // The order of children and operations means nothing; activities begin in their order.
        children = isLive ? state.children.sorted() : []
        activities = isLive ? state.activities : []
        operations = isLive ? state.operations.sorted() : []
        name = aspects.contains(.names) ? state.text : nil
    }
}

/// The parts of a transition that are compared, except for its event and the state after it.
struct TransitionObservation: Hashable {
    private let intent: Intent?
    private let child: String?
    private let actions: [GraphModel.Step]
    private let outputs: [String?]
    private let effects: [GraphModel.Effect?]

    init(of transition: GraphModel.Transition, aspects: GraphComparison.Aspects) {
        let hasIntents = aspects.contains(.intents)
        let hasActions = aspects.contains(.actions)
        intent = hasIntents ? Self.visible(transition.intent) : nil
        child = hasIntents ? transition.child : nil
        actions = (hasActions ? transition.actions : []).map { step in
            GraphModel.Step(
                event: step.event, state: aspects.contains(.names) ? step.state : "",
                intent: hasIntents ? Self.visible(step.intent) : .handled)
        }
        // Without the action events, only the order of what the macrostep shows counts, not the step that shows it.
        let outputs = aspects.contains(.outputs) ? [transition.output] + transition.actions.map(\.output) : []
        self.outputs = hasActions ? outputs : outputs.filter { $0 != nil }
        let effects = aspects.contains(.effects) ? [transition.effect] + transition.actions.map(\.effect) : []
        self.effects = hasActions ? effects : effects.filter { $0 != nil }
    }
    /// A handled event shows in its effects, its outputs and the state after it. If that is a twin of the state before,
    /// as where one state is split into two, nothing tells it from an ignored event.
    private static func visible(_ intent: Intent) -> Intent { intent == .handled ? .ignored : intent }
}
