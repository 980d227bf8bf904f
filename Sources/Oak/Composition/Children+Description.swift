@_documentation(visibility: internal) extension Children: CustomStringConvertible {
    /// The children, formatted as a dictionary literal.
    public var description: String {
        let entries = map { "\(String(reflecting: $0.key)): \(String(reflecting: $0.value))" }
        return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
    }
}

@_documentation(visibility: internal) extension Children: CustomDebugStringConvertible {
    /// The children, formatted as a dictionary literal.
    public var debugDescription: String { description }
}

@_documentation(visibility: internal) extension Children: CustomReflectable {
    /// A mirror with the children as dictionary elements; other stored properties are not part of the value.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: self, displayStyle: .dictionary) }
}
