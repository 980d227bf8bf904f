/// Something that is said about an element.
///
/// Only what cannot carry a script has a spelling: there are no event handlers, no styles, and links lead to pages of
/// this server.
public struct Attribute: Equatable, Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The names by which the style sheet knows it.
    public static func `class`(_ names: String) -> Attribute { Attribute("class", names) }

    /// Its name on the page, which no other element has.
    public static func id(_ id: String) -> Attribute { Attribute("id", id) }

    /// The page of this server that it leads to.
    ///
    /// - Parameter path: The path, without the leading slash; empty for the start page. What is no letter, digit or sign that
    ///   may stand in a path is encoded.
    public static func href(page path: String) -> Attribute { Attribute("href", path.asPathOfThisServer) }

    /// What it is for those who do not see it.
    public static func role(_ role: String) -> Attribute { Attribute("role", role) }

    /// A property for those who do not see it, such as `aria(.label, "Close")`.
    public static func aria(_ property: ARIA, _ value: String) -> Attribute {
        Attribute("aria-" + property.rawValue, value)
    }

    /// The properties for those who do not see the page.
    public enum ARIA: String, Sendable {
        case atomic, busy, current, describedby, disabled, hidden, invalid, label, labelledby, live, modal, valuetext
    }

    /// What it does, in a few words, for those who ask.
    public static func title(_ text: String) -> Attribute { Attribute("title", text) }

    /// The control that a label is for.
    public static func `for`(_ id: String) -> Attribute { Attribute("for", id) }

    /// The name of a form value.
    public static func name(_ name: String) -> Attribute { Attribute("name", name) }

    /// The value of a control, which is the user's as soon as something was typed.
    public static func value(_ value: String) -> Attribute { Attribute("value", value) }

    /// The largest value of a progress.
    public static func max(_ value: Int) -> Attribute { Attribute("max", "\(value)") }

    /// What a button or a field is.
    public static func type(_ type: ControlType) -> Attribute { Attribute("type", type.rawValue) }

    /// What buttons and fields can be.
    public enum ControlType: String, Sendable {
        case button, submit, text, password
    }

    /// What a browser may fill in.
    public static func autocomplete(_ token: String) -> Attribute { Attribute("autocomplete", token) }

    /// Which keyboard a phone shows.
    public static func inputmode(_ mode: String) -> Attribute { Attribute("inputmode", mode) }

    /// Whether spelling is looked at.
    public static func spellcheck(_ isOn: Bool) -> Attribute { Attribute("spellcheck", "\(isOn)") }

    /// The language of what is in it.
    public static func lang(_ code: String) -> Attribute { Attribute("lang", code) }

    /// The direction of what is in it; a name is isolated from what stands around it by `dir(.auto)`.
    public static func dir(_ direction: Direction) -> Attribute { Attribute("dir", direction.rawValue) }

    /// Directions of text.
    public enum Direction: String, Sendable { case auto, ltr, rtl }

    /// A machine readable form of a time.
    public static func datetime(_ text: String) -> Attribute { Attribute("datetime", text) }

    /// The column or row that a heading of a table is for.
    public static func scope(_ scope: String) -> Attribute { Attribute("scope", scope) }

    /// Nothing can be done with a control.
    ///
    /// A control that is disabled loses the focus. Where it is needed again soon, `aria(.disabled, "true")` says the same and
    /// lets it keep the focus; then it is up to the machine to ignore it.
    public static let disabled = Attribute("disabled", "")

    /// A field has to be filled in.
    public static let required = Attribute("required", "")

    /// Gets the focus when it appears, unless that is somewhere where it can stay, or the page has only just been opened.
    ///
    /// The page sees to that. What browsers call so they do once for each page, and complain when it is done by others.
    public static let autofocus = Attribute("data-focus", "")

    /// Can be focused by the page, though not with the keyboard.
    public static let focusable = Attribute("tabindex", "-1")
}

extension Attribute {
    /// A click sends a message.
    ///
    /// - Parameter event: The name of the message.
    public static func onClick(_ event: String) -> Attribute { Attribute("data-click", event) }

    /// What a message says besides its name, for clicks.
    ///
    /// - Parameters:
    ///   - name: The name of the value, of small letters and digits; others are left out.
    ///   - value: The value.
    public static func says(_ name: String, _ value: String) -> Attribute {
        Attribute("data-says-" + name.asPartOfName, value)
    }

    /// Submitting a form sends a message with the values of its fields.
    ///
    /// - Parameter event: The name of the message.
    public static func onSubmit(_ event: String) -> Attribute { Attribute("data-submit", event) }

    /// A change of a field sends a message, with its name as `field` and what was typed as `text`.
    ///
    /// - Parameter event: The name of the message.
    public static func onChange(_ event: String) -> Attribute { Attribute("data-change", event) }

    /// A dialog is modal: it takes the focus and keeps it. Escape sends a message.
    ///
    /// - Parameter dismissal: The name of the message.
    public static func modal(onDismiss dismissal: String) -> Attribute { Attribute("data-modal", dismissal) }
}

extension String {
    /// The letters and digits of it, as a browser writes the name of an attribute.
    fileprivate var asPartOfName: String {
        lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// A path that cannot lead to another server: for a browser, two slashes at its beginning would begin a name.
    fileprivate var asPathOfThisServer: String {
        var path = "/"
        for byte in utf8.drop(while: { $0 == UInt8(ascii: "/") }) {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                path.unicodeScalars.append(Unicode.Scalar(byte))
            case _:
                let digits = String(byte, radix: 16, uppercase: true)
                path += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return path
    }
}
