import Parts
import WebHost

/// What a browser has to know about the fields of a form.
protocol FormLayout: FormSubject {
    /// What was typed into a field.
    static var entering: CheckoutMessage { get }
    /// The form is filled in.
    static var submitting: CheckoutMessage { get }
    /// What is said about the control of a field, besides its value.
    static func attributes(of field: Field) -> (autocomplete: Attribute, inputmode: Attribute?)
}

extension FieldForm.State where Subject: FormLayout {
    /// The fields, and a button to submit them.
    ///
    /// - Parameter others: What else can be done.
    func form(@HTMLBuilder others: () -> HTML) -> Element {
        Element(.form, key: "form", .class("form"), .onSubmit(Subject.submitting)) {
            for field in Subject.Field.allCases { row(field) }
            Element(.div, .class("actions")) {
                Element(.button, .type(.submit), .class(Prominence.primary.rawValue)) { "Continue" }
                others()
            }
        }
    }

    private func row(_ field: Subject.Field) -> Element {
        let id = field.rawValue
        let (autocomplete, inputmode) = Subject.attributes(of: field)
        return Element(.div, key: id, .class("field")) {
            Element(.label, .for(id)) { id.capitalizedFirst }
            Element(
                .input, .id(id), .name(id), .type(.text), .value(texts[field, default: ""]), autocomplete, inputmode,
                .aria(.describedby, "\(id)-message"), .aria(.invalid, objections[field] == nil ? "false" : "true"),
                .spellcheck(false), .dir(.auto), .onChange(Subject.entering))
            message(on: field)
        }
    }

    /// What is wrong with a text, or what it has to look like. There is always one, and room for it: what is below must not
    /// move away from under somebody who is about to click.
    private func message(on field: Subject.Field) -> Element {
        Element(
            .p, .id("\(field.rawValue)-message"), .class(objections[field] == nil ? "hint" : "objection"),
            .aria(.live, "polite")
        ) { objections[field] ?? Subject.hint(for: field, in: texts) }
    }
}
