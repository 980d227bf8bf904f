/// A user's action on a page.
public struct Message: Equatable, Sendable {
    /// Its name on the page; see ``Attribute/onClick(_:)-(String)``.
    public let event: String

    /// The accompanying values by name, such as those of the fields of a form.
    public let values: [String: String]

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - event: Its name on the page.
    ///   - values: The accompanying values.
    public init(_ event: String, values: [String: String] = [:]) {
        self.event = event
        self.values = values
    }

    /// The value with a name, if any.
    public subscript(name: String) -> String? { values[name] }
}

extension HTML {
    /// The messages that a user can send from here, with the contents of the fields.
    ///
    /// A test can decode each of them: a message without an event would be refused.
    ///
    /// - Complexity: O(*n*) in the number of elements.
    public var messages: [Message] { elements.flatMap(\.messages) }
}

extension ElementNode {
    /// The messages that are sent from this element, as the client puts them together.
    fileprivate var messages: [Message] {
        let said = attributes.filter { $0.name.hasPrefix("data-says-") }.map { ($0.name.dropFirst(10), $0.value) }
        let fields = content.all(.input).compactMap { field in field["name"].map { ($0, field["value"] ?? "") } }
        return [
            self["data-click"].map { Message($0, values: Dictionary(said.map { (String($0), $1) }) { $1 }) },
            self["data-submit"].map { Message($0, values: Dictionary(fields) { $1 }) },
            (self["data-change"] ?? self["data-input"]).map {
                Message($0, values: ["field": self["name"] ?? "", "text": self["value"] ?? ""])
            },
            self["data-modal"].map { Message($0) },
            self["data-link"].map { Message($0, values: ["link": ""]) },
        ].compactMap { $0 }
    }
}
