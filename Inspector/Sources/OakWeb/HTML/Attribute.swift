/// An attribute of an element.
///
/// Only attributes that cannot carry a script can be expressed: event handlers and styles are missing, and links lead
/// to pages of this server.
public struct Attribute: Equatable, Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    public static func == (lhs: Attribute, rhs: Attribute) -> Bool {
        lhs.name == rhs.name && lhs.value.isWritten(like: rhs.value)
    }

    /// The class names for the style sheet.
    public static func `class`(_ names: String) -> Attribute { Attribute("class", names) }

    /// Its unique name on the page.
    public static func id(_ id: String) -> Attribute { Attribute("id", id) }

    /// The linked page of this server.
    ///
    /// - Parameter path: The path, without the leading slash; empty for the start page. Characters other than letters,
    ///   digits and the punctuation allowed in a path are encoded.
    public static func href(page path: String) -> Attribute { Attribute("href", path.asPathOfThisServer) }

    /// Its role for assistive technology.
    public static func role(_ role: String) -> Attribute { Attribute("role", role) }

    /// A property for assistive technology, such as `aria(.label, "Close")`.
    public static func aria(_ property: ARIA, _ value: String) -> Attribute {
        Attribute("aria-" + property.rawValue, value)
    }

    /// The properties for assistive technology.
    public enum ARIA: String, Sendable {
        /// Whether the content is on its way.
        case busy
        /// The one of several that is shown.
        case current
        /// The elements that describe this one.
        case describedby
        /// Whether a control does nothing for now, and keeps the focus.
        case disabled
        /// Whether it is left out.
        case hidden
        /// Whether the value of a field is wrong.
        case invalid
        /// Its name.
        case label
        /// The elements that name this one.
        case labelledby
        /// How changes are announced.
        case live
        /// Whether a dialog blocks the rest.
        case modal
    }

    /// A short description, shown on request.
    public static func title(_ text: String) -> Attribute { Attribute("title", text) }

    /// The control of a label.
    public static func `for`(_ id: String) -> Attribute { Attribute("for", id) }

    /// The name of a form value.
    public static func name(_ name: String) -> Attribute { Attribute("name", name) }

    /// The initial value of a control; once the user has typed, the typed value counts.
    public static func value(_ value: String) -> Attribute { Attribute("value", value) }

    /// The largest value of a progress.
    public static func max(_ value: Int) -> Attribute { Attribute("max", "\(value)") }

    /// The type of a button or a field.
    public static func type(_ type: ControlType) -> Attribute { Attribute("type", type.rawValue) }

    /// The types of buttons and fields.
    public enum ControlType: String, Sendable {
        /// A button that sends a message.
        case button
        /// A button that submits its form.
        case submit
        /// A field for a line of text.
        case text
        /// A field that hides its text.
        case password
    }

    /// The kind of text a browser may fill in.
    public static func autocomplete(_ token: String) -> Attribute { Attribute("autocomplete", token) }

    /// The kind of keyboard that a phone shows.
    package static func inputmode(_ mode: String) -> Attribute { Attribute("inputmode", mode) }

    /// Whether spelling is checked.
    public static func spellcheck(_ isOn: Bool) -> Attribute { Attribute("spellcheck", "\(isOn)") }

    /// The direction of the content; `dir(.auto)` isolates a name from the surrounding text.
    public static func dir(_ direction: Direction) -> Attribute { Attribute("dir", direction.rawValue) }

    /// Directions of text.
    public enum Direction: String, Sendable {
        /// That of the first letter with a direction.
        case auto
    }

    /// A machine readable form of a time.
    public static func datetime(_ text: String) -> Attribute { Attribute("datetime", text) }

    /// The column or row of a table heading.
    public static func scope(_ scope: String) -> Attribute { Attribute("scope", scope) }

    /// A disabled control.
    ///
    /// A disabled control loses the focus. If it is needed again soon, `aria(.disabled, "true")` means the same and
    /// keeps the focus; the machine must then ignore it.
    public static let disabled = Attribute("disabled", "")

    /// Moves the focus to the element when it appears, unless the focus can stay where it is or the page has just been
    /// opened.
    ///
    /// The script of the page implements it: the `autofocus` of browsers works once per page and fails with a warning
    /// if another element has it.
    public static let autofocus = Attribute("data-focus", "")

    /// Scrolls the part of the page around the element, so that it is visible, when the element gets this attribute.
    ///
    /// Nothing scrolls while the pointer is over that part: the user looks at something there.
    package static let inView = Attribute("data-in-view", "")

    /// The script of the page can focus it, the keyboard cannot.
    public static let focusable = Attribute("tabindex", "-1")
}

/// Drawings.
extension Attribute {
    /// The measures of a shape.
    package enum Measure: String, Sendable {
        /// The left edge of a rectangle, or the position of a text.
        case x
        /// The upper edge of a rectangle, or the line on which a text stands.
        case y
        /// The width.
        case width
        /// The height.
        case height
        /// The radius of the corners of a rectangle.
        case rx
    }

    /// A measure of a shape, in the units of the drawing.
    package static func measure(_ measure: Measure, _ value: Double) -> Attribute {
        Attribute(measure.rawValue, value.inDrawing)
    }

    /// The size of a drawing in its own units, which begin in the upper left corner.
    package static func viewBox(width: Double, height: Double) -> Attribute {
        Attribute("viewBox", "0 0 \(width.inDrawing) \(height.inDrawing)")
    }

    /// The course of a line.
    package static func path(_ steps: [PathStep]) -> Attribute {
        Attribute("d", steps.map(\.text).joined(separator: " "))
    }

    /// A step of a line.
    package enum PathStep: Sendable {
        /// Begins a line.
        case move(x: Double, y: Double)
        /// A straight line.
        case line(x: Double, y: Double)
        /// A curve by Bézier, with two control points.
        case curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double)

        fileprivate var text: String {
            switch self {
            case .move(let x, let y): "M \(x.inDrawing) \(y.inDrawing)"
            case .line(let x, let y): "L \(x.inDrawing) \(y.inDrawing)"
            case .curve(let x1, let y1, let x2, let y2, let x, let y):
                "C " + [x1, y1, x2, y2, x, y].map(\.inDrawing).joined(separator: " ")
            }
        }
    }
}

extension Double {
    /// The number with a precision of a tenth, which is less than anybody sees.
    fileprivate var inDrawing: String { isFinite ? "\((self * 10).rounded() / 10)" : "0" }
}

extension Attribute {
    /// A click sends a message.
    ///
    /// - Parameter event: The name of the message.
    public static func onClick(_ event: String) -> Attribute { Attribute("data-click", event) }

    /// A value sent with the message of a click: `message["name"]` has it.
    ///
    /// - Parameters:
    ///   - name: The name of the value, in lowercase letters and digits; other characters are left out, here and in
    ///     what the message has.
    ///   - value: The value.
    public static func says(_ name: String, _ value: String) -> Attribute {
        Attribute("data-says-" + name.asPartOfName, value)
    }

    /// Submitting a form sends a message with the values of its fields.
    ///
    /// - Parameter event: The name of the message.
    public static func onSubmit(_ event: String) -> Attribute { Attribute("data-submit", event) }

    /// A change of a field sends a message with its name as `field` and its content as `text`.
    ///
    /// - Parameter event: The name of the message.
    public static func onChange(_ event: String) -> Attribute { Attribute("data-change", event) }

    /// Each change of the text in a field sends a message with its name as `field` and its content as `text`.
    ///
    /// - Parameter event: The name of the message.
    public static func onInput(_ event: String) -> Attribute { Attribute("data-input", event) }

    /// A fragment in the address of the page, behind its `#`, sends a message with the fragment as `link`.
    ///
    /// - Parameter event: The name of the message.
    public static func onLink(_ event: String) -> Attribute { Attribute("data-link", event) }

    /// The escape key sends a message, wherever the focus is, unless a dialog is open.
    ///
    /// - Parameter event: The name of the message.
    package static func onEscape(_ event: String) -> Attribute { Attribute("data-escape", event) }

    /// Makes a dialog modal: it takes the focus and keeps it. Escape sends a message.
    ///
    /// - Parameter dismissal: The name of the message.
    public static func modal(onDismiss dismissal: String) -> Attribute { Attribute("data-modal", dismissal) }
}

extension String {
    /// Its letters and digits, as a browser writes the name of an attribute.
    fileprivate var asPartOfName: String {
        lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// A path that cannot lead to another server: in a browser, two slashes at its beginning would begin a host name.
    fileprivate var asPathOfThisServer: String {
        let path = utf8.drop { $0 == UInt8(ascii: "/") }.map { byte in
            if plainInPaths.contains(byte) { return String(Unicode.Scalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return byte < 16 ? "%0\(digits)" : "%\(digits)"
        }
        return "/" + path.joined()
    }
}

/// The bytes that a path has as they are.
private let plainInPaths = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
