public import Oak

extension Alphabet {
    /// The events that only one effect sends.
    @usableFromInline struct Answer {
        let sender: EffectID
        /// The events, and whether the effect has ended with them.
        var events: [(event: Machine.Event, isLast: Bool)]
        /// Whether the effect may return without an event.
        var ends: Bool
        /// The errors that it may throw.
        var fails: [any Error]

        /// The identity of the effect as source text.
        var senderText: String { sourceText(of: sender) }
    }

    /// Returns an alphabet in which the given events come from one effect, each as its last.
    ///
    /// The events are tried only in states in which the effect may be live: an activity that the state names, or an
    /// operation that a transition has begun and that has neither ended nor been cancelled. They need not be among the
    /// other events. A state is then explored once for each progress of the effects that may be live in it. A
    /// composition with the identity answers through its operations.
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
    /// An effect without any event returns in silence. One whose answer is its result, as with `success:`, has returned
    /// when the machine takes the event; one that sends the event is live until then. The graph tells them apart.
    ///
    /// - Parameters:
    ///   - id: The identity of the effect; for an effect of a child, `child.id("search")`. That of a composition stands
    ///     for each part of it without a declaration of its own.
    ///   - events: The events, each of which ends the effect.
    ///   - ends: Whether it may also end without an event.
    ///   - errors: The errors that it may throw; what becomes of them is the machine's to say.
    public func answers(
        of id: some Hashable & Sendable, _ events: Machine.Event..., ends: Bool = false, fails errors: [any Error] = []
    ) -> Alphabet {
        answers(of: id, sending: [], endingWith: events, ends: ends, fails: errors)
    }

    /// Returns an alphabet in which the given events come from one effect, some of them while it goes on.
    ///
    /// - Parameters:
    ///   - id: The identity of the effect; for an effect of a child, `child.id("scan")`.
    ///   - events: The events that the effect may send at any time while it is live.
    ///   - last: The events with which it ends.
    ///   - ends: Whether it may also end without an event.
    ///   - errors: The errors that it may throw; what becomes of them is the machine's to say.
    public func answers(
        of id: some Hashable & Sendable, sending events: [Machine.Event], endingWith last: [Machine.Event],
        ends: Bool = false, fails errors: [any Error] = []
    ) -> Alphabet {
        let answers = events.map { (event: $0, isLast: false) } + last.map { (event: $0, isLast: true) }
        let ends = ends || answers.isEmpty && errors.isEmpty
        var alphabet = leavingOut(answers.map(\.event))
        // An effect that is declared twice sends the events of both declarations.
        if let number = self.answers.firstIndex(where: { $0.sender == EffectID(id) }) {
            alphabet.answers[number].events += answers
            alphabet.answers[number].ends = alphabet.answers[number].ends || ends
            alphabet.answers[number].fails += errors
        } else {
            alphabet.answers.append(Answer(sender: EffectID(id), events: answers, ends: ends, fails: errors))
        }
        return alphabet
    }

    /// Returns an alphabet in which an action that is a function answers with one of the given lists of events.
    ///
    /// The declaration counts for each action of the machine and its children. An action that may also answer with
    /// nothing has an empty list among its answers.
    ///
    /// ```swift
    /// import OakGraph
    ///
    /// enum Counter: EffectTransducer {
    ///     struct State: Hashable, NonTerminal { var saved: Int?, isSound = true }
    ///     enum Event: Hashable, Sendable { case load, found(Int), checked }
    ///     struct Env: Sendable { var read: @Sendable () -> Int }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .load: return .all(Effect(action: { env in .found(env.read()) }), .event(.checked))
    ///         case .found(let count): state.saved = count
    ///         case .checked: state.isSound = state.saved ?? 0 >= 0
    ///         }
    ///         return nil
    ///     }
    /// }
    ///
    /// let graph = StateGraph(
    ///     of: Counter.self, from: [.init()], events: .events(.load).answers(ofActions: [.found(1)], [.found(-1)]))
    /// assert(graph.states.contains { !$0.isSound })
    /// ```
    ///
    /// - Parameters:
    ///   - answers: The lists of action events, each of which is one answer.
    ///   - errors: The errors that an action may throw; what becomes of them is the machine's to say.
    public func answers(ofActions answers: [Machine.Event]..., fails errors: [any Error] = []) -> Alphabet {
        var alphabet = leavingOut(answers.flatMap(\.self))
        var declared = actionAnswers ?? ActionAnswers()
        declared.events += answers
        declared.fails += errors
        alphabet.actionAnswers = declared
        return alphabet
    }

    /// Returns an alphabet whose events from outside include the answers of all effects without a declaration.
    ///
    /// An answer then comes whenever the alphabet has it, be its effect live or not. This suits events that are chosen
    /// by state, with ``generated(by:)``. ``GraphCheck/undeclaredAnswers`` finds nothing any more.
    public func includingAnswers() -> Alphabet {
        var alphabet = self
        alphabet.includesAnswers = true
        return alphabet
    }

    /// The alphabet without events that somebody else sends, if they were not listed one by one.
    private func leavingOut(_ events: [Machine.Event]) -> Alphabet {
        guard isOpenEnded, case .fixed(let own) = source else { return self }
        let sent = Set(events.map { Likeness($0) })
        var alphabet = self
        alphabet.source = .fixed(own.filter { !sent.contains(Likeness($0)) })
        return alphabet
    }
}

extension Alphabet {
    /// The answers of all actions.
    @usableFromInline struct ActionAnswers {
        /// The events of each answer.
        var events: [[Machine.Event]] = []
        /// The errors that an action may throw.
        var fails: [any Error] = []
    }

    /// Whether a state has to be explored with everything that is live in it.
    @usableFromInline var declaresAnswers: Bool { !answers.isEmpty || actionAnswers != nil }
}

extension Alphabet {
    /// The events from outside.
    @usableFromInline func external(in state: Machine.State) -> [Machine.Event] {
        switch source {
        case .fixed(let events): events
        case .generated(let generate): generate(state)
        }
    }
}
