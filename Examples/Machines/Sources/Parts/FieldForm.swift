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
    public struct State: Hashable, Sendable {
        /// The typed texts.
        public private(set) var texts: [Subject.Field: String]
        /// The mistakes in the typed texts.
        public private(set) var objections: [Subject.Field: String] = [:]
        /// The next field to fill in; `nil` if the form can be submitted.
        public fileprivate(set) var focus: Subject.Field?

        /// Creates a form.
        ///
        /// - Parameter texts: The initial texts of the fields.
        public init(_ texts: [Subject.Field: String] = [:]) {
            self.texts = texts
            focus = firstMistake(in: mistakes)
        }

        private var mistakes: [Subject.Field: String] {
            switch Subject.read(texts) {
            case .subject: [:]
            case .objections(let objections): objections
            }
        }

        private func firstMistake(in mistakes: [Subject.Field: String]) -> Subject.Field? {
            Subject.Field.allCases.first { mistakes[$0] != nil }
        }

        fileprivate mutating func enter(_ text: String, in field: Subject.Field) {
            texts[field] = text
            show(mistakes)
            objections = objections.filter { texts[$0.key] != nil }
        }

        fileprivate mutating func show(_ mistakes: [Subject.Field: String]) {
            objections = mistakes
            focus = firstMistake(in: mistakes)
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

    public static func update(_ state: inout State, event: Event) -> Output {
        switch event {
        case .enter(let field, let text): state.enter(text, in: field)
        case .focus(let field): state.focus = field
        case .submit:
            switch Subject.read(state.texts) {
            case .subject(let subject): return .submitted(subject)
            case .objections(let objections): state.show(objections)
            }
        }
        return .editing
    }
}
