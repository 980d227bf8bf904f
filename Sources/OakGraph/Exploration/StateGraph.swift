public import Oak

/// All states that a machine can reach, and its transitions between them, found by calling `update`.
///
/// A graph is explored breadth first from the initial states, with the events of an ``Alphabet``. Its transitions are
/// macrosteps: an event and the action events that follow from it. Functions of effects are not called; the events that
/// they would send belong to the alphabet.
///
/// ```swift
/// import OakGraph
///
/// enum Turnstile: Transducer {
///     enum State: Hashable { case locked, unlocked }
///     enum Event: CaseIterable { case coin, push }
///
///     static func update(_ state: inout State, event: Event) {
///         switch (state, event) {
///         case (.locked, .coin): state = .unlocked
///         case (.unlocked, .push): state = .locked
///         case (.locked, .push), (.unlocked, .coin): break
///         }
///     }
/// }
///
/// let graph = StateGraph(of: Turnstile.self, from: [.locked], events: .allCases)
/// assert(graph.states == [.locked, .unlocked])
/// assert(graph.cut == nil)
/// ```
///
/// The graph of a machine with endlessly many states ends at its ``GraphLimits`` and says so in ``cut``.
public struct StateGraph<Machine: ExecutableTransducer> {
    /// The events that were tried.
    @usableFromInline package let alphabet: Alphabet<Machine>

    /// The limits of the exploration.
    @usableFromInline package let limits: GraphLimits

    @usableFromInline var space: StateSpace<Machine.State>
    /// The machines with everything that is live; `nil` if nothing depends on it.
    @usableFromInline let live: LiveExploration<Machine>?
    /// The text of the part of a state that is shown.
    @usableFromInline let shownText: @Sendable (Machine.State) -> String
    /// The shown part of a state; `nil` if that is the state itself.
    @usableFromInline let shownPart: (@Sendable (Machine.State) -> Any)?
    @usableFromInline let isSame: @Sendable (Machine.State, Machine.State) -> Bool
    @usableFromInline let isUnchanged: @Sendable (Machine.State, Machine.State) -> Bool
    /// Bytes of the table that found states again.
    @usableFromInline let tableSize: Int

    @inlinable init<Identity: StateIdentity<Machine.State>>(
        _ explorer: consuming Explorer<Machine, Identity>, part: (@Sendable (Machine.State) -> Any)?
    ) {
        alphabet = explorer.alphabet
        limits = explorer.watch.limits
        live = explorer.live
        let identity = explorer.identity
        shownText = { identity.text($0) }
        shownPart = part
        isSame = { identity.isSame($0, $1) }
        isUnchanged = { identity.isUnchanged($0, $1) }
        tableSize = explorer.table.size
        space = explorer.space
        if space.cut == nil { space.cut = missingPostponedEvent }
    }

    /// Explores a machine whose states are told apart by `==`.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - initial: The initial states.
    ///   - events: The events to try in each state.
    ///   - limits: The bounds of the exploration.
    ///   - progress: Called some times a second; returns whether to go on.
    /// - Complexity: O(*s* · *e*) on average for *s* states and *e* events. A state takes between 19 and 30 bytes
    ///   beside its value, and an edge five. Arrays double as they grow, so that up to twice as much is reserved:
    ///   ``memory`` counts it. With declared answers, each state also keeps what is live in it.
    @inlinable public init(
        of machine: Machine.Type, from initial: [Machine.State], events: Alphabet<Machine>,
        limits: GraphLimits = GraphLimits(),
        progress: ((ExplorationProgress) -> Bool)? = nil
    ) where Machine.State: Hashable {
        var explorer = Explorer(
            events, WholeState<Machine.State>(), limits: limits, progress: progress)
        explorer.explore(from: initial)
        self.init(explorer, part: nil)
    }

    /// Explores a machine whose states are told apart by `==`, on all cores.
    ///
    /// The graph is the same as that of an exploration on one core. `update` is called by several threads at once, with
    /// the task-local values of the caller, and also in some states that a limit of states or time leaves out.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - initial: The initial states.
    ///   - events: The events to try in each state.
    ///   - limits: The bounds of the exploration.
    ///   - progress: Called some times a second; returns whether to go on.
    /// - Complexity: O(*s* · *e*) on average for *s* states and *e* events. A state takes between 19 and 30 bytes
    ///   beside its value, and an edge five. Arrays double as they grow, so that up to twice as much is reserved:
    ///   ``memory`` counts it. With declared answers, each state also keeps what is live in it.
    @inlinable public init(
        of machine: Machine.Type, from initial: [Machine.State], events: Alphabet<Machine>,
        limits: GraphLimits = GraphLimits(),
        progress: ((ExplorationProgress) -> Bool)? = nil
    ) where Machine: SendableMetatype, Machine.State: Hashable & Sendable, Machine.Event: Sendable {
        var explorer = Explorer(
            events, WholeState<Machine.State>(), limits: limits, progress: progress)
        explorer.exploreOnAllCores(from: initial)
        self.init(explorer, part: nil)
    }

    /// Explores a machine whose states are told apart by a part of them.
    ///
    /// One state represents all that are shown alike. The graph says in ``cut`` if such states behave differently, as
    /// far as one event, repeated up to 16 times, shows it.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - initial: The initial states.
    ///   - events: The events to try in each state.
    ///   - limits: The bounds of the exploration.
    ///   - part: The part of a state that tells it apart; a text is shown as it is.
    ///   - progress: Called some times a second; returns whether to go on.
    /// - Complexity: O(*s* · *e*²) on average for *s* states and *e* events.
    @inlinable public init<Part: Hashable>(
        of machine: Machine.Type, from initial: [Machine.State], events: Alphabet<Machine>,
        limits: GraphLimits = GraphLimits(),
        showing part: @escaping @Sendable (Machine.State) -> Part, progress: ((ExplorationProgress) -> Bool)? = nil
    ) {
        var explorer = Explorer(events, ShownPart(part), limits: limits, progress: progress)
        explorer.explore(from: initial)
        self.init(explorer, part: part)
    }

    /// The states in the order of discovery, which is that of their distance from the initial states.
    public var states: [Machine.State] { space.states }

    /// The numbers of the initial states.
    public var initial: [Int] { space.initial }

    /// The number of transitions, including the transitions of ignored events.
    public var transitionCount: Int { space.targets.count }

    /// The reason why the graph does not have all reachable states; `nil` if it has.
    public var cut: GraphCut? { space.cut }

    /// The memory that the graph reserves for its states and edges, in bytes, without what they refer to.
    public var memory: Int {
        space.states.capacity * MemoryLayout<Machine.State>.stride + space.found.capacity * 4
            + space.offsets.capacity * 4 + space.targets.capacity * 4 + space.notes.capacity
            + space.progress.capacity * 4 + tableSize
    }

    /// The number of a state; `nil` if the machine does not reach it.
    ///
    /// - Parameter state: The state.
    /// - Complexity: O(*n*), where *n* is the number of states.
    public func number(of state: Machine.State) -> Int? { space.states.firstIndex { isSame($0, state) } }

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

// The closures are `@Sendable`, and nothing changes after the exploration.
extension StateGraph: @unchecked Sendable where Machine.State: Sendable, Machine.Event: Sendable {}

extension StateGraph
where
    Machine: SendableMetatype, Machine.State: Hashable & Sendable, Machine.Event: Sendable
{
    /// Explores a machine outside of the caller's actor, such as that of a user interface.
    ///
    /// - Parameters:
    ///   - machine: The machine, whose states are told apart by `==`.
    ///   - initial: The initial states.
    ///   - events: The events to try in each state.
    ///   - limits: The bounds of the exploration.
    ///   - progress: Called some times a second, on no particular actor.
    /// - Throws: `CancellationError` if the task is cancelled before the graph is complete.
    /// - Complexity: O(*s* · *e*) on average for *s* states and *e* events.
    @concurrent
    @inlinable
    public init(
        exploring machine: Machine.Type, from initial: [Machine.State], events: Alphabet<Machine>,
        limits: GraphLimits = GraphLimits(),
        progress: (@Sendable (ExplorationProgress) -> Void)? = nil
    ) async throws(CancellationError) {
        self.init(of: machine, from: initial, events: events, limits: limits) { now in
            progress?(now)
            return !Task.isCancelled
        }
        if cut == .interrupted { throw CancellationError() }
    }
}

extension StateGraph: CustomStringConvertible {
    /// The machine, the size of the graph and, if the graph is not whole, the reason.
    public var description: String {
        let size = "\(shortName(ofType: Machine.self)): \(states.count) states, \(transitionCount) transitions"
        return cut.map { "\(size). \($0)" } ?? size
    }
}
