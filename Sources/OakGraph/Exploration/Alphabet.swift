public import Oak

/// The events to try in each state of a machine.
///
/// An array literal lists samples, at least one for each case and for each payload that makes a difference. An event
/// type that is `CaseIterable` has ``allCases``; ``generated(by:)`` chooses events by state, as a form does whose next
/// event depends on its fields.
///
/// ```swift
/// import OakGraph
///
/// enum Purse: Transducer {
///     struct State: Hashable { var coins = 0 }
///     enum Event { case put(Int), take(Int) }
///
///     static func update(_ state: inout State, event: Event) {
///         switch event {
///         case .put(let count): state.coins = min(state.coins + count, 10)
///         case .take(let count): state.coins = max(state.coins - count, 0)
///         }
///     }
/// }
///
/// let samples = StateGraph(of: Purse.self, from: [.init()], events: [.put(1), .put(5), .take(1)])
/// let possible = StateGraph(
///     of: Purse.self, from: [.init()],
///     events: .generated { state in state.coins == 0 ? [.put(1)] : [.put(1), .take(1)] })
/// assert(samples.states.count == possible.states.count)
/// ```
///
/// By default each event may come in each state. If only a live effect sends an event, say so with
/// ``answers(of:_:ends:fails:)``: the event then comes only while the effect is live. An event that somebody outside
/// sends, too, is listed among the events as well.
///
/// The events of an action that is a function, `Effect(action:)`, are not known, because no function of an effect is
/// called. Declare them with ``answers(ofActions:fails:)``; undeclared, an action may answer with any event from
/// outside, or with none. Those of `.event(_:)` belong to the macrostep.
public struct Alphabet<Machine: ExecutableTransducer>: ExpressibleByArrayLiteral {
    @usableFromInline enum Source {
        case fixed([Machine.Event])
        case generated(@Sendable (Machine.State) -> [Machine.Event])
    }

    @usableFromInline var source: Source
    /// Whether the events from outside are all that no effect is declared to send.
    var isOpenEnded = false
    /// Whether the events from outside include the answers of effects without a declaration.
    var includesAnswers = false
    @usableFromInline var answers: [Answer] = []
    /// The declared answers of actions; `nil` if they are unknown.
    @usableFromInline var actionAnswers: ActionAnswers?
    /// Returns the name of an event's class.
    var name: @Sendable (Machine.Event) -> String = { sourceText(of: $0) }

    @usableFromInline init(_ source: Source) { self.source = source }

    /// Creates an alphabet from events.
    ///
    /// - Parameter events: The events, in the order in which each state tries them.
    public init(arrayLiteral events: Machine.Event...) { self.init(.fixed(events)) }

    /// Creates an alphabet from events.
    ///
    /// - Parameter events: The events, in the order in which each state tries them.
    public init(_ events: some Sequence<Machine.Event>) { self.init(.fixed(Array(events))) }

    /// The given events, for an alphabet that goes on with ``answers(of:_:ends:fails:)`` or ``merging(by:)``.
    ///
    /// - Parameter events: The events, in the order in which each state tries them.
    public static func events(_ events: Machine.Event...) -> Alphabet { Alphabet(.fixed(events)) }

    /// The events that come in a state, chosen by a function.
    ///
    /// - Parameter events: Returns the events of a state. The result depends on the state alone.
    public static func generated(by events: @escaping @Sendable (Machine.State) -> [Machine.Event]) -> Alphabet {
        Alphabet(.generated(events))
    }

    /// Returns the same events, of which those with equal keys are shown as one.
    ///
    /// Each event is still tried. The transitions of one class that agree in everything visible become one transition
    /// of the model.
    ///
    /// - Parameter key: Returns the class of an event, such as the name of its case.
    public func merging<Key>(by key: @escaping @Sendable (Machine.Event) -> Key) -> Alphabet {
        var alphabet = self
        alphabet.name = { event in
            let key = key(event)
            return key as? String ?? sourceText(of: key)
        }
        return alphabet
    }

    /// Returns the same events, in which all events of one enum case are shown as one.
    public func mergingPayloads() -> Alphabet {
        merging { event in caseNames(of: event, depth: 1).first.map { ".\($0)" } ?? sourceText(of: event) }
    }

    /// The events that only one effect sends.
    @usableFromInline package struct Answer {
        let sender: EffectID
        /// The events, and whether the effect has ended with them; those that come first, in their order, lead.
        package internal(set) var events: [(event: Machine.Event, isLast: Bool)] = []
        /// The number of events that come first, each once, before any other.
        var firstCount = 0
        /// Whether the effect may return without an event.
        package internal(set) var ends = false
        /// The errors that it may throw.
        package internal(set) var fails: [any Error] = []

        /// The events that may come at a stage.
        func events(at stage: Int) -> ArraySlice<(event: Machine.Event, isLast: Bool)> {
            stage < firstCount ? events[stage...stage] : events[firstCount...]
        }

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
    /// An activity that opens a connection and then reads from it says so, and the graph has no state in which
    /// something was received before:
    ///
    /// ```swift
    /// import OakGraph
    ///
    /// enum Feed: EffectTransducer {
    ///     enum State: Hashable { case connecting, open, closed }
    ///     enum Event: Hashable, Sendable { case opened, received(Int), closed }
    ///     struct Env: Sendable { var read: @Sendable (Input) async -> Void }
    ///
    ///     static func activities(in state: State) -> [Effect] {
    ///         state == .closed ? [] : [Effect(id: "feed") { env, input in await env.read(input) }]
    ///     }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch (state, event) {
    ///         case (.connecting, .opened): state = .open
    ///         case (.open, .received): break
    ///         case (_, .closed): state = .closed
    ///         case (.connecting, .received), (.open, .opened), (.closed, _): return .unexpected
    ///         }
    ///         return nil
    ///     }
    /// }
    ///
    /// let graph = StateGraph(
    ///     of: Feed.self, from: [.connecting],
    ///     events: .events().answers(of: "feed", first: [.opened], sending: [.received(1)], endingWith: [.closed]))
    /// assert(graph.verdict(on: .unexpectedEvents) == .holds)
    /// ```
    ///
    /// - Parameters:
    ///   - id: The identity of the effect; for an effect of a child, `child.id("scan")`.
    ///   - first: The events that the effect sends first, in this order, each once. It may throw an error, or end in
    ///     silence, before.
    ///   - events: The events that the effect may send at any time afterwards, while it is live.
    ///   - last: The events with which it ends.
    ///   - ends: Whether it may also end without an event.
    ///   - errors: The errors that it may throw; what becomes of them is the machine's to say.
    public func answers(
        of id: some Hashable & Sendable, first: [Machine.Event] = [], sending events: [Machine.Event],
        endingWith last: [Machine.Event], ends: Bool = false, fails errors: [any Error] = []
    ) -> Alphabet {
        let first = first.map { (event: $0, isLast: false) }
        let answers = events.map { (event: $0, isLast: false) } + last.map { (event: $0, isLast: true) }
        let ends = ends || (first + answers).isEmpty && errors.isEmpty
        var alphabet = leavingOut((first + answers).map(\.event))
        // An effect that is declared twice sends the events of both declarations.
        let number = self.answers.firstIndex { $0.sender == EffectID(id) } ?? self.answers.endIndex
        if number == self.answers.endIndex { alphabet.answers.append(Answer(sender: EffectID(id))) }
        alphabet.answers[number].events += answers
        alphabet.answers[number].events.insert(contentsOf: first, at: alphabet.answers[number].firstCount)
        alphabet.answers[number].firstCount += first.count
        alphabet.answers[number].ends = alphabet.answers[number].ends || ends
        alphabet.answers[number].fails += errors
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

    /// The answers of all actions.
    @usableFromInline struct ActionAnswers {
        /// The events of each answer.
        var events: [[Machine.Event]] = []
        /// The errors that an action may throw.
        var fails: [any Error] = []
    }

    /// Whether a state has to be explored with everything that is live in it.
    @usableFromInline var declaresAnswers: Bool { !answers.isEmpty || actionAnswers != nil }

    /// The events from outside.
    @usableFromInline func external(in state: Machine.State) -> [Machine.Event] {
        switch source {
        case .fixed(let events): events
        case .generated(let generate): generate(state)
        }
    }

    /// Lets some events of an effect come before its others.
    package mutating func moveToFront(_ events: [Machine.Event], of sender: EffectID) {
        guard !events.isEmpty, let number = answers.firstIndex(where: { $0.sender == sender }) else { return }
        let moved = Set(events.map { Likeness($0) })
        answers[number].events.removeAll { !$0.isLast && moved.contains(Likeness($0.event)) }
        self = answers(of: sender, first: events, sending: [], endingWith: [], ends: answers[number].ends)
    }

    /// The declared answers of an effect.
    package func answer(of sender: EffectID) -> Answer? { answers.first { $0.sender == sender } }
}

extension Alphabet where Machine.Event: CaseIterable {
    /// All cases of the event, without those that an effect is declared to send.
    public static var allCases: Alphabet {
        var alphabet = Alphabet(.fixed(Array(Machine.Event.allCases)))
        alphabet.isOpenEnded = true
        return alphabet
    }
}

// Events are read only, and the functions are `@Sendable`.
extension Alphabet: @unchecked Sendable where Machine.Event: Sendable {}
