/// The name of a state, an event or an output without the values that it carries: the path of its cases, or its type.
@usableFromInline package func nameWithoutValues<Value>(of value: Value) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional?: return mirror.children.first.map { nameWithoutValues(of: $0.value) } ?? "nil"
    case .enum? where !(value is any CustomReflectable):
        guard let child = mirror.children.first, let label = child.label else { return String(describing: value) }
        // An event of a child is named after both.
        let isEvent = Mirror(reflecting: child.value).displayStyle == .enum
        return isEvent ? "\(label).\(nameWithoutValues(of: child.value))" : label
    default: return typeName(type(of: value as Any))
    }
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
