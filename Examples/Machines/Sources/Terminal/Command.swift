public import Oak

/// A word that the user can type.
public struct Command<Machine: BaseTransducer> {
    /// The effect of a word.
    public enum Deed {
        /// Sends an event.
        case send(Machine.Event)
        /// Holds back the lines of a script until the machine reaches a matching state.
        case wait(until: (_ count: Int) -> (Machine.State) -> Bool)
    }

    /// The word.
    public let name: String

    /// A short description.
    public let summary: String

    /// Its effect.
    public let deed: Deed

    /// Creates a command that sends an event.
    ///
    /// - Parameters:
    ///   - name: The word.
    ///   - summary: A short description.
    ///   - event: The event.
    public init(_ name: String, _ summary: String, sends event: Machine.Event) {
        self.name = name
        self.summary = summary
        deed = .send(event)
    }

    /// Creates a command that holds back the lines of a script; the user types a number behind the word.
    ///
    /// - Parameters:
    ///   - name: The word.
    ///   - summary: A short description.
    ///   - condition: Turns the number into a condition on the state.
    public init(_ name: String, _ summary: String, waitsUntil condition: @escaping (Int) -> (Machine.State) -> Bool) {
        self.name = name
        self.summary = summary
        deed = .wait(until: condition)
    }

    /// The word as shown in the help.
    var usage: String {
        switch deed {
        case .send: name
        case .wait: "\(name) <number>"
        }
    }
}
