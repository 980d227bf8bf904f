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
