import CustomDump

/// Returns whether two values are equal, or have equal dumps if their type is not `Equatable`.
func areAlike<Value>(_ lhs: Value, _ rhs: Value) -> Bool {
    if let lhs = lhs as? any Equatable { return isEqual(lhs, rhs) }
    return String(customDumping: lhs) == String(customDumping: rhs)
}

private func isEqual<Value: Equatable>(_ lhs: Value, _ rhs: Any) -> Bool {
    (rhs as? Value).map { lhs == $0 } ?? false
}
