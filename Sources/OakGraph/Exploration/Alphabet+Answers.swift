public import Oak

extension Alphabet {
    /// The events that only one effect sends.
    @usableFromInline struct Answer {
        let sender: EffectID
        /// The events, and whether the effect has ended with them.
        var events: [(event: Machine.Event, isLast: Bool)]

        /// The identity of the effect as source text.
        var senderText: String { sourceText(of: sender) }
    }

    /// Returns an alphabet in which the given events come from one effect, each as its last.
    ///
    /// The events are tried only in states in which the effect may be live: an activity that the state names, or an
    /// operation that a transition has begun and that has neither ended nor been cancelled. They need not be among the
    /// other events. A state is then explored once for each set of operations that may be live in it. All operations of
    /// a sequence count as live from its beginning.
    ///
    /// ```swift
    /// import OakGraph
    ///
    /// enum Search: EffectTransducer {
    ///     enum State: Hashable { case idle, searching }
    ///     enum Event: CaseIterable, Sendable { case submit, found }
    ///     struct Env: Sendable { var find: @Sendable () async -> Void }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch (state, event) {
    ///         case (.idle, .submit):
    ///             state = .searching
    ///             return Effect(id: "search", { env in await env.find() }, success: .found)
    ///         case (.searching, .found):
    ///             state = .idle
    ///             return nil
    ///         case (.searching, .submit): return nil
    ///         case (.idle, .found): return .unexpected
    ///         }
    ///     }
    /// }
    ///
    /// let graph = StateGraph(of: Search.self, from: [.idle], events: .allCases.answers(of: "search", .found))
    /// assert(graph.verdict(on: .unexpectedEvents) == .holds)
    /// ```
    ///
    /// - Parameters:
    ///   - id: The identity of the effect; for an effect of a child, `child.id("search")`.
    ///   - events: The events, each of which ends the effect.
    public func answers(of id: some Hashable & Sendable, _ events: Machine.Event...) -> Alphabet {
        answers(of: id, sending: [], endingWith: events)
    }

    /// Returns an alphabet in which the given events come from one effect, some of them while it goes on.
    ///
    /// - Parameters:
    ///   - id: The identity of the effect; for an effect of a child, `child.id("scan")`.
    ///   - events: The events that the effect may send at any time while it is live.
    ///   - last: The events with which it ends.
    public func answers(
        of id: some Hashable & Sendable, sending events: [Machine.Event], endingWith last: [Machine.Event]
    ) -> Alphabet {
        let answers = events.map { (event: $0, isLast: false) } + last.map { (event: $0, isLast: true) }
        let texts = Set(answers.map { sourceText(of: $0.event) })
        var alphabet = self
        switch source {
        case .fixed(let events): alphabet.source = .fixed(events.filter { !texts.contains(sourceText(of: $0)) })
        case .generated(let generate):
            alphabet.source = .generated { generate($0).filter { !texts.contains(sourceText(of: $0)) } }
        }
        // An effect that is declared twice sends the events of both declarations.
        if let number = self.answers.firstIndex(where: { $0.sender == EffectID(id) }) {
            alphabet.answers[number].events += answers
        } else {
            alphabet.answers.append(Answer(sender: EffectID(id), events: answers))
        }
        return alphabet
    }
}

extension Alphabet {
    /// An event that can come in a state.
    struct Candidate {
        let event: Machine.Event
        /// The number of the answer that it belongs to; `nil` if it comes from outside.
        let sender: Int?
        /// The effect that has ended with it; `nil` if none has.
        let ending: LiveAnswers.Role?
    }

    /// The events that can come in a state, in the order of its transitions.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - live: The answers whose effect may be live.
    func candidates(in state: Machine.State, live: LiveAnswers) -> [Candidate] {
        var candidates = external(in: state).map { Candidate(event: $0, sender: nil, ending: nil) }
        for (number, answer) in answers.enumerated() {
            for role in live.roles(of: number) {
                for (event, isLast) in answer.events {
                    candidates.append(Candidate(event: event, sender: number, ending: isLast ? role : nil))
                }
            }
        }
        return candidates
    }

    /// The events from outside.
    @usableFromInline func external(in state: Machine.State) -> [Machine.Event] {
        switch source {
        case .fixed(let events): events
        case .generated(let generate): generate(state)
        }
    }
}
