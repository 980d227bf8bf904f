/// An action of the user: a button, a menu item, a word to type.
public struct Action<Event>: Identifiable {
    /// Identifies the action within a state.
    public let id: String

    /// A short description.
    public let title: String

    /// The event that it sends.
    public let event: Event

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - id: Identifies it within a state.
    ///   - title: A short description.
    ///   - event: The event that it sends.
    public init(_ id: String, _ title: String, _ event: Event) {
        self.id = id
        self.title = title
        self.event = event
    }

    /// Turns the action of a child into one of its composite.
    ///
    /// - Parameter embed: Turns an event of the child into one of the composite.
    public func map<Outer>(_ embed: (Event) -> Outer) -> Action<Outer> { Action<Outer>(id, title, embed(event)) }
}

extension Action: Sendable where Event: Sendable {}
extension Action: Equatable where Event: Equatable {}

/// A question to the user: a field to fill in, a line to type.
public struct Prompt<Event> {
    /// The subject of the question, such as "postcode".
    public let label: String

    /// The expected form of the answer.
    public let hint: String

    /// Whether the answer must be hidden from others.
    public let isSecret: Bool

    /// Turns the answer into an event.
    public let event: (String) -> Event

    /// Creates a prompt.
    ///
    /// - Parameters:
    ///   - label: The subject of the question.
    ///   - hint: The expected form of the answer.
    ///   - isSecret: Whether the answer must be hidden from others.
    ///   - event: Turns the answer into an event.
    public init(_ label: String, hint: String, isSecret: Bool = false, event: @escaping (String) -> Event) {
        self.label = label
        self.hint = hint
        self.isSecret = isSecret
        self.event = event
    }

    /// Turns the prompt of a child into one of its composite.
    ///
    /// - Parameter embed: Turns an event of the child into one of the composite.
    public func map<Outer>(_ embed: @escaping (Event) -> Outer) -> Prompt<Outer> {
        Prompt<Outer>(label, hint: hint, isSecret: isSecret) { [event] answer in embed(event(answer)) }
    }
}
