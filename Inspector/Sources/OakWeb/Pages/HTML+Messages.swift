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
