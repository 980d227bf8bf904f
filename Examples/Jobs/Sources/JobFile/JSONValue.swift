/// A JSON value with its position.
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
        /// The number of bytes before the name.
        let offset: Int
        let value: JSONValue
    }

    let content: Content
    /// The number of bytes before the value.
    let offset: Int

    /// The value in words, for the author of the file.
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
