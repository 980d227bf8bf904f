public import Oak

/// A word that the user can type.
public struct Command<Machine: BaseTransducer> {
    /// What the word does.
    public enum Deed {
        /// Sends an event.
        case send(Machine.Event)
        /// Keeps the lines of a script back until the machine has come to such a state.
        case wait(until: (_ count: Int) -> (Machine.State) -> Bool)
    }

    /// The word.
    public let name: String

    /// What it does, in a few words.
    public let summary: String

    /// Its work.
    public let deed: Deed

    /// Creates a command that sends an event.
    ///
    /// - Parameters:
    ///   - name: The word.
    ///   - summary: What it does, in a few words.
    ///   - event: The event.
    public init(_ name: String, _ summary: String, sends event: Machine.Event) {
        self.name = name
        self.summary = summary
        deed = .send(event)
    }

    /// Creates a command that keeps the lines of a script back; the user types a number behind the word.
    ///
    /// - Parameters:
    ///   - name: The word.
    ///   - summary: What it does, in a few words.
    ///   - condition: Makes from the number a condition on the state.
    public init(_ name: String, _ summary: String, waitsUntil condition: @escaping (Int) -> (Machine.State) -> Bool) {
        self.name = name
        self.summary = summary
        deed = .wait(until: condition)
    }

    /// The word as help shows it.
    var usage: String {
        switch deed {
        case .send: name
        case .wait: "\(name) <number>"
        }
    }
}
