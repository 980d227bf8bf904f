import OakWeb
import Parts

// Controls that several pages share.

/// The prominence of a button.
enum Prominence: String {
    /// The usual choice.
    case primary
    /// Another choice.
    case plain
    /// A way out.
    case quiet
}

extension Attribute {
    /// Marks a control that does nothing for now, and keeps the focus.
    static func off(_ isOff: Bool) -> Attribute { .aria(.disabled, isOff ? "true" : "false") }
}

extension Message {
    /// The field that a user has typed into, and its text; `nil` if the form has no such field.
    func entry<Field: RawRepresentable<String>>() -> (Field, String)? {
        guard let field = self["field"].flatMap(Field.init), let text = self["text"] else { return nil }
        return (field, text)
    }
}

extension PageMessage {
    /// A button that sends this message; attributes may add to the message, or name the button.
    func button(
        _ title: String, _ prominence: Prominence = .plain, key: String? = nil, _ first: Attribute? = nil,
        _ second: Attribute? = nil
    ) -> Element<Place.Phrase> {
        Element(.button, key: key ?? rawValue, .class(prominence.rawValue), .onClick(self), first, second) { title }
    }
}

/// A button that submits its form.
func submit(_ title: String, isOff: Bool = false) -> Element<Place.Phrase> {
    Element(.button, key: "submit", .type(.submit), .class(Prominence.primary.rawValue), .off(isOff)) { title }
}

/// A field for a line of text, with a label above it and a note below it: a hint, or what is wrong with the text.
func field<Kind: Place.Block>(
    _ label: String, id: String, name: String? = nil, type: Attribute.ControlType = .text, value: String? = nil,
    note: String? = nil, isWrong: Bool = false, _ first: Attribute? = nil,
    _ second: Attribute? = nil
) -> Element<Kind> {
    Element(.div, key: id, .class("field")) {
        Element(.label, .for(id)) { label }
        Element(
            .input, .id(id), .name(name ?? id), .type(type), value.map { .value($0) }, .dir(.auto), .spellcheck(false),
            .autocomplete("off"), .aria(.invalid, isWrong ? "true" : "false"),
            note.map { _ in .aria(.describedby, "\(id)-note") }, first, second)
        if let note {
            Element(.p, .id("\(id)-note"), .class(isWrong ? "objection" : "hint"), .aria(.live, "polite")) { note }
        }
    }
}

/// A section that lists something, with its status and its controls beside the title.
///
/// - Parameters:
///   - key: Identifies the section.
///   - title: The title.
///   - status: The status, which is read aloud when it changes.
///   - mark: The class name of the list, which is left out if it is empty.
///   - controls: Controls beside the title.
///   - above: What is between the title and the list.
///   - rows: The list.
func list(
    _ key: String, title: String, status: String, class mark: String,
    @HTMLBuilder<Place.Phrase> controls: () -> Fragment<Place.Phrase> = { .empty },
    @HTMLBuilder<Place.Flow> above: () -> HTML = { .empty },
    @HTMLBuilder<Place.Items<Place.Flow>> rows: () -> Fragment<Place.Items<Place.Flow>>
) -> Element<Place.Flow> {
    Element(.section, key: key, .aria(.labelledby, "\(key)-title")) {
        Element(.header, .class("heading")) {
            Element(.div) {
                Element(.h2, .id("\(key)-title"), .dir(.auto)) { title }
                Element(.p, .id("\(key)-status"), .class("hint"), .role("status")) { status }
            }
            Element(.div, .class("actions")) { controls() }
        }
        above()
        let rows = rows()
        if rows != .empty { Element(.ul, .class(mark), .aria(.labelledby, "\(key)-title")) { rows } }
    }
}

/// A dialog with a form of one field.
func sheetDialog<Message: PageMessage>(
    _ key: String, title: String, field: Element<Place.Fields>, submit button: Element<Place.Phrase>,
    sending message: Message, cancel: String = "Cancel", dismiss: Message
) -> Element<Place.Flow> {
    Element(.dialog, key: key, .class("sheet"), .aria(.labelledby, "sheet-title"), .modal(onDismiss: dismiss)) {
        Element(.form, .onSubmit(message)) {
            Element(.h2, .id("sheet-title")) { title }
            field
            Element(.div, .class("actions")) {
                button
                dismiss.button(cancel)
            }
        }
    }
}

/// A dialog that tells the user something, or asks for a decision.
func alertDialog(
    _ key: String, title: String, reason: String, advice: String? = nil, dismiss: some PageMessage,
    @HTMLBuilder<Place.Phrase> choices: () -> Fragment<Place.Phrase>
) -> Element<Place.Flow> {
    Element(
        .dialog, key: key, .class("alert"), .role("alertdialog"), .aria(.labelledby, "\(key)-title"),
        .aria(.describedby, "\(key)-reason"), .modal(onDismiss: dismiss)
    ) {
        Element(.h2, .id("\(key)-title")) { title }
        Element(.p, .id("\(key)-reason")) { reason }
        if let advice { Element(.p, .class("hint")) { advice } }
        Element(.div, .class("actions")) { choices() }
    }
}

extension Problem {
    /// A problem and its remedy.
    var alert: Element<Place.Flow> {
        Element(.div, key: "problem", .class("problem"), .role("alert")) {
            Element(.p) { Element(.strong) { reason } }
            Element(.p) { advice }
        }
    }
}

extension String {
    /// The text with its first letter capitalized.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
