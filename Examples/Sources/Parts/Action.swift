/// Something that the user can do: a button, a menu item, a word to type.
public struct Action<Event>: Identifiable {
    /// Tells the actions of one state apart.
    public let id: String

    /// What it does, in a few words.
    public let title: String

    /// The event that it sends.
    public let event: Event

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - id: Tells it from the other actions of a state.
    ///   - title: What it does, in a few words.
    ///   - event: The event that it sends.
    public init(_ id: String, _ title: String, _ event: Event) {
        self.id = id
        self.title = title
        self.event = event
    }

    /// The action of a child as one of its composite.
    ///
    /// - Parameter embed: Makes an event of the composite out of one of the child.
    public func map<Outer>(_ embed: (Event) -> Outer) -> Action<Outer> { Action<Outer>(id, title, embed(event)) }
}

extension Action: Sendable where Event: Sendable {}
extension Action: Equatable where Event: Equatable {}

/// One thing that the user is asked for: a field to fill in, a line to type.
public struct Prompt<Event> {
    /// What is asked for, such as "postcode".
    public let label: String

    /// What the answer has to look like.
    public let hint: String

    /// Whether others should not see what is typed.
    public let isSecret: Bool

    /// Makes an event from the answer.
    public let event: (String) -> Event

    /// Creates a prompt.
    ///
    /// - Parameters:
    ///   - label: What is asked for.
    ///   - hint: What the answer has to look like.
    ///   - isSecret: Whether others should not see what is typed.
    ///   - event: Makes an event from the answer.
    public init(_ label: String, hint: String, isSecret: Bool = false, event: @escaping (String) -> Event) {
        self.label = label
        self.hint = hint
        self.isSecret = isSecret
        self.event = event
    }

    /// The prompt of a child as one of its composite.
    ///
    /// - Parameter embed: Makes an event of the composite out of one of the child.
    public func map<Outer>(_ embed: @escaping (Event) -> Outer) -> Prompt<Outer> {
        Prompt<Outer>(label, hint: hint, isSecret: isSecret) { [event] answer in embed(event(answer)) }
    }
}
