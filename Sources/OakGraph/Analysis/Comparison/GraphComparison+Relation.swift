public import Oak

extension GraphComparison {
    /// The way in which a new version has to agree with the old one.
    ///
    /// The names are those of conformance testing: an implementation that does less than its specification *reduces*
    /// it, one that does more *extends* it (Brinksma, 1988).
    public enum Relation: Hashable, Sendable, CaseIterable {
        /// Both versions do the same.
        case equivalence
        /// The new version may do less: each of its transitions is one of the old version.
        case reduction
        /// The new version may do more: each transition of the old version is one of the new one, which may have
        /// further transitions, as for events that the old one does not know.
        case `extension`
    }

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
    /// - Complexity: O(*p* · *d*²) for *p* pairs of states and at most *d* transitions of a state for one event, or as
    ///   for ``init(of:and:comparing:)`` if the versions have to be equivalent.
    public init<Old, New>(
        of old: StateGraph<Old>, and new: StateGraph<New>,
        comparing aspects: Aspects = [.termination, .intents, .outputs], requiring relation: Relation,
        mapping event: (New.Event) -> Old.Event?
    ) {
        let name = old.alphabet.name
        self.init(
            of: old.model, and: new.model(naming: { event($0).map(name) }), comparing: aspects, requiring: relation)
    }

    /// Compares two versions, of which the new one may do less or more.
    ///
    /// - Parameters:
    ///   - old: The old version.
    ///   - new: The new version.
    ///   - aspects: The parts of the behaviour to compare; the default is all but the names of states.
    ///   - relation: The way in which the new version has to agree. With a relation other than equivalence, the
    ///     comparison has a verdict and no list of changes.
    public init(
        of old: GraphModel, and new: GraphModel, comparing aspects: Aspects = .behaviour, requiring relation: Relation
    ) {
        switch relation {
        case .equivalence: self.init(of: old, and: new, comparing: aspects)
        case .reduction, .extension:
            self.init(of: old, and: new, comparing: aspects) {
                SimulationSearch(old: old, new: new, aspects: aspects, isReduction: relation == .reduction).verdict
            }
        }
    }
}
