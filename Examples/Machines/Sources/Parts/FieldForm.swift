public import Oak

/// The subject of a form: a value made of the texts of a few fields.
public protocol FormSubject: Equatable, Sendable {
    /// The fields, in the order in which they are filled in.
    associatedtype Field: CaseIterable & RawRepresentable<String> & Hashable & Sendable

    /// Turns the typed texts into the subject, or lists the mistakes by field.
    ///
    /// - Parameter texts: The typed texts; fields not reached yet are missing.
    static func read(_ texts: [Field: String]) -> FormReading<Self>

    /// The expected form of the text of a field.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - texts: The texts typed so far: a hint may depend on another field.
    static func hint(for field: Field, in texts: [Field: String]) -> String

    /// The visible part of the text of a completed field; all of it by default.
    ///
    /// - Parameters:
    ///   - text: The typed text.
    ///   - field: The field.
    static func summary(of text: String, in field: Field) -> String
}

extension FormSubject {
    public static func summary(of text: String, in field: Field) -> String { text }
}

/// The result of reading a form.
public enum FormReading<Subject: FormSubject>: Equatable, Sendable {
    /// All fields are valid.
    case subject(Subject)
    /// The mistakes, by field; never empty.
    case objections([Subject.Field: String])
}

/// A form that is filled in field by field, in any order, and then submitted.
///
/// A pure machine without effects. It shows the mistakes in completed fields, and in all fields once the form is
/// submitted. Submitting keeps the texts, so that the user can come back to them.
public enum FieldForm<Subject: FormSubject>: Transducer {
    /// The typed texts and their mistakes.
    public struct State: Equatable, Sendable {
        /// The typed texts.
        public private(set) var texts: [Subject.Field: String]

        /// The mistakes in the typed texts.
        public fileprivate(set) var objections: [Subject.Field: String] = [:]

        /// The next field to fill in; `nil` if the form can be submitted.
        public fileprivate(set) var focus: Subject.Field?

        /// Creates a form.
        ///
        /// - Parameter texts: The initial texts of the fields.
        public init(_ texts: [Subject.Field: String] = [:]) {
            self.texts = texts
            focus = State.firstMistake(in: texts)
        }

        /// Whether the form can be submitted.
        public var isComplete: Bool { State.firstMistake(in: texts) == nil }

        mutating func enter(_ text: String, in field: Subject.Field) {
            texts[field] = text
            objections = State.objections(to: texts).filter { texts[$0.key] != nil }
            focus = State.firstMistake(in: texts)
        }

        static func objections(to texts: [Subject.Field: String]) -> [Subject.Field: String] {
            switch Subject.read(texts) {
            case .subject: [:]
            case .objections(let objections): objections
            }
        }

        static func firstMistake(in texts: [Subject.Field: String]) -> Subject.Field? {
            let objections = objections(to: texts)
            return Subject.Field.allCases.first { objections[$0] != nil }
        }
    }

    /// The user's actions on the form.
    public enum Event: Equatable, Sendable {
        /// The user fills in a field.
        case enter(Subject.Field, String)
        /// The user changes a field.
        case focus(Subject.Field)
        /// The user submits the form.
        case submit
    }

    /// The progress of the form.
    public enum Output: Equatable, Sendable {
        /// The form is being filled in.
        case editing
        /// The form was submitted and is valid.
        case submitted(Subject)
    }

    /// Computes the transition for an event.
    ///
    /// - Parameters:
    ///   - state: The current state, updated to the next one.
    ///   - event: The event.
    /// - Returns: The subject of the form, once it is submitted and valid.
    public static func update(_ state: inout State, event: Event) -> Output {
        switch event {
        case .enter(let field, let text):
            state.enter(text, in: field)
            return .editing
        case .focus(let field):
            state.focus = field
            return .editing
        case .submit:
            switch Subject.read(state.texts) {
            case .subject(let subject):
                return .submitted(subject)
            case .objections(let objections):
                state.objections = objections
                state.focus = State.firstMistake(in: state.texts)
                return .editing
            }
        }
    }
}

extension FieldForm.State {
    /// The next question to the user; `nil` if the form can be submitted.
    public var prompt: Prompt<FieldForm.Event>? {
        focus.map { field in
            Prompt(field.rawValue, hint: Subject.hint(for: field, in: texts)) { .enter(field, $0) }
        }
    }

    /// The user's actions apart from answering the prompt.
    ///
    /// - Parameter submit: A short description of submitting the form.
    public func actions(submit: String) -> [Action<FieldForm.Event>] {
        let changes = Subject.Field.allCases.filter { texts[$0] != nil && focus != $0 }.map { field in
            Action(field.rawValue, "change the \(field.rawValue)", FieldForm.Event.focus(field))
        }
        return (focus == nil ? [Action("continue", submit, .submit)] : []) + changes
    }
}
