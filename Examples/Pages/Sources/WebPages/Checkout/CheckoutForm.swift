import Parts
import OakWeb

/// The attributes of the fields of a form in a browser.
protocol FormLayout: FormSubject {
    /// The message for the text of a field.
    static var entering: CheckoutMessage { get }
    /// The message for submitting the form.
    static var submitting: CheckoutMessage { get }
    /// The attributes of the control of a field, besides its value.
    static func attributes(of field: Field) -> (autocomplete: Attribute, inputmode: Attribute?)
}

extension FieldForm.State where Subject: FormLayout {
    /// The fields, and a button to submit them.
    ///
    /// - Parameter others: Further controls.
    func form(@HTMLBuilder<Place.Phrase> others: () -> Fragment<Place.Phrase>) -> Element<Place.Flow> {
        Element(.form, key: "form", .class("form"), .onSubmit(Subject.submitting)) {
            for field in Subject.Field.allCases { row(field) }
            Element(.div, .class("actions")) {
                Element(.button, .type(.submit), .class(Prominence.primary.rawValue)) { "Continue" }
                others()
            }
        }
    }

    private func row(_ field: Subject.Field) -> Element<Place.Fields> {
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

    /// The mistake in a text, or its hint. One of them is always visible, in reserved space: the controls below must
    /// not move while a user is about to click.
    private func message(on field: Subject.Field) -> Element<Place.Fields> {
        Element(
            .p, .id("\(field.rawValue)-message"), .class(objections[field] == nil ? "hint" : "objection"),
            .aria(.live, "polite")
        ) { objections[field] ?? Subject.hint(for: field, in: texts) }
    }
}
