extension GraphComparison {
    /// A shortest sequence of events after which two versions of a machine differ.
    ///
    /// Each step but the last has one transition in each version, and these look alike. The last step shows the
    /// difference: another observation, another state, or no transition at all. Without steps, the initial states
    /// differ already.
    ///
    /// The events are those of both versions if such a sequence exists. Otherwise the last one is an event that only
    /// one version has.
    ///
    /// If an event has several transitions from one state, the sequence alone may not decide: one version takes the
    /// transitions shown, and whichever transitions the other one takes, it differs after the last step.
    public struct Separation: Hashable, Sendable {
        /// The index of the initial state in the old version.
        package let oldStart: Int
        /// The index of the initial state in the new version.
        package let newStart: Int
        /// The steps.
        package let steps: [Step]

        /// The events of the steps.
        public var events: [String] { steps.map(\.event) }
    }

    /// One event of a separation, in both versions.
    package struct Step: Hashable, Sendable {
        /// The event.
        package let event: String
        /// The identity of the live effect that sends the event; `nil` if it comes from outside or is not compared.
        package let sender: String?
        /// The indices of the transitions of the old version.
        package let oldTransitions: [Int]
        /// The indices of the transitions of the new version.
        package let newTransitions: [Int]
    }
}
