public import Parts
public import Terminal

// Support for machines whose state lists the user's actions: these are the words to type, and the prompt is the line to
// type.

extension Command {
    /// Creates the command for an action.
    ///
    /// - Parameter action: The action.
    public init(_ action: Action<Machine.Event>) { self.init(action.id, action.title, sends: action.event) }
}

extension Question {
    /// Creates the question of a prompt.
    ///
    /// - Parameter prompt: The prompt.
    public init(_ prompt: Prompt<Event>) {
        self.init(
            answer: "<\(prompt.label)>", summary: prompt.hint, isSecret: prompt.isSecret, event: prompt.event)
    }
}

extension Line {
    /// A problem in two lines.
    ///
    /// - Parameter problem: The problem.
    public static func explaining(_ problem: Problem) -> [Line] {
        [Line("Error: \(problem.reason)", .failure), Line(problem.advice)]
    }

    /// The possible actions, in one line.
    ///
    /// - Parameter actions: The actions.
    public static func typing<Event>(_ actions: [Action<Event>]) -> Line {
        Line(actions.map { "Type \"\($0.id)\" to \($0.title)." }.joined(separator: " "), .faint)
    }
}

/// A form, as far as it is filled in: the current field, or all of them once it can be submitted.
public struct FormPage<Subject: FormSubject> {
    /// The visible content.
    public let lines: [Line]

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - title: The headline while nothing is filled in.
    ///   - submit: The action that submits it, such as “sign in”.
    public init(_ form: FieldForm<Subject>.State, title: String, submit: String) {
        guard let focus = form.focus, let prompt = form.prompt else {
            let fields = Array(Subject.Field.allCases)
            let names = fields.map(\.rawValue)
            let texts = fields.map { "\($0.rawValue) \(Subject.summary(of: form.texts[$0, default: ""], in: $0))" }
            lines = [
                Line("  " + texts.joined(separator: ", ")),
                Line(
                    "Type \"continue\" to \(submit), or what is to be changed: \(names.joined(separator: ", ")).",
                    .faint),
            ]
            return
        }
        lines =
            (form.texts.isEmpty ? [Line(title, .heading)] : [])
            + (form.objections[focus].map { [Line($0, .failure)] } ?? [])
            + [Line("\(prompt.label): \(prompt.hint)", .faint)]
    }
}
