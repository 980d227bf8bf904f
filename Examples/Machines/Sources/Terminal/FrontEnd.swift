public import Oak

/// The appearance of a machine in a terminal: the words for its events, and the lines for its states.
///
/// A front end has no state of its own; everything follows from the state of the machine.
public protocol FrontEnd {
    /// The machine.
    associatedtype Machine: ExecutableTransducer
    where Machine.Proxy == Proxy<Machine.Event>, Machine.Event: Sendable

    /// The purpose of the machine, in one sentence.
    var introduction: String { get }

    /// The words for events in any state.
    var vocabulary: Set<String> { get }

    /// The words for the events that this state accepts.
    ///
    /// - Parameter state: The current state.
    /// - Returns: The commands, in the order of the help.
    func commands(in state: Machine.State) -> [Command<Machine>]

    /// The question that a line which is not a command answers; `nil`, the default, if the state accepts commands only.
    ///
    /// - Parameter state: The current state.
    /// - Returns: The description for the help, and the event for the line.
    func question(in state: Machine.State) -> Question<Machine.Event>?

    /// Whether work is under way that ends by itself.
    ///
    /// The end of the input, and lines of a script that the state does not accept, wait for it.
    ///
    /// - Parameter state: The current state.
    func isWorking(in state: Machine.State) -> Bool

    /// The lines shown when the machine begins.
    ///
    /// - Parameter state: The initial state.
    func opening(in state: Machine.State) -> [Line]

    /// The lines shown for a transition.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - old: The state before.
    ///   - new: The state after.
    func report(_ event: Machine.Event, from old: Machine.State, to new: Machine.State) -> [Line]
}

extension FrontEnd {
    public func question(in state: Machine.State) -> Question<Machine.Event>? { nil }
}

/// A line taken verbatim, such as the name of a folder.
public struct Question<Event> {
    /// The name of the line in the help.
    public let answer: String

    /// A short description of its purpose.
    public let summary: String

    /// Whether the line must be hidden from others.
    public let isSecret: Bool

    /// Turns the line into an event.
    public let event: (String) -> Event

    /// Creates a question.
    ///
    /// - Parameters:
    ///   - answer: The name of the line in the help.
    ///   - summary: A short description of its purpose.
    ///   - isSecret: Whether the line must be hidden from others.
    ///   - event: Turns the line into an event.
    public init(answer: String, summary: String, isSecret: Bool = false, event: @escaping (String) -> Event) {
        self.answer = answer
        self.summary = summary
        self.isSecret = isSecret
        self.event = event
    }
}
