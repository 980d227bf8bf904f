public import Oak

/// What a form is about: something that is made of the texts of a few fields.
public protocol FormSubject: Equatable, Sendable {
    /// The fields, in the order in which they are filled in.
    associatedtype Field: CaseIterable & RawRepresentable<String> & Hashable & Sendable

    /// Makes the subject of what was typed, or says what is wrong with which field.
    ///
    /// - Parameter texts: What was typed; fields that were not reached yet are missing.
    static func read(_ texts: [Field: String]) -> FormReading<Self>

    /// What the text of a field has to look like.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - texts: What was typed so far: a hint may depend on another field.
    static func hint(for field: Field, in texts: [Field: String]) -> String

    /// What others may see of the text of a field once it is filled in; all of it by default.
    ///
    /// - Parameters:
    ///   - text: What was typed.
    ///   - field: The field.
    static func summary(of text: String, in field: Field) -> String
}

extension FormSubject {
    public static func summary(of text: String, in field: Field) -> String { text }
}

/// What has come out of reading a form.
public enum FormReading<Subject: FormSubject>: Equatable, Sendable {
    /// Everything is in order.
    case subject(Subject)
    /// What is wrong, by field; never empty.
    case objections([Subject.Field: String])
}

/// A form that is filled in field by field, in any order, and then submitted.
///
/// A pure machine: no effects. Objections are shown for the fields that were filled in, and for all of them when the
/// form is submitted. It stays where it is when it is submitted, so that the user can come back to it.
public enum FieldForm<Subject: FormSubject>: Transducer {
    /// What was typed, and what is wrong with it.
    public struct State: Equatable, Sendable {
        /// What was typed.
        public private(set) var texts: [Subject.Field: String]

        /// What is wrong with what was typed.
        public fileprivate(set) var objections: [Subject.Field: String] = [:]

        /// The field to be filled in next; `nil` if the form can be submitted.
        public fileprivate(set) var focus: Subject.Field?

        /// Creates a form.
        ///
        /// - Parameter texts: What is in the fields already.
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

    /// What the user can do with the form.
    public enum Event: Equatable, Sendable {
        /// A field is filled in.
        case enter(Subject.Field, String)
        /// The user wants to change a field.
        case focus(Subject.Field)
        /// The form is filled in.
        case submit
    }

    /// What has become of the form.
    public enum Output: Equatable, Sendable {
        /// It is being filled in.
        case editing
        /// It was submitted, and everything is in order.
        case submitted(Subject)
    }

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: The subject of the form, when it is submitted and in order.
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
    /// What the user is asked for next; `nil` if the form can be submitted.
    public var prompt: Prompt<FieldForm.Event>? {
        focus.map { field in
            Prompt(field.rawValue, hint: Subject.hint(for: field, in: texts)) { .enter(field, $0) }
        }
    }

    /// What the user can do apart from answering the prompt.
    ///
    /// - Parameter submit: What submitting the form leads to, in a few words.
    public func actions(submit: String) -> [Action<FieldForm.Event>] {
        let changes = Subject.Field.allCases.filter { texts[$0] != nil && focus != $0 }.map { field in
            Action(field.rawValue, "change the \(field.rawValue)", FieldForm.Event.focus(field))
        }
        return (focus == nil ? [Action("continue", submit, .submit)] : []) + changes
    }
}
