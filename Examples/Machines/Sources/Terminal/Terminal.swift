public import Oak

/// A machine in a terminal: a line becomes an event, and a state becomes text.
///
/// Each line that stands for an event in the current state is sent at once. Any other line waits until the work under
/// way has ended, because it may stand for an event then. The end of the input waits in the same way. A script can
/// therefore be written without regard to time.
public struct Terminal<Machine: ExecutableTransducer & SendableMetatype>
where Machine.Proxy == Proxy<Machine.Event>, Machine.State: Sendable, Machine.Event: Sendable {
    let introduction: String
    let text: (Machine.State) -> String
    let words: (Machine.State) -> [(String, Machine.Event)]
    let answer: (Machine.State, String) -> Machine.Event?

    /// Describes a machine in a terminal.
    ///
    /// - Parameters:
    ///   - introduction: What the machine is, in a line.
    ///   - text: The text of a state, which is printed when it changes, and in reply to each line. If it ends with “…”,
    ///     work is under way that ends by itself.
    ///   - words: The words that a user can type in a state, with their events.
    ///   - answer: The event for any other line; `nil`, the default, if the state asks no question.
    public init(
        _ introduction: String, text: @escaping (Machine.State) -> String,
        words: @escaping (Machine.State) -> [(String, Machine.Event)],
        answer: @escaping (Machine.State, String) -> Machine.Event? = { _, _ in nil }
    ) {
        (self.introduction, self.text, self.words, self.answer) = (introduction, text, words, answer)
    }

    /// Runs the machine until it ends, the user types "quit", or the lines end.
    ///
    /// - Parameters:
    ///   - state: The initial state.
    ///   - proxy: The proxy of the machine.
    ///   - env: The dependencies of the machine.
    ///   - lines: The lines; those of the standard input by default.
    ///   - echoes: Whether each line is printed; by default, if no terminal has it on the screen already.
    ///   - write: Receives each text; the standard output by default.
    /// - Throws: The error that ends the machine.
    @MainActor
    public func run(
        from state: Machine.State, proxy: Machine.Proxy = Machine.Proxy(), env: Machine.Env,
        lines: AsyncStream<String> = StandardStreams.lines, echoes: Bool = !StandardStreams.areTyped,
        write: @escaping (String) -> Void = StandardStreams.print
    ) async throws {
        let conversation = Conversation(self, state, proxy, echoes, write)
        conversation.say(introduction)
        conversation.say(text(state))
        async let _: Void = conversation.listen(to: lines)
        async let end: Void = conversation.hold()
        do {
            try await Machine.run(
                initialState: state, proxy: proxy, env: env,
                observer: .each(Machine.self) { conversation.note($0) })
        } catch is Leaving {}
        conversation.happen.finish()
        await end
    }
}

/// The user leaves.
struct Leaving: Error {}
