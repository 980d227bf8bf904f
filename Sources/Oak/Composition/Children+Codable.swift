// An unkeyed list of alternating keys and states, the usual form of ordered dictionaries; a keyed one would lose the
// order.

@_documentation(visibility: internal) extension Children: Encodable where ID: Encodable, State: Encodable {
    /// Encodes the children as a list in which each key precedes its state, in the order of insertion.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: An error if a key or a state cannot be encoded.
    /// - Complexity: O(*n*), where *n* is the number of children.
    public func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for (key, value) in self {
            try list.encode(key)
            try list.encode(value)
        }
    }
}

@_documentation(visibility: internal) extension Children: Decodable where ID: Decodable, State: Decodable {
    /// Decodes a collection as a whole, from a list in which each key precedes its state.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError` if a key or a state cannot be decoded, a key occurs twice, or the last key has no
    ///   state.
    /// - Complexity: O(*n* log *n*), where *n* is the number of children.
    public init(from decoder: any Decoder) throws {
        self.init()
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
            let index = list.currentIndex
            let key = try list.decode(ID.self)
            guard !contains(key) else {
                throw DecodingError.dataCorruptedError(
                    in: list, debugDescription: "The key \(key) at index \(index) of the list is there already")
            }
            guard !list.isAtEnd else {
                throw DecodingError.dataCorruptedError(
                    in: list, debugDescription: "The key \(key) at the end of the list has no state after it")
            }
            add(try list.decode(State.self), as: key)
        }
    }
}
