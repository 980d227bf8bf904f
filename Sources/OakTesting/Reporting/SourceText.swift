/// A value as it would be written in a test.
///
/// Enum cases are written with a leading dot and with the values they carry, strings with quotation marks, structures with
/// their memberwise initialiser. What has no such spelling, a class or a closure, is written as its description.
func sourceText(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum:
        guard let (label, payload) = mirror.children.first, let label else {
            return ".\(caseName(of: value) ?? "\(value)")"
        }
        return ".\(label)(\(arguments(of: payload)))"
    case .optional:
        guard let (_, wrapped) = mirror.children.first else { return "nil" }
        return sourceText(of: wrapped)
    case .tuple:
        return "(\(list(mirror.children)))"
    case .collection:
        return "[\(mirror.children.map { sourceText(of: $0.value) }.joined(separator: ", "))]"
    case .set:
        // The order of a set changes from run to run, and what is stored must not.
        return "[\(mirror.children.map { sourceText(of: $0.value) }.sorted().joined(separator: ", "))]"
    case .dictionary:
        let entries = mirror.children.map { entry -> String in
            Mirror(reflecting: entry.value).children.map { sourceText(of: $0.value) }.joined(separator: ": ")
        }
        return entries.isEmpty ? "[:]" : "[\(entries.sorted().joined(separator: ", "))]"
    case .struct where !(value is any CustomStringConvertible):
        return "\(type(of: value))(\(list(mirror.children)))"
    default:
        return value is String || value is Character ? String(reflecting: value) : String(describing: value)
    }
}

/// The name of a type without its module; a type within a function has no more than its own name.
func sourceText(ofType type: Any.Type) -> String {
    let name = String(reflecting: type)
    return name.contains("(") || name.contains("<")
        ? String(describing: type) : String(name.drop { $0 != "." }.dropFirst())
}

/// The values that an enum case carries, with their labels if they have any.
private func arguments(of payload: Any) -> String {
    let mirror = Mirror(reflecting: payload)
    return mirror.displayStyle == .tuple ? list(mirror.children) : sourceText(of: payload)
}

private func list(_ children: Mirror.Children) -> String {
    children.map { label, value in
        guard let label, !label.hasPrefix(".") else { return sourceText(of: value) }
        return "\(label): \(sourceText(of: value))"
    }.joined(separator: ", ")
}

/// The name of an enum case that carries no values, also where the enum has a description of its own.
private func caseName<Value>(of value: Value) -> String? {
    enumCaseName(value).map { String(cString: $0) }
}

// The standard library describes enums with this function of the runtime, and offers no other way to it.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
