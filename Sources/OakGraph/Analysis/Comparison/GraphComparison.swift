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
public struct GraphComparison: Sendable, CustomStringConvertible {
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
    ///   - relation: The way in which the new version has to agree. With a relation other than equivalence, the
    ///     comparison has a verdict and no list of changes.
    /// - Complexity: O(*d* · *m* log *n*) for *n* states and *m* transitions of both versions, and at most *d*
    ///   transitions from one state, if the versions behave alike. Otherwise O(*d* · *p*) more for *p* pairs of states
    ///   that equal sequences of events lead to.
    public init(
        of old: GraphModel, and new: GraphModel, comparing aspects: Aspects = .behaviour,
        requiring relation: Relation = .equivalence
    ) {
        (self.old, self.new, self.aspects) = (old, new, aspects)
        let (oldEvents, newEvents) = (old.alphabet, new.alphabet)
        let (oldSet, newSet) = (Set(oldEvents), Set(newEvents))
        addedEvents = newEvents.filter { !oldSet.contains($0) }
        removedEvents = oldEvents.filter { !newSet.contains($0) }
        let defect = old.defect.map { "The old graph \($0)." } ?? new.defect.map { "The new graph \($0)." }
        if let defect {
            (verdict, states, changes) = (.inconclusive(reason: defect), StateCorrespondence(), [])
            return
        }
        // Events that one version lacks would tell every two states apart, and hide what else has changed.
        let hasAllEvents = relation != .equivalence || addedEvents.isEmpty && removedEvents.isEmpty
        let versions = ComparedVersions(
            old, new, aspects: aspects, events: hasAllEvents ? nil : oldSet.intersection(newSet))
        var separation = SeparationSearch(versions, requiring: relation).separation
        if separation == nil, !hasAllEvents {
            let all = ComparedVersions(old, new, aspects: aspects)
            separation = SeparationSearch(all, requiring: relation).separation
        }
        let cut =
            old.cut.map { "The old graph is incomplete: \($0)" } ?? new.cut.map { "The new graph is incomplete: \($0)" }
        verdict =
            if let separation { .different(separation) } else if let cut { .inconclusive(reason: cut) } else {
                .equivalent
            }
        guard relation == .equivalence else {
            (states, changes) = (StateCorrespondence(), [])
            return
        }
        states = StateCorrespondence(versions)
        changes = ChangeSearch(versions, states: states).changes
    }

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

    /// The verdict, the sequence of events that shows the difference, and tables of what has changed.
    public var description: String { text(limit: 20) }

    /// The comparison as text, with a limit of the length of each table and list.
    ///
    /// - Parameter limit: The number of rows and names to show; the text counts the others.
    package func text(limit: Int) -> String {
        let limit = max(limit, 1)
        return [
            headline(limit: limit), separationTable(limit: limit), changeTable(limit: limit),
            list("Events of the new version only", addedEvents, limit: limit),
            list("Events of the old version only", removedEvents, limit: limit),
            list("States of the new version only", states.added.map { new.states[$0].text }, limit: limit),
            list("States of the old version only", states.removed.map { old.states[$0].text }, limit: limit),
            list(
                "Renamed states", states.renamed.map { "\(old.states[$0.old].text) → \(new.states[$0.new].text)" },
                limit: limit),
        ].compactMap { $0 }.joined(separator: "\n\n")
    }

    private func headline(limit: Int) -> String {
        let name = old.machine == new.machine ? old.machine : "\(old.machine) and \(new.machine)"
        switch verdict {
        case .equivalent: return "\(name): both versions behave alike."
        case .inconclusive(let reason): return "\(name): it is not known whether both versions behave alike. \(reason)"
        case .different(let separation):
            let events = separation.events
            let place =
                events.isEmpty
                ? "in their initial states"
                : events.count > min(limit, 8)
                    ? "after \(events.count) events" : "after \(events.joined(separator: ", "))"
            return "\(name): the versions differ \(place)."
        }
    }

    private func separationTable(limit: Int) -> String? {
        guard case .different(let separation) = verdict else { return nil }
        let text = BehaviourText(aspects: aspects)
        let (oldStart, newStart) = (old.states[separation.oldStart], new.states[separation.newStart])
        let describe = separation.steps.isEmpty ? text.detail : text.name
        let start = [separation.steps.isEmpty ? ">" : "", "", describe(oldStart), describe(newStart)]
        let head = separation.steps.count > limit ? limit / 2 : separation.steps.count
        let tail = separation.steps.count > limit ? limit - head : 0
        let hidden = separation.steps.count - head - tail
        let rows = (separation.steps.prefix(head) + separation.steps.suffix(tail)).map { row(of: $0, text) }
        var shown = Array(rows.prefix(head))
        if hidden > 0 { shown.append(["", "… \(hidden) more …", "", ""]) }
        shown += rows.suffix(tail)
        if let last = shown.indices.last { shown[last][0] = ">" }
        return table([["", "event", "old", "new"], start] + shown)
    }

    private func row(of step: Step, _ text: BehaviourText) -> [String] {
        let texts = text.texts(step.oldTransitions, in: old, and: step.newTransitions, in: new)
        return ["", event(step.event, from: step.sender), texts.old ?? "—", texts.new ?? "—"]
    }

    private func changeTable(limit: Int) -> String? {
        guard !changes.isEmpty else { return nil }
        let rows = changes.prefix(limit).map { change in
            [
                change.kind.sign, change.state, change.event.map { event($0, from: change.sender) } ?? "",
                change.old ?? "—", change.new ?? "—",
            ]
        }
        let rest = changes.count > limit ? "\n… and \(changes.count - limit) more" : ""
        return table([["", "state", "event", "old", "new"]] + rows) + rest
    }

    private func event(_ event: String, from sender: String?) -> String {
        event + (sender.map { " from \($0)" } ?? "")
    }

    private func list(_ title: String, _ names: [String], limit: Int) -> String? {
        guard !names.isEmpty else { return nil }
        let rest = names.count > limit ? ", and \(names.count - limit) more" : ""
        return "\(title): \(names.prefix(limit).joined(separator: ", "))\(rest)"
    }

    /// Rows in aligned columns; long cells are cut.
    private func table(_ rows: [[String]]) -> String {
        let widest = 60
        let rows = rows.map { row in
            row.map { cell in
                let line = cell.map { $0.isNewline ? " " : String($0) }.joined()
                return line.count > widest ? line.prefix(widest - 1) + "…" : line
            }
        }
        return Table.aligned(rows, gap: "  ")
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

extension GraphComparison.Change.Kind {
    fileprivate var sign: String {
        switch self {
        case .added: "+"
        case .removed: "−"
        case .changed: "~"
        }
    }
}
