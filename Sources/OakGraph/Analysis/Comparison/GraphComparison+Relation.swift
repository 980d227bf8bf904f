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
