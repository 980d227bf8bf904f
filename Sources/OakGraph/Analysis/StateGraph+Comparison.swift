public import Oak

extension GraphComparison {
    /// Compares machines of different types, such as a specification and what implements it, over a mapping of events.
    ///
    /// ```swift
    /// import OakGraph
    ///
    /// enum Door: Transducer {
    ///     enum State: Hashable { case open, closed }
    ///     enum Event: CaseIterable { case push }
    ///     static func update(_ state: inout State, event: Event) { state = state == .open ? .closed : .open }
    /// }
    ///
    /// enum SlidingDoor: Transducer {
    ///     typealias State = Bool
    ///     enum Event: CaseIterable { case button, ring }
    ///     static func update(_ isOpen: inout Bool, event: Event) { if event == .button { isOpen.toggle() } }
    /// }
    ///
    /// let comparison = GraphComparison(
    ///     of: StateGraph(of: Door.self, from: [.closed], events: .allCases),
    ///     and: StateGraph(of: SlidingDoor.self, from: [false], events: .allCases), requiring: .equivalence
    /// ) { event in event == .button ? .push : nil }
    /// assert(comparison.isEquivalent)
    /// ```
    ///
    /// - Parameters:
    ///   - old: The graph of the specification.
    ///   - new: The graph of the implementation.
    ///   - aspects: The parts of the behaviour to compare; by default those that do not depend on the types of effects.
    ///   - relation: The way in which the implementation has to agree.
    ///   - event: Returns the event of the specification for one of the implementation; `nil` for an event of the
    ///     implementation alone, whose transitions are not compared.
    /// - Complexity: O(*p* · *d*²) for *p* pairs of states and at most *d* transitions of a state for one event; if
    ///   the machines have to be equivalent, as for two versions of one machine.
    public init<Old, New>(
        of old: StateGraph<Old>, and new: StateGraph<New>,
        comparing aspects: Aspects = [.termination, .intents, .outputs], requiring relation: Relation,
        mapping event: (New.Event) -> Old.Event?
    ) {
        let name = old.alphabet.name
        self.init(
            of: old.model, and: new.model(naming: { event($0).map(name) }), comparing: aspects, requiring: relation)
    }
}
