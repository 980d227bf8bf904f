public import Parts
public import Terminal

// Machines whose state says what the user can do: the words to type are the actions, the line to type is the prompt.

extension Command {
    /// Creates the command that stands for an action.
    ///
    /// - Parameter action: What the user can do.
    public init(_ action: Action<Machine.Event>) { self.init(action.id, action.title, sends: action.event) }
}

extension Question {
    /// Creates the question that a prompt asks.
    ///
    /// - Parameter prompt: What the user is asked for.
    public init(_ prompt: Prompt<Event>) {
        self.init(
            answer: "<\(prompt.label)>", summary: prompt.hint, isSecret: prompt.isSecret, event: prompt.event)
    }
}

extension Line {
    /// A problem in two lines.
    ///
    /// - Parameter problem: What has gone wrong.
    public static func explaining(_ problem: Problem) -> [Line] {
        [Line("Error: \(problem.reason)", .failure), Line(problem.advice)]
    }

    /// What can be typed, in one line.
    ///
    /// - Parameter actions: What the user can do.
    public static func typing<Event>(_ actions: [Action<Event>]) -> Line {
        Line(actions.map { "Type \"\($0.id)\" to \($0.title)." }.joined(separator: " "), .faint)
    }
}

/// A form, as far as it is filled in: the field that is asked for, or all of them when it can be submitted.
public struct FormPage<Subject: FormSubject> {
    /// What is shown.
    public let lines: [Line]

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - title: What stands above the form as long as nothing is filled in.
    ///   - submit: What happens when it is submitted, such as “sign in”.
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
