/// Two versions of a machine in one graph, the states of the new one behind those of the old one.
struct ComparedVersions {
    let old: GraphModel
    let new: GraphModel
    let aspects: GraphComparison.Aspects
    /// Whether the transitions for all events are compared.
    let hasAllEvents: Bool
    let graph: ComparedGraph
    let refinement: Refinement

    init(_ old: GraphModel, _ new: GraphModel, aspects: GraphComparison.Aspects, events: Set<String>? = nil) {
        (self.old, self.new, self.aspects) = (old, new, aspects)
        hasAllEvents = events == nil
        graph = ComparedGraph(old, new, aspects: aspects, events: events)
        refinement = Refinement(of: graph)
    }

    /// The number of the first state of the new version.
    var offset: Int { old.states.count }

    /// Whether two states of the graph behave alike.
    func areAlike(_ one: Int, _ other: Int) -> Bool { refinement.block(of: one) == refinement.block(of: other) }
}

/// Models as one graph of numbers: in a comparison the old states first, then the new ones.
///
/// States with the same observation look alike as long as no event is sent. Moves with the same label have the same
/// input and look alike, except for the state that they lead to.
struct ComparedGraph {
    /// One transition, numbered.
    struct Move {
        let input: Int
        let label: Int
        let source: Int
        let target: Int
        /// The index of the transition in its own model.
        let transition: Int
    }

    /// The event of a transition and, if it is compared, its sender.
    struct Input: Hashable {
        let event: String
        let sender: String?
    }

    /// The inputs by number.
    let inputs: [Input]
    /// The number of the observation of each state.
    let observations: [Int]
    /// The moves, grouped by source and sorted by input and label.
    let moves: [Move]
    /// The index of the first move of each state, and the number of moves.
    let firstMoves: [Int]

    var count: Int { observations.count }

    func moves(of state: Int) -> ArraySlice<Move> { moves[firstMoves[state]..<firstMoves[state + 1]] }

    /// The moves of a state that have one input.
    func moves(of state: Int, on input: Int) -> ArraySlice<Move> {
        let range = firstMoves[state]..<firstMoves[state + 1]
        let start = firstIndex(in: range) { moves[$0].input >= input }
        return moves[start..<firstIndex(in: start..<range.upperBound) { moves[$0].input > input }]
    }

    /// The step of a sequence in which one version makes a move.
    ///
    /// - Parameters:
    ///   - move: The move.
    ///   - isOld: Whether the old version makes it.
    ///   - response: The move of the other version; `nil` if none of its moves looks alike.
    ///   - other: The state of the other version.
    func step(_ move: Move, ofOld isOld: Bool, response: Move?, in other: Int) -> GraphComparison.Step {
        let input = inputs[move.input]
        let responses = response.map { [$0] } ?? Array(moves(of: other, on: move.input))
        let (attacks, answers) = ([move.transition], responses.map(\.transition).sorted())
        return GraphComparison.Step(
            event: input.event, sender: input.sender, oldTransitions: isOld ? attacks : answers,
            newTransitions: isOld ? answers : attacks)
    }

    /// Numbers models, the states of each after those of the models before.
    ///
    /// - Parameters:
    ///   - models: The models.
    ///   - aspects: The parts of the behaviour that are compared.
    ///   - events: The events whose transitions are compared; `nil` for all.
    init(_ models: GraphModel..., aspects: GraphComparison.Aspects, events: Set<String>? = nil) {
        var observationNumbers = Numbering<StateObservation>()
        let observations = models.flatMap(\.states).map { state in
            observationNumbers.number(of: StateObservation(of: state, aspects: aspects))
        }

        var (inputNumbers, labelNumbers) = (Numbering<Input>(), Numbering<Label>())
        var moves: [Move] = []
        var offset = 0
        for model in models {
            for (index, transition) in model.transitions.enumerated() {
                if let events, !events.contains(transition.event) { continue }
                let input = Input(
                    event: transition.event, sender: aspects.contains(.senders) ? transition.sender : nil)
                let number = inputNumbers.number(of: input)
                let label = Label(input: number, observation: TransitionObservation(of: transition, aspects: aspects))
                moves.append(
                    Move(
                        input: number, label: labelNumbers.number(of: label), source: transition.source + offset,
                        target: transition.target + offset, transition: index))
            }
            offset += model.states.count
        }
        self.init(observations: observations, inputs: inputNumbers.values, moves: moves)
    }

    /// Groups moves by their source.
    init(observations: [Int], inputs: [Input], moves: [Move]) {
        let groups = Buckets(moves, count: observations.count) { moves[$0].source }
        (self.observations, self.inputs, firstMoves) = (observations, inputs, groups.offsets)
        self.moves = groups.ranges.flatMap { range in
            groups.elements[range].sorted { ($0.input, $0.label, $0.transition) < ($1.input, $1.label, $1.transition) }
        }
    }

    private struct Label: Hashable {
        let input: Int
        let observation: TransitionObservation
    }
}

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
        let all =
            [transition.outputParts ?? transition.output] + transition.actions.map { $0.outputParts ?? $0.output }
        let outputs = aspects.contains(.outputs) ? all : []
        self.outputs = hasActions ? outputs : outputs.filter { $0 != nil }
        let effects = aspects.contains(.effects) ? [transition.effect] + transition.actions.map(\.effect) : []
        self.effects = hasActions ? effects : effects.filter { $0 != nil }
    }
    /// A handled event shows in its effects, its outputs and the state after it. If that is a twin of the state before,
    /// as where one state is split into two, nothing tells it from an ignored event.
    private static func visible(_ intent: Intent) -> Intent { intent == .handled ? .ignored : intent }
}
