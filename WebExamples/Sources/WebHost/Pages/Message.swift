/// Something that the user has done on a page.
public struct Message: Equatable, Sendable {
    /// What it is called on the page; see ``Attribute/onClick(_:)``.
    public let event: String

    /// The values that go with it by name, such as those of the fields of a form.
    public let values: [String: String]

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - event: What it is called on the page.
    ///   - values: The values that go with it.
    public init(_ event: String, values: [String: String] = [:]) {
        self.event = event
        self.values = values
    }

    /// The value of a name, if there is one.
    public subscript(name: String) -> String? { values[name] }
}
