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

        /// The identity of the live effect that sends the event, as source text; `nil` if it comes from outside.
        public let sender: String?

        /// The identity of the sender, unless only its text is known.
        let senderID: EffectID?

        /// The number of the answer that the event belongs to, and the effect that has ended with it.
        let ending: (answer: Int, role: LiveAnswers.Role)?

        /// Whether the sender has ended with the event.
        var endsSender: Bool { ending != nil }

        /// Whether an action event of the macrostep is unexpected.
        let hasUnexpectedAction: Bool

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
        let candidates = alphabet.candidates(in: space.states[number], live: liveAnswers(in: number))
        return zip(edges, candidates).map { edge, candidate in
            Transition(
                source: number, target: Int(space.targets[edge]), event: candidate.event,
                intent: space.notes[edge].intent, sender: candidate.sender.map { alphabet.answers[$0].senderText },
                senderID: candidate.sender.map { alphabet.answers[$0].sender },
                ending: candidate.sender.flatMap { answer in candidate.ending.map { (answer, $0) } },
                hasUnexpectedAction: space.notes[edge][.unexpectedAction], edge: edge)
        }
    }

    /// The effects with declared answers that may be live in a state.
    func liveAnswers(in number: Int) -> LiveAnswers {
        guard let tracker, space.liveSets.indices.contains(number) else { return LiveAnswers() }
        return tracker.sets[Int(space.liveSets[number])]
    }

    /// The events if each state tries the same ones in the same order.
    var fixedEvents: [Machine.Event]? {
        if case .fixed(let events) = alphabet.source, alphabet.answers.isEmpty { events } else { nil }
    }

    /// The names of the events if each state tries the same ones in the same order.
    var fixedNames: [String]? { fixedEvents?.map(alphabet.name) }

    /// The text of a state, or of the part of it that is shown.
    ///
    /// - Parameter number: The number of the state.
    public func text(of number: Int) -> String { shownText(space.states[number]) }

    /// The updates of a macrostep, performed again.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The state before.
    func steps(of event: Machine.Event, in state: Machine.State) -> [Macrostep<Machine>.Step] {
        let isUnchanged = isUnchanged
        return Macrostep.steps(of: event, in: state, actionLimit: limits.actionEvents) { isUnchanged(copy $0, copy $1) }
    }

    /// A postponed event that a later state does not try because the generated alphabet does not have it there.
    @usableFromInline var missingPostponedEvent: GraphCut? {
        if case .fixed = alphabet.source { return nil }
        let postponing = transitions { $0.intent == .postponed }.filter { $0.sender == nil }
        let groups = Dictionary(grouping: postponing, by: { sourceText(of: $0.event) })
        for (event, group) in groups.sorted(by: { $0.key < $1.key }) {
            var isReached: Set<Int> = []
            var ahead = group.map(\.source)
            while let number = ahead.popLast() {
                guard isReached.insert(number).inserted, !Machine.isTerminal(space.states[number]) else { continue }
                guard let own = transitions(from: number).first(where: { sourceText(of: $0.event) == event }) else {
                    return .postponedEventMissing(event: event, state: text(of: number))
                }
                // The event is taken where it is not postponed again.
                guard own.intent == .postponed else { continue }
                ahead += space.edges(of: number).map { Int(space.targets[$0]) }
            }
        }
        return nil
    }
}
