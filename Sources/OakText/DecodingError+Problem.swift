extension DecodingError {
    /// The fault of a text that was written by hand or by another version, and its place in the decoded value.
    package var problem: (place: String, text: String) {
        switch self {
        case .keyNotFound(let key, let context): (Self.place(context), "\"\(key.stringValue)\" is missing.")
        case .valueNotFound(let type, let context): (Self.place(context), "\(type) is missing.")
        case .typeMismatch(let type, let context): (Self.place(context), "\(type) was expected.")
        case .dataCorrupted(let context): (Self.place(context), context.debugDescription)
        @unknown default: ("", "\(self)")
        }
    }

    /// The keys and indices on the way, as in `transitions[2].event`.
    private static func place(_ context: Context) -> String {
        let path = context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
        return path.hasPrefix(".") ? String(path.dropFirst()) : path
    }
}
