/// Notes the transition under way, for another process that wants to know which one has not returned.
@usableFromInline package struct TransitionWatch: Sendable {
    /// A transition by its place in an exploration, which is the same each time a machine is explored.
    package struct Place: Hashable, Codable, Sendable {
        /// The number of times that the exploration has begun again.
        package let round: Int
        /// The number of the state that is left.
        package let state: Int
        /// The number of the event, or of what else happens; `nil` for what leads to the events of the state.
        package let event: Int?

        package init(round: Int, state: Int, event: Int?) {
            (self.round, self.state, self.event) = (round, state, event)
        }
    }

    /// The watch of the explorations that the current task begins.
    @TaskLocal package static var current: TransitionWatch?

    @usableFromInline static var ofTask: TransitionWatch? { current }

    private let note: @Sendable (Place) -> String?
    private var round = 0

    /// - Parameter note: Notes a place; returns the reason to leave it out, if it is known not to return.
    package init(_ note: @escaping @Sendable (Place) -> String?) { self.note = note }

    /// The exploration begins again, with other numbers.
    @usableFromInline mutating func beginAgain() { round += 1 }

    /// - Returns: The reason why the transition is not tried; `nil` if it begins.
    @usableFromInline func begin(in state: Int, _ event: Int?) -> String? {
        note(Place(round: round, state: state, event: event))
    }
}
