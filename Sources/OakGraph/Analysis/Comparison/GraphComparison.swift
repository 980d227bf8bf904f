/// The differences in behaviour of two versions of a machine.
///
/// ```swift
/// import OakGraph
///
/// func changes(from old: GraphModel, to new: GraphModel) {
///     let comparison = GraphComparison(of: old, and: new)
///     switch comparison.verdict {
///     case .equivalent: print("The behaviour is the same.")
///     case .different(let separation): print("Try \(separation.events): they differ.\n\(comparison)")
///     case .inconclusive(let reason): print("Unknown: \(reason)")
///     }
/// }
/// ```
///
/// Two versions are equivalent if their initial states are bisimilar: both look alike, each transition of one has a
/// transition of the other for the same event that looks alike, and the states after these two are bisimilar again.
/// Names of states do not count unless ``Aspects/names`` is compared, so a renamed, split or merged state is no
/// difference in itself.
public struct GraphComparison: Sendable {
    /// The result of a comparison.
    public enum Verdict: Hashable, Sendable {
        /// No sequence of events tells the versions apart.
        case equivalent
        /// A sequence of events tells the versions apart.
        case different(Separation)
        /// The graphs are incomplete, or no graphs of a machine, and what is known of them shows no difference.
        case inconclusive(reason: String)
    }

    /// The old version.
    package let old: GraphModel
    /// The new version.
    package let new: GraphModel
    /// The parts of the behaviour that were compared.
    package let aspects: Aspects
    /// The result.
    public let verdict: Verdict
    /// The events that only the new version has.
    package let addedEvents: [String]
    /// The events that only the old version has.
    package let removedEvents: [String]
    /// The states that correspond to each other, and those without a counterpart.
    package let states: StateCorrespondence
    /// The differences of corresponding states, and the transitions of the other states.
    ///
    /// Equivalent versions have none. If a graph is incomplete, a missing transition is not known to be a difference.
    package let changes: [Change]

    /// Whether no sequence of events tells the versions apart.
    public var isEquivalent: Bool { verdict == .equivalent }

    /// Compares two versions.
    ///
    /// - Parameters:
    ///   - old: The old version.
    ///   - new: The new version.
    ///   - aspects: The parts of the behaviour to compare; the default is all but the names of states.
    /// - Complexity: O(*d* · *m* log *n*) for *n* states and *m* transitions of both versions, and at most *d*
    ///   transitions from one state.
    public init(of old: GraphModel, and new: GraphModel, comparing aspects: Aspects = .behaviour) {
        self.init(of: old, and: new, comparing: aspects, judging: nil)
    }

    /// - Parameter judge: Returns the verdict; `nil` for that of bisimulation, with a list of what has changed.
    init(of old: GraphModel, and new: GraphModel, comparing aspects: Aspects, judging judge: (() -> Verdict)?) {
        (self.old, self.new, self.aspects) = (old, new, aspects)
        let (oldEvents, newEvents) = (old.alphabet, new.alphabet)
        let (oldSet, newSet) = (Set(oldEvents), Set(newEvents))
        addedEvents = newEvents.filter { !oldSet.contains($0) }
        removedEvents = oldEvents.filter { !newSet.contains($0) }
        let defect = old.defect.map { "The old graph \($0)." } ?? new.defect.map { "The new graph \($0)." }
        if defect != nil || judge != nil {
            verdict = defect.map { .inconclusive(reason: $0) } ?? judge?() ?? .equivalent
            (states, changes) = (StateCorrespondence(), [])
            return
        }

        let haveSameEvents = addedEvents.isEmpty && removedEvents.isEmpty
        // Events that one version lacks would tell every two states apart, and hide what else has changed.
        let search = SeparationSearch(
            old: old, new: new, aspects: aspects, events: haveSameEvents ? nil : oldSet.intersection(newSet))
        var separation = search.certainSeparation
        if separation == nil, !haveSameEvents {
            separation = SeparationSearch(old: old, new: new, aspects: aspects, events: nil).certainSeparation
        }
        let cut =
            old.cut.map { "The old graph is incomplete: \($0)" } ?? new.cut.map { "The new graph is incomplete: \($0)" }
        verdict =
            if let separation { .different(separation) } else if let cut { .inconclusive(reason: cut) } else {
                .equivalent
            }
        states = StateCorrespondence(search)
        changes = ChangeSearch(search, states: states).changes
    }
}

extension GraphModel {
    /// The events of the alphabet, and events of transitions that the alphabet lacks.
    fileprivate var alphabet: [String] { (events + transitions.map(\.event)).unique }

    /// The reason why the model cannot be compared.
    var defect: String? {
        let range = states.indices
        if initial.isEmpty { return "has no initial state" }
        if let state = initial.first(where: { !range.contains($0) }) {
            return "names the initial state \(state) and has \(states.count) states"
        }
        if let transition = transitions.first(where: { !range.contains($0.source) || !range.contains($0.target) }) {
            return "has a transition from state \(transition.source) to state \(transition.target) of \(states.count)"
        }
        return nil
    }
}

extension GraphComparison {
    /// Parts of the behaviour that a comparison can look at.
    public struct Aspects: OptionSet, Hashable, Sendable {
        /// The aspects as bits.
        public let rawValue: UInt8

        /// Creates a set of aspects from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Whether a state is terminal.
        public static let termination = Aspects(rawValue: 1 << 0)
        /// The machine's intent for each event, and the child that does not expect or refuses it.
        ///
        /// Handled and ignored events differ only by what comes of them: effects, outputs and the state afterwards.
        public static let intents = Aspects(rawValue: 1 << 1)
        /// The outputs.
        public static let outputs = Aspects(rawValue: 1 << 2)
        /// The effects.
        public static let effects = Aspects(rawValue: 1 << 3)
        /// The action events of a transition.
        public static let actions = Aspects(rawValue: 1 << 4)
        /// The live effect that sends an event.
        public static let senders = Aspects(rawValue: 1 << 5)
        /// The children, activities and operations that are live in a state.
        public static let live = Aspects(rawValue: 1 << 6)
        /// The texts of states.
        public static let names = Aspects(rawValue: 1 << 7)

        /// Everything but the names of states.
        public static let behaviour: Aspects = [
            .termination, .intents, .outputs, .effects, .actions, .senders, .live,
        ]
        /// Everything, including the names of states.
        public static let all: Aspects = [.behaviour, .names]
    }
}
