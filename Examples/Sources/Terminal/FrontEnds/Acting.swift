import Oak
import Parts

// Machines whose state says what the user can do: the words to type are the actions, the line to type is the prompt.

extension Command {
    init(_ action: Action<Machine.Event>) { self.init(action.id, action.title, sends: action.event) }
}

extension Question {
    init(_ prompt: Prompt<Event>) {
        self.init(
            answer: "<\(prompt.label)>", summary: prompt.hint, isSecret: prompt.isSecret, event: prompt.event)
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

/// A form, as far as it is filled in: the field that is asked for, or all of them when it can be submitted.
struct FormPage<Subject: FormSubject> {
    let lines: [Line]

    init(_ form: FieldForm<Subject>.State, title: String, submit: String) {
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
