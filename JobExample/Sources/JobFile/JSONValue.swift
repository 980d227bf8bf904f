/// A value of JSON, and where it stands.
struct JSONValue {
    enum Content {
        case null
        case boolean(Bool)
        case number(Double)
        case string(String)
        case array([JSONValue])
        case object([Member])
    }

    struct Member {
        let name: String
        /// How many bytes stand before the name.
        let offset: Int
        let value: JSONValue
    }

    let content: Content
    /// How many bytes stand before the value.
    let offset: Int

    /// The value in words, for who has written it.
    var description: String {
        switch content {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
