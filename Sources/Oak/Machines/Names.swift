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
func typeName(_ type: Any.Type) -> String {
    String(reflecting: type).split(separator: ".").dropFirst().filter { !$0.hasPrefix("(unknown") }
        .joined(separator: ".")
}

/// The beginning of a text that may be very long, such as the description of a state.
func abbreviated(_ text: String) -> String {
    let end = text.index(text.startIndex, offsetBy: 200, limitedBy: text.endIndex) ?? text.endIndex
    return end == text.endIndex ? text : text[..<end] + "…"
}
