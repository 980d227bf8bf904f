/// The names of a value's enum cases from the outermost inwards.
///
/// A case with several payloads continues with the first that is an enum itself.
///
/// - Parameters:
///   - value: The value.
///   - depth: The maximum number of names.
/// - Returns: The names; empty if the value is no enum.
package func caseNames(of value: Any, depth: Int = 8) -> [String] {
    guard depth > 0 else { return [] }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return [] }
    guard let (label, payload) = mirror.children.first, let label else { return [caseName(of: value) ?? "\(value)"] }
    let parts = Mirror(reflecting: payload)
    let inner = parts.displayStyle == .tuple ? parts.children.map(\.value) : [payload]
    for part in inner {
        let names = caseNames(of: part, depth: depth - 1)
        if !names.isEmpty { return [label] + names }
    }
    return [label]
}
