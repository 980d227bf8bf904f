import Oak
import Parts

// Machines whose state says what the user can do: the words to type are the actions, the line to type is the prompt.

extension Command {
    init(_ action: Action<Machine.Event>) { self.init(action.id, action.title, sends: action.event) }
}

extension Question {
    init(_ prompt: Prompt<Event>) {
        self.init(answer: "<\(prompt.label)>", summary: prompt.hint, event: prompt.event)
    }
}

extension Line {
    /// A problem in two lines.
    static func explaining(_ problem: Problem) -> [Line] {
        [Line("Error: \(problem.reason)", .failure), Line(problem.advice)]
    }

    /// What can be typed, in one line.
    static func typing<Event>(_ actions: [Action<Event>]) -> Line {
        Line(actions.map { "Type \"\($0.id)\" to \($0.title)." }.joined(separator: " "), .faint)
    }
}
