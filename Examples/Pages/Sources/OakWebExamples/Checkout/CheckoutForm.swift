import OakWeb
import Parts

extension FieldForm.State {
    /// The fields, and a button to submit them.
    ///
    /// Below each field is its hint or the mistake in its text, in reserved space: the controls below must not move
    /// while a user is about to click.
    ///
    /// - Parameters:
    ///   - entering: The message for the text of a field.
    ///   - submitting: The message for submitting the form.
    ///   - others: Further controls.
    func form(
        entering: CheckoutMessage, submitting: CheckoutMessage,
        @HTMLBuilder<Place.Phrase> others: () -> Fragment<Place.Phrase>
    ) -> Element<Place.Flow> {
        Element(.form, key: "form", .class("form"), .onSubmit(submitting)) {
            for name in Subject.Field.allCases {
                let objection = objections[name]
                field(
                    name.rawValue.capitalizedFirst, id: name.rawValue, value: texts[name, default: ""],
                    note: objection ?? Subject.hint(for: name, in: texts), isWrong: objection != nil,
                    .onChange(entering))
            }
            Element(.div, .class("actions")) {
                submit("Continue")
                others()
            }
        }
    }
}
