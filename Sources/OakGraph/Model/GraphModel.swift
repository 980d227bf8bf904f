/// The states and transitions of a machine as text: a value to store, to draw and to compare.
///
/// A ``StateGraph`` makes it from the code of the machine. The model refers to states by their index in ``states``, and
/// two states may have the same text if the machine differs in something that is not shown.
///
/// ```swift
/// import OakGraph
///
/// enum Lamp: Transducer {
///     enum State: Hashable { case off, on }
///     enum Event: CaseIterable { case pressed }
///
///     static func update(_ state: inout State, event: Event) { state = state == .off ? .on : .off }
/// }
///
/// let model = StateGraph(of: Lamp.self, from: [.off], events: .allCases).model
/// assert(model.states.map(\.text) == [".off", ".on"])
/// ```
public struct GraphModel: Hashable, Sendable {
    /// The name of the machine.
    public var machine: String

    /// The states in order of discovery, the initial ones first.
    public var states: [State]

    /// The indices of the initial states.
    public var initial: [Int]

    /// The events, or classes of events, in the order of the alphabet.
    public var events: [String]

    /// The transitions, sorted by source and event.
    package var transitions: [Transition]

    /// The reason why the graph is incomplete; `nil` if it has all reachable states.
    public var cut: String?

    /// A state between two macrosteps.
    public struct State: Hashable, Sendable {
        /// The state, or the part of it that is shown, as source text.
        public var text: String

        /// The names of the enum cases from the outermost inwards, such as `["paying", "entering"]`.
        ///
        /// For a structure they are those of its *mode*, the first of its outermost properties that is an enum; empty
        /// if it has none.
        public var cases: [String] = []

        /// Whether the machine ends in this state.
        public var isTerminal = false

        /// The paths of the active children, such as `"parcels[1]/label"`.
        public var children: [String] = []

        /// The activities of the machine and its children.
        package var activities: [Effect] = []

        /// The identities of the operations that transitions have begun and that may still be live; only operations
        /// with declared answers are listed.
        public var operations: [String] = []
    }

    /// One event, and the action events that follow from it, in one state.
    package struct Transition: Hashable, Sendable {
        /// The index of the state before.
        package var source: Int

        /// The index of the state after.
        package var target: Int

        /// The event, or its class, as in ``GraphModel/events``.
        package var event: String

        /// The machine's intent.
        package var intent: Intent

        /// The effect of the transition, with its parts.
        package var effect: Effect?

        /// The output as source text; `nil` if it is `Void`.
        package var output: String?

        /// The output with its parts, which tell apart outputs with one description; `nil` if its text has them all.
        package var outputParts: String?

        /// The action events that the macrostep processed after its event.
        package var actions: [Step] = []

        /// The identity of the live effect that sends the event; `nil` if it comes from outside.
        package var sender: String?

        /// The path of the child that did not expect or refused the event.
        package var child: String?
    }

    /// One action event of a macrostep.
    package struct Step: Hashable, Sendable {
        /// The event as source text.
        package var event: String

        /// The state after the event, as source text.
        package var state: String

        /// The machine's intent.
        package var intent: Intent

        /// The effect, with its parts.
        package var effect: Effect?

        /// The output as source text; `nil` if it is `Void`.
        package var output: String?

        /// The output with its parts, which tell apart outputs with one description; `nil` if its text has them all.
        package var outputParts: String?
    }

    /// The visible parts of an effect.
    package struct Effect: Hashable, Sendable {
        /// The kind, named like the case of `EffectKind`: `"operation"`, `"cancelTask"`, `"sequence"`, ….
        package var kind: String

        /// The identity, or that of the effect to cancel, as source text.
        package var id: String?

        /// The path of the child that the effect belongs to, or that departs.
        package var child: String?

        /// The action events as source text.
        package var events: [String] = []

        /// The delay before the effect begins, as source text.
        package var delay: String?

        /// The parts of a composition.
        package var parts: [Effect] = []
    }
}

/// The intent that a machine states for an event in a state.
public enum Intent: String, Codable, Hashable, Sendable, CaseIterable {
    /// The state changes, or the transition has an effect or an output that counts: more than `Void`, `nil` or an empty
    /// collection.
    case handled
    /// The event is ignored on purpose: the state stays, without an effect and without an output that counts.
    case ignored
    /// The event is put aside and offered again in a later state.
    case postponed
    /// The machine did not expect the event.
    case unexpected
    /// A child of the machine is terminal or no longer active, and refuses the event.
    case refused
    /// The action events of the macrostep never end.
    case endless
    /// The machine is used inconsistently, which ends a run with an error.
    case invalid
    /// `update` does not return: it ends the process, or takes too long.
    case trapped
}
