/// The name of an event without the values it carries.
@usableFromInline func eventName<Event>(_ event: Event) -> String {
    let mirror = Mirror(reflecting: event)
    if mirror.displayStyle == .enum, let child = mirror.children.first, let label = child.label {
        // An event of a child is named after both.
        let isEvent = Mirror(reflecting: child.value).displayStyle == .enum
        return isEvent ? "\(label).\(eventName(child.value))" : label
    }
    return String(describing: event)
}

/// The name of a type with those of the types around it, but without its module.
package func typeName(_ type: Any.Type) -> String {
    String(reflecting: type).split(separator: ".").dropFirst().filter { !$0.hasPrefix("(unknown") }
        .joined(separator: ".")
}

/// The name of a machine, from the type of its states.
package func machineName(ofState type: Any.Type) -> String {
    let name = typeName(type)
    return name.hasSuffix(".State") ? String(name.dropLast(".State".count)) : name
}

/// The name of an event or a state for a log: of one that is no enum, its values would be all that tells it apart, but
/// they may be secret.
package func nameWithoutValues<Value>(of value: Value) -> String {
    let mirror = Mirror(reflecting: value)
    return switch mirror.displayStyle {
    case .enum?: abbreviated(eventName(value))
    case .optional?: mirror.children.first.map { nameWithoutValues(of: $0.value) } ?? "nil"
    default: typeName(type(of: value as Any))
    }
}

/// The beginning of a text that may be very long, such as the description of a state.
///
/// - Parameters:
///   - text: The text.
///   - length: The number of characters. They have 16 bytes at most in the mean: one may have millions of combining
///     marks.
package func abbreviated(_ text: String, to length: Int = 200) -> String {
    var end = text.index(text.startIndex, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
    let (bytes, isEndless) = length.multipliedReportingOverflow(by: 16)
    if !isEndless, var last = text.utf8.index(text.startIndex, offsetBy: bytes, limitedBy: end), last < end {
        while last.samePosition(in: text.unicodeScalars) == nil { last = text.utf8.index(before: last) }
        end = last
    }
    return end == text.endIndex ? text : text[..<end] + "…"
}
