public import Oak

extension StateGraph {
    /// One event in one state of a graph, with its consequences.
    public struct Transition {
        /// The number of the state before.
        public let source: Int

        /// The number of the state after.
        public let target: Int

        /// The event.
        public let event: Machine.Event

        /// The machine's intent.
        public let intent: Intent

        /// The identity of the live effect that sends the event; `nil` if it comes from outside.
        let effect: EffectID?

        /// The identity of the live effect that sends the event, as source text; `nil` if it comes from outside, or
        /// from an effect without an identity.
        public var sender: String? { effect.map { sourceText(of: $0) } }

        /// Whether an action event of the macrostep is unexpected.
        let hasUnexpectedAction: Bool

        /// All that happens.
        let moves: [PathMove<Machine.Event>]

        /// The number of the edge.
        let edge: Int
    }

    /// The transitions of a state; none if it is terminal, or if the graph was cut before.
    ///
    /// - Parameter number: The number of the state.
    /// - Complexity: O(*e*), where *e* is the number of events.
    public func transitions(from number: Int) -> [Transition] {
        let edges = space.edges(of: number)
        guard !edges.isEmpty else { return [] }
        guard let live else {
            return zip(edges, alphabet.external(in: space.states[number])).map { edge, event in
                transition(edge, from: number, event, effect: nil, [.event(event)])
            }
        }
        return edges.map { edge in
            let cause = live.edges[edge]
            return transition(edge, from: number, cause.event, effect: cause.sender, cause.moves)
        }
    }

    private func transition(
        _ edge: Int, from number: Int, _ event: Machine.Event, effect: EffectID?, _ moves: [PathMove<Machine.Event>]
    ) -> Transition {
        Transition(
            source: number, target: Int(space.targets[edge]), event: event, intent: space.notes[edge].intent,
            effect: effect, hasUnexpectedAction: space.notes[edge][.unexpectedAction],
            moves: moves, edge: edge)
    }

    /// The events if each state tries the same ones in the same order.
    var fixedEvents: [Machine.Event]? {
        if case .fixed(let events) = alphabet.source, live == nil { events } else { nil }
    }

    /// The names of the events if each state tries the same ones in the same order.
    var fixedNames: [String]? { fixedEvents?.map(alphabet.name) }

    /// The text of a state, or of the part of it that is shown.
    ///
    /// - Parameter number: The number of the state.
    public func text(of number: Int) -> String { shownText(space.states[number]) }

    /// The updates of a transition's macrostep, performed again.
    package func steps(of transition: Transition) -> [Macrostep<Machine>.Step] {
        if let outcome = liveOutcome(of: transition) { return outcome.steps }
        let isUnchanged = isUnchanged
        return Macrostep.steps(
            of: transition.event, in: space.states[transition.source], actionLimit: limits.actionEvents
        ) { isUnchanged(copy $0, copy $1) }
    }

    /// The result of a transition with everything that is live; `nil` if nothing depends on it.
    func liveOutcome(of transition: Transition) -> LiveExploration<Machine>.Outcome? {
        live.map { $0.outcome(of: $0.edges[transition.edge], from: transition.source) }
    }

    /// A postponed event that a later state does not try because the generated alphabet does not have it there.
    @usableFromInline var missingPostponedEvent: GraphCut? {
        if case .fixed = alphabet.source { return nil }
        // Where each postponed event is kept, it comes again whether the alphabet has it or not.
        if live?.keepsPostponedEvents ?? false { return nil }
        let postponing = transitions { $0.intent == .postponed }.filter { $0.sender == nil }
        for (event, group) in postponing.grouped(by: { Likeness($0.event) }) {
            var isReached: Set<Int> = []
            var ahead = group.map(\.source)
            while let number = ahead.popLast() {
                guard isReached.insert(number).inserted, !Machine.isTerminal(space.states[number]) else { continue }
                guard let own = transitions(from: number).first(where: { Likeness($0.event) == event }) else {
                    return .postponedEventMissing(event: sourceText(of: group[0].event), state: text(of: number))
                }
                // The event is taken where it is not postponed again.
                guard own.intent == .postponed else { continue }
                ahead += space.edges(of: number).map { Int(space.targets[$0]) }
            }
        }
        return nil
    }
}
