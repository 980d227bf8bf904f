public import Oak

/// What a machine looks like in a terminal: the words that stand for its events, and the lines that show its states.
///
/// A front end has no state of its own; everything follows from the machine's.
public protocol FrontEnd {
    /// The machine.
    associatedtype Machine: ExecutableTransducer
    where Machine.Proxy == Proxy<Machine.Event>, Machine.Event: Sendable

    /// What the machine is about, in one sentence.
    var introduction: String { get }

    /// The words that stand for an event in any state.
    var vocabulary: Set<String> { get }

    /// The words that stand for an event that this state accepts.
    ///
    /// - Parameter state: The current state.
    /// - Returns: The commands, in the order in which help lists them.
    func commands(in state: Machine.State) -> [Command<Machine>]

    /// How this state takes a line that is not a command; `nil`, the default, if it takes commands only.
    ///
    /// - Parameter state: The current state.
    /// - Returns: What the line is to help, and the event that it becomes.
    func question(in state: Machine.State) -> Question<Machine.Event>?

    /// Whether work is under way that ends by itself.
    ///
    /// The end of the input, and lines of a script that the state does not accept, wait for it.
    ///
    /// - Parameter state: The current state.
    func isWorking(in state: Machine.State) -> Bool

    /// What is to be seen when the machine begins.
    ///
    /// - Parameter state: The initial state.
    func opening(in state: Machine.State) -> [Line]

    /// What is to be seen of a transition.
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

/// A line that is taken as it is, such as the name of a folder.
public struct Question<Event> {
    /// What the line is, as help calls it.
    public let answer: String

    /// What the line is for, in a few words.
    public let summary: String

    /// Whether others should not see the line.
    public let isSecret: Bool

    /// Makes an event from the line.
    public let event: (String) -> Event

    /// Creates a question.
    ///
    /// - Parameters:
    ///   - answer: What the line is, as help calls it.
    ///   - summary: What the line is for, in a few words.
    ///   - isSecret: Whether others should not see the line.
    ///   - event: Makes an event from the line.
    public init(answer: String, summary: String, isSecret: Bool = false, event: @escaping (String) -> Event) {
        self.answer = answer
        self.summary = summary
        self.isSecret = isSecret
        self.event = event
    }
}
