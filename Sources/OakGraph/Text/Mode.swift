/// The names of the cases by which a person tells states apart: those of an enum, or those of the *mode* of a
/// structure, the outermost and then first of its properties that is an enum.
///
/// - Parameter value: A state.
/// - Returns: The names from the outermost inwards; empty if the value has no mode.
package func modeNames(of value: Any) -> [String] {
    let names = caseNames(of: value)
    return names.isEmpty ? modes(of: value).first ?? [] : names
}

/// The names of the cases of each enum among the properties of a value, the outermost first.
///
/// An optional is no mode: it says whether something is there.
///
/// - Parameter value: A structure or a tuple.
package func modes(of value: Any) -> [[String]] {
    var (modes, level) = ([[String]](), [value])
    // Deeper properties say nothing about the whole.
    for _ in 0..<4 {
        let children = level.flatMap { value -> [Any] in
            let mirror = Mirror(reflecting: value)
            return switch mirror.displayStyle {
            case .struct, .tuple: mirror.children.map(\.value)
            case _: []
            }
        }
        modes += children.map { caseNames(of: $0) }.filter { !$0.isEmpty }
        level = children
    }
    return modes
}
