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
}

extension StateGraph {
    /// Explores a machine whose states are told apart by `==`.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - initial: The initial states.
    ///   - events: The events to try in each state.
    ///   - limits: The bounds of the exploration.
    ///   - findingTraps: Whether to try each transition in a copy of the process first, so that a call of `fatalError`
    ///     in `update` becomes a finding. Without it, and where a process cannot be copied, such a call ends the
    ///     process.
    ///   - progress: Called some times a second; returns whether to go on.
    /// - Complexity: O(*s* · *e*) on average for *s* states and *e* events. Beside the state itself a state takes
    ///   between 19 and 30 bytes, and an edge five.
    @inlinable public init(
        of machine: Machine.Type, from initial: [Machine.State], events: Alphabet<Machine>,
        limits: GraphLimits = GraphLimits(), findingTraps: Bool = false,
        progress: ((ExplorationProgress) -> Bool)? = nil
    ) where Machine.State: Hashable {
        var explorer = Explorer(
            events, WholeState<Machine.State>(), limits: limits, findingTraps: findingTraps, progress: progress)
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
    ///   - findingTraps: Whether to try each transition in a copy of the process first, so that a call of `fatalError`
    ///     in `update` becomes a finding. Without it, and where a process cannot be copied, such a call ends the
    ///     process.
    ///   - progress: Called some times a second; returns whether to go on.
    /// - Complexity: O(*s* · *e*) on average for *s* states and *e* events. Beside the state itself a state takes
    ///   between 19 and 30 bytes, and an edge five.
    @inlinable public init(
        of machine: Machine.Type, from initial: [Machine.State], events: Alphabet<Machine>,
        limits: GraphLimits = GraphLimits(), findingTraps: Bool = false,
        progress: ((ExplorationProgress) -> Bool)? = nil
    ) where Machine: SendableMetatype, Machine.State: Hashable & Sendable, Machine.Event: Sendable {
        var explorer = Explorer(
            events, WholeState<Machine.State>(), limits: limits, findingTraps: findingTraps, progress: progress)
        explorer.exploreOnAllCores(from: initial)
        self.init(explorer, part: nil)
    }

    /// Explores a machine whose states are told apart by a part of them.
    ///
    /// One state represents all that are shown alike. The graph says in ``cut`` if such states behave differently, as
    /// far as one event, repeated up to 16 times, shows it; an exploration that finds traps does not compare them.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - initial: The initial states.
    ///   - events: The events to try in each state.
    ///   - limits: The bounds of the exploration.
    ///   - findingTraps: Whether to try each transition in a copy of the process first, so that a call of `fatalError`
    ///     in `update` becomes a finding. Without it, and where a process cannot be copied, such a call ends the
    ///     process.
    ///   - part: The part of a state that tells it apart; a text is shown as it is.
    ///   - progress: Called some times a second; returns whether to go on.
    /// - Complexity: O(*s* · *e*²) on average for *s* states and *e* events.
    @inlinable public init<Part: Hashable>(
        of machine: Machine.Type, from initial: [Machine.State], events: Alphabet<Machine>,
        limits: GraphLimits = GraphLimits(), findingTraps: Bool = false,
        showing part: @escaping @Sendable (Machine.State) -> Part, progress: ((ExplorationProgress) -> Bool)? = nil
    ) {
        var explorer = Explorer(events, ShownPart(part), limits: limits, findingTraps: findingTraps, progress: progress)
        explorer.explore(from: initial)
        self.init(explorer, part: part)
    }
}

extension StateGraph {
    /// The states in the order of discovery, which is that of their distance from the initial states.
    public var states: [Machine.State] { space.states }

    /// The numbers of the initial states.
    public var initial: [Int] { space.initial }

    /// The number of transitions, including the transitions of ignored events.
    public var transitionCount: Int { space.targets.count }

    /// The reason why the graph does not have all reachable states; `nil` if it has.
    public var cut: GraphCut? { space.cut }

    /// The memory of the graph in bytes, without what its states refer to.
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
}

// The closures are `@Sendable`, and nothing changes after the exploration.
extension StateGraph: @unchecked Sendable where Machine.State: Sendable, Machine.Event: Sendable {}
