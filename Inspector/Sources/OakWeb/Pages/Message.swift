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
