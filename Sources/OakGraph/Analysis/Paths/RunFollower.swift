package import Oak

/// The places in a graph at which a recorded run may be.
///
/// An event of a run may belong to several transitions, which later events tell apart.
package struct RunFollower<Machine: ExecutableTransducer> {
    /// An event that a run has taken, and its consequence.
    package struct TakenEvent {
        package let event: Machine.Event
        /// The identity of the operation that has sent the event, as source text; `nil` if it is not known.
        package let sender: String?
        /// Whether an operation has sent the event.
        package let isOfOperation: Bool
        /// The reply to the event, if it is one.
        package var reply: Intent?
        /// The state afterwards; `nil` if the run has failed before.
        package var state: Machine.State?

        package init(_ event: Machine.Event, sender: String?, isOfOperation: Bool) {
            (self.event, self.sender, self.isOfOperation) = (event, sender, isOfOperation)
        }
    }

    private struct Place {
        var number: Int
        /// The updates of a macrostep that are still to come.
        var ahead: ArraySlice<Macrostep<Machine>.Step> = []
        /// The last transition, as an index of ``history``.
        var last: Int?
    }

    private struct Followed {
        let edge: Int
        let before: Int?
    }

    private let graph: StateGraph<Machine>
    /// The identities of the effects whose answers are declared.
    private let declared: Set<String>
    private var places: [Place]
    private var history: [Followed] = []

    /// - Returns: `nil` if the state is no initial state of the graph.
    package init?(_ graph: StateGraph<Machine>, from state: Machine.State) {
        self.graph = graph
        declared = Set(graph.alphabet.answers.map(\.senderText))
        places = graph.initial.filter { graph.isSame(graph.space.states[$0], state) }.map { Place(number: $0) }
        if places.isEmpty { return nil }
    }

    /// The numbers of the states in which the run may be, or which its present macrostep has left.
    package var numbers: [Int] { places.map(\.number).unique }

    /// The transitions of one of the ways that the run may have taken.
    package var edges: [Int] {
        var (edges, last) = ([Int](), places.first?.last)
        while let number = last {
            edges.append(history[number].edge)
            last = history[number].before
        }
        return edges.reversed()
    }

    /// Follows an event.
    ///
    /// - Returns: Whether the graph has it; if not, the places stay.
    package mutating func take(_ taken: TakenEvent) -> Bool {
        let text = sourceText(of: taken.event)
        var next: [Place] = []
        for place in places {
            guard place.ahead.isEmpty else {
                if let place = step(in: place, taken, text) { next.append(place) }
                continue
            }
            for transition in graph.transitions(from: place.number)
            where sourceText(of: transition.event) == text && mayBeSent(taken, by: transition.sender) {
                let steps = graph.steps(of: transition)
                var target = Place(number: transition.target, ahead: steps[...], last: place.last)
                // A macrostep that hangs or is invalid has no state afterwards.
                if !steps.isEmpty, taken.state != nil {
                    guard let stepped = step(in: target, taken, text) else { continue }
                    target = stepped
                }
                history.append(Followed(edge: transition.edge, before: place.last))
                target.last = history.count - 1
                next.append(target)
            }
        }
        guard !next.isEmpty else { return false }
        var known: Set<[Int]> = []
        places = next.filter { known.insert([$0.number, $0.ahead.count]).inserted }
        return true
    }

    private func step(in place: Place, _ taken: TakenEvent, _ text: String) -> Place? {
        guard let step = place.ahead.first, sourceText(of: step.event) == text else { return nil }
        if let state = taken.state, !graph.isSame(step.state, state) { return nil }
        let isReply = step.intent == .postponed || step.intent == .unexpected
        guard taken.reply == (isReply ? step.intent : nil) else { return nil }
        var place = place
        place.ahead = place.ahead.dropFirst()
        return place
    }

    /// Whether an event may be that of a transition.
    ///
    /// An effect without a declaration sends its events as if from outside, or as a part of a composition that has one.
    private func mayBeSent(_ taken: TakenEvent, by sender: String?) -> Bool {
        guard let sender else { return true }
        guard taken.isOfOperation else { return false }
        return taken.sender.map { $0 == sender || !declared.contains($0) } ?? true
    }
}
