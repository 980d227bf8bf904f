import Foundation
import OakWeb

/// The parts that the pages have in common.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum Panel {
    static func section(
        _ name: String, _ title: String, @HTMLBuilder<Place.Flow> content: () -> HTML
    ) -> Element<Place.Flow> {
        Element(.section, key: name, .class("panel \(name)"), .aria(.labelledby, "\(name)-title")) {
            Element(.h3, .id("\(name)-title"), .dir(.auto)) { title }
            content()
        }
    }

    /// The title of the part on the right, with a word about it.
    ///
    /// - Parameter mark: The class name of the word.
    static func heading(
        _ id: String, _ title: String, _ word: String, mark: String, _ more: Attribute? = nil
    ) -> Element<Place.Flow> {
        Element(.header, key: "heading", .class("heading")) {
            Element(.h2, .id("\(id)-title"), .dir(.auto), .focusable, more) { title }
            Element(.span, .class("badge \(mark)"), .role("status"), .dir(.auto)) { word }
        }
    }

    /// The part on the right before something is selected.
    static func nothing(_ title: String, _ hint: String) -> Element<Place.Flow> {
        Element(.div, key: "nothing", .class("nothing")) {
            Element(.h2) { title }
            Element(.p, .class("hint")) { hint }
        }
    }

    /// A field for a line of text.
    ///
    /// - Parameter message: The message that it sends.
    static func field(
        _ name: String, _ label: String, value: String, _ message: Attribute, _ more: Attribute? = nil,
        class mark: String = "field", hint: String? = nil
    ) -> Element<Place.Flow> {
        Element(.div, key: name, .class(mark)) {
            Element(.label, .for(name)) { label }
            Element(
                .input, .id(name), .name(name), .type(.text), .value(value), .autocomplete("off"), .spellcheck(false),
                message, more)
            if let hint { Element(.p, .class("hint")) { hint } }
        }
    }

    /// A button that is told apart by its message.
    ///
    /// - Parameter look: The class name.
    static func button(
        _ title: String, _ message: some PageMessage, _ look: String = "plain", _ more: Attribute? = nil
    ) -> Element<Place.Phrase> {
        Element(.button, key: message.rawValue, .class(look), .onClick(message), more) { title }
    }

    /// A bar that says which moment of the past is shown, and leads elsewhere.
    static func travel<Name: PageMessage>(
        _ text: String, live: Name, back: Name, forth: Name
    ) -> Element<Place.Flow> {
        Element(.div, key: "travel", .class("travel")) {
            Element(.p, .role("status")) { text }
            Element(.div, .class("actions")) {
                Element(.button, .id("live"), .class("primary"), .onClick(live), .onEscape(live)) {
                    "Back to now (Esc)"
                }
                button("Earlier", back)
                button("Later", forth)
            }
        }
    }

    /// The buttons below a log that has more than is shown.
    static func turning<Name: PageMessage>(newer: Name?, older: Name?) -> Element<Place.Flow> {
        Element(.div, key: "turning", .class("actions")) {
            if let newer { button("Newer", newer) }
            if let older { button("Older", older) }
        }
    }

    /// A table of its own height, or a hint in the place of an empty one.
    static func table(
        _ headings: [String], _ rows: [Element<Place.Rows<Place.Flow>>], otherwise hint: String = ""
    ) -> HTML {
        HTML {
            if rows.isEmpty {
                Element(.p, .class("hint")) { hint }
            } else {
                Element(.div, .class("log")) { grid(headings, rows, .class("entries")) }
            }
        }
    }

    /// A table as high as its content.
    static func grid(
        _ headings: [String], _ rows: [Element<Place.Rows<Place.Flow>>], _ look: Attribute? = nil
    ) -> Element<Place.Flow> {
        Element(.table, look) {
            Element(.thead) {
                Element(.tr) {
                    for heading in headings { Element(.th, .scope("col")) { heading } }
                }
            }
            Element(.tbody) {
                for row in rows { row }
            }
        }
    }

    /// A cell with a text of the program or of a store, which may be written from right to left, and with a remark.
    static func cell(
        _ text: String, remark: String = "", _ look: String = "remark"
    ) -> Element<Place.Cells<Place.Flow>> {
        Element(.td, .dir(.auto)) {
            text
            if !remark.isEmpty { Element(.span, .class(look)) { " \(remark)" } }
        }
    }

    static func number(_ text: String) -> Element<Place.Cells<Place.Flow>> {
        Element(.td, .class("number")) { text }
    }

    /// A cell with a button that leads elsewhere.
    ///
    /// - Parameter label: Where it leads, if the title alone does not tell.
    static func link(
        _ title: String, _ label: String? = nil, look: String = "moment", _ message: some PageMessage,
        _ value: Attribute, _ other: Attribute? = nil
    ) -> Element<Place.Cells<Place.Flow>> {
        Element(.td) {
            Element(
                .button, .class(look), .dir(.auto), label.map { .aria(.label, $0) }, .onClick(message), value, other
            ) { title }
        }
    }

    /// A cell with a button that opens an instance.
    static func opener(of name: String, key: Int64) -> Element<Place.Cells<Place.Flow>> {
        link(name, look: "moment opener", DurableInspectionMessage.open, .says("key", "\(key)"))
    }

    /// A cell with the time of a deadline in relation to now.
    ///
    /// - Parameter seconds: How late it is; negative for one that is ahead.
    static func lateness(_ seconds: TimeInterval) -> Element<Place.Cells<Place.Flow>> {
        Element(.td, .class(seconds > 0 ? "number trouble" : "number")) {
            seconds > 0 ? "late by \(seconds.inWords)" : "in \((-seconds).inWords)"
        }
    }
}
