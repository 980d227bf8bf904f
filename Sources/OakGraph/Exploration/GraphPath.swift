public import Oak

/// A sequence of events through a graph, with the states on the way.
///
/// A lasso, which shows endless behaviour, continues with the events of its ``cycle`` for ever.
public struct GraphPath<Machine: ExecutableTransducer> {
    /// An event and the state after it.
    public struct Step {
        /// The event.
        public let event: Machine.Event

        /// The state after the event and the action events that follow from it.
        public let state: Machine.State

        /// The machine's intent.
        public let intent: Intent

        /// The identity of the live effect that sends the event, as source text; `nil` if it comes from outside.
        public let sender: String?

        /// The number of the state in the graph.
        package let number: Int

        /// All that happens.
        package let moves: [PathMove<Machine.Event>]
    }

    /// The first state.
    public let start: Machine.State

    /// The number of the first state in the graph.
    package let startNumber: Int

    /// The events to the end of the path, or to the beginning of its cycle.
    public var steps: [Step]

    /// The events that follow for ever; empty unless the path is a lasso that moves.
    public var cycle: [Step] = []

    /// Whether the machine rests at the end of the path for ever.
    package var restsAtEnd = false

    /// The events of the path, and then those of its cycle once.
    public var events: [Machine.Event] { (steps + cycle).map(\.event) }

    /// The last state of the path without its cycle.
    public var end: Machine.State { steps.last?.state ?? start }

    /// The number of the last state of the path without its cycle.
    package var endNumber: Int { steps.last?.number ?? startNumber }
}

extension StateGraph {
    /// The shortest path to a state.
    ///
    /// - Parameter number: The number of the state.
    /// - Complexity: O(*l* (*e* + log *n*)) for a path of *l* events, *e* events and *n* states.
    public func path(to number: Int) -> GraphPath<Machine> {
        let (start, edges) = space.way(to: number)
        return path(from: start, along: edges)
    }

    /// The shortest path to a state that satisfies a condition; `nil` if the graph has none.
    ///
    /// - Parameter condition: Returns whether a state is a destination.
    /// - Complexity: O(*n*), where *n* is the number of states.
    public func path(where condition: (Machine.State) -> Bool) -> GraphPath<Machine>? {
        space.states.firstIndex(where: condition).map { path(to: $0) }
    }

    /// The path along edges that follow each other.
    func path(from start: Int, along edges: some Sequence<Int>) -> GraphPath<Machine> {
        var (current, idleActions) = (start, 0)
        let steps = edges.map { edge -> GraphPath<Machine>.Step in
            let transition = transitions(from: current)[edge - space.edges(of: current).lowerBound]
            let moves = PathMove.moves(transition.moves, afterIdleActions: idleActions)
            (current, idleActions) = (transition.target, live?.edges[edge].idleActions ?? 0)
            return GraphPath.Step(
                event: transition.event, state: space.states[current], intent: transition.intent,
                sender: transition.sender, number: current, moves: moves)
        }
        return GraphPath(start: space.states[start], startNumber: start, steps: steps)
    }
}

/// Something that happens on a path, in terms that hold in every machine that takes the path.
package enum PathMove<Event> {
    /// An event comes from outside.
    case event(Event)
    /// The action that the machine waits for answers.
    case actionEvents([Event])
    /// An operation answers, or its postponed answer is offered again.
    case answer(Event, of: EffectMark, isLast: Bool, hasReturned: Bool)
    /// An operation returns with an event.
    case result(Event, of: EffectMark)
    /// An operation, or the action that the machine waits for, returns without an event.
    case ended(EffectMark)
    /// An operation, or the action that the machine waits for, throws an error; `nil` stands for one that no type
    /// declares.
    case failed(EffectMark, (any Error)?)

    /// Moves behind actions of the same macrostep on which nothing depends, and which the moves do not mean.
    static func moves(_ moves: [PathMove], afterIdleActions count: Int) -> [PathMove] {
        guard count > 0, moves.first?.concernsAction ?? false else { return moves }
        return Array(repeating: .ended(EffectMark(id: nil)), count: count) + moves
    }

    /// Whether it happens to an action, if the machine waits for one.
    var concernsAction: Bool {
        switch self {
        case .actionEvents: true
        case .ended(let mark), .failed(let mark, _): mark.id == nil
        case .event, .answer, .result: false
        }
    }
}

extension PathMove: Sendable where Event: Sendable {}
