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
    public var transitions: [Transition]

    /// The reason why the graph is incomplete; `nil` if it has all reachable states.
    public var cut: String?

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - machine: The name of the machine.
    ///   - states: The states.
    ///   - initial: The indices of the initial states.
    ///   - events: The events, or classes of events.
    ///   - transitions: The transitions.
    ///   - cut: The reason why the graph is incomplete.
    public init(
        machine: String, states: [State], initial: [Int], events: [String], transitions: [Transition],
        cut: String? = nil
    ) {
        self.machine = machine
        self.states = states
        self.initial = initial
        self.events = events
        self.transitions = transitions
        self.cut = cut
    }
}

extension GraphModel {
    /// A state between two macrosteps.
    public struct State: Codable, Hashable, Sendable {
        /// The state, or the part of it that is shown, as source text.
        public var text: String

        /// The names of the enum cases from the outermost inwards, such as `["paying", "entering"]`; empty for a state
        /// that is no enum.
        public var cases: [String]

        /// Whether the machine ends in this state.
        public var isTerminal: Bool

        /// The paths of the active children, such as `"parcels[1]/label"`.
        public var children: [String]

        /// The activities of the machine and its children.
        public var activities: [Effect]

        /// The identities of the operations that transitions have begun and that may still be live; only operations
        /// with declared answers are listed.
        public var operations: [String]

        /// Creates a state.
        public init(
            text: String, cases: [String] = [], isTerminal: Bool = false, children: [String] = [],
            activities: [Effect] = [], operations: [String] = []
        ) {
            self.text = text
            self.cases = cases
            self.isTerminal = isTerminal
            self.children = children
            self.activities = activities
            self.operations = operations
        }
    }

    /// One event, and the action events that follow from it, in one state.
    public struct Transition: Codable, Hashable, Sendable {
        /// The index of the state before.
        public var source: Int

        /// The index of the state after.
        public var target: Int

        /// The event, or its class, as in ``GraphModel/events``.
        public var event: String

        /// The machine's intent.
        public var intent: Intent

        /// The effect of the transition, with its parts.
        public var effect: Effect?

        /// The output as source text; `nil` if it is `Void`.
        public var output: String?

        /// The action events that the macrostep processed after its event.
        public var actions: [Step]

        /// The identity of the live effect that sends the event; `nil` if it comes from outside.
        public var sender: String?

        /// The path of the child that did not expect or refused the event.
        public var child: String?

        /// Creates a transition.
        public init(
            source: Int, target: Int, event: String, intent: Intent, effect: Effect? = nil, output: String? = nil,
            actions: [Step] = [], sender: String? = nil, child: String? = nil
        ) {
            self.source = source
            self.target = target
            self.event = event
            self.intent = intent
            self.effect = effect
            self.output = output
            self.actions = actions
            self.sender = sender
            self.child = child
        }
    }

    /// One action event of a macrostep.
    public struct Step: Codable, Hashable, Sendable {
        /// The event as source text.
        public var event: String

        /// The state after the event, as source text.
        public var state: String

        /// The machine's intent.
        public var intent: Intent

        /// The effect, with its parts.
        public var effect: Effect?

        /// The output as source text; `nil` if it is `Void`.
        public var output: String?

        /// Creates a step.
        public init(event: String, state: String, intent: Intent, effect: Effect? = nil, output: String? = nil) {
            self.event = event
            self.state = state
            self.intent = intent
            self.effect = effect
            self.output = output
        }
    }

    /// The visible parts of an effect.
    public struct Effect: Codable, Hashable, Sendable {
        /// The kind, named like the case of `EffectKind`: `"operation"`, `"cancelTask"`, `"sequence"`, ….
        public var kind: String

        /// The identity, or that of the effect to cancel, as source text.
        public var id: String?

        /// The path of the child that the effect belongs to, or that departs.
        public var child: String?

        /// The action events as source text.
        public var events: [String]

        /// The delay before the effect begins, as source text.
        public var delay: String?

        /// The parts of a composition.
        public var parts: [Effect]

        /// Creates a description of an effect.
        public init(
            kind: String, id: String? = nil, child: String? = nil, events: [String] = [], delay: String? = nil,
            parts: [Effect] = []
        ) {
            self.kind = kind
            self.id = id
            self.child = child
            self.events = events
            self.delay = delay
            self.parts = parts
        }
    }
}
