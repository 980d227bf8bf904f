extension Children: CustomStringConvertible {
    /// The children as a literal would have them.
    public var description: String {
        let entries = map { "\(String(reflecting: $0.key)): \(String(reflecting: $0.value))" }
        return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
    }
}

extension Children: CustomDebugStringConvertible {
    /// The children as a literal would have them.
    public var debugDescription: String { description }
}

extension Children: CustomReflectable {
    /// The children like the elements of a dictionary; what else is stored is no part of the value.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: self, displayStyle: .dictionary) }
}
