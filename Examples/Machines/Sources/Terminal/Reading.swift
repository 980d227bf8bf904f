import Oak

/// The meaning of a line in a state.
enum Reading<Machine: BaseTransducer> {
    /// An empty line.
    case blank
    /// The user asks for help.
    case help
    /// The user wants to leave.
    case quit
    /// An event for the machine.
    case event(Machine.Event)
    /// An event for the machine, from a line that must be hidden from others.
    case secret(Machine.Event)
    /// The following lines wait.
    case wait(until: (Machine.State) -> Bool)
    /// A command of another state.
    case misplaced(String)
    /// A command with a missing or unusable number.
    case incomplete(Command<Machine>)
    /// An unknown word.
    case unknown(String)
}

extension FrontEnd {
    /// Determines the meaning of a line.
    func read(_ line: String, in state: Machine.State) -> Reading<Machine> {
        let words = line.split(whereSeparator: \.isWhitespace)
        let first = words.first?.lowercased() ?? ""
        let command = commands(in: state).first { $0.name == first }
        switch (command, words.count) {
        case (let command?, 1):
            switch command.deed {
            case .send(let event): return .event(event)
            case .wait: return .incomplete(command)
            }
        case (let command?, 2):
            guard case .wait(let condition) = command.deed else { break }
            guard let number = Int(words[1]), number > 0 else { return .incomplete(command) }
            return .wait(until: condition(number))
        case (nil, 1) where first == "help": return .help
        case (nil, 1) where first == "quit": return .quit
        case (nil, _), (_?, _): break
        }
        if let question = question(in: state) {
            let event = question.event(line.trimmed)
            return question.isSecret ? .secret(event) : .event(event)
        }
        if words.isEmpty { return .blank }
        return command == nil && vocabulary.contains(first) ? .misplaced(first) : .unknown(line.trimmed)
    }

    /// Lists the commands that a state accepts.
    func help(in state: Machine.State) -> [Line] {
        var rows: [(String, String)] = []
        if let question = question(in: state) { rows.append((question.answer, question.summary)) }
        for command in commands(in: state) { rows.append((command.usage, command.summary)) }
        rows.append(("help", "show what can be typed now"))
        rows.append(("quit", "leave"))
        let width = rows.map(\.0.count).max() ?? 0
        return [Line("You can type now:", .heading)]
            + rows.map { word, summary in
                Line("  " + word + String(repeating: " ", count: width - word.count + 2) + summary)
            }
    }

    /// The possible commands, in a sentence.
    func summary(in state: Machine.State) -> String {
        let question = question(in: state).map { [$0.answer] } ?? []
        let words = question + commands(in: state).map(\.usage) + ["help"]
        return "You can type now: " + words.joined(separator: ", ") + " or quit."
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
