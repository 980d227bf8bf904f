/// A value of any type, opened by one level: all that describes or compares such values finds their parts in this way.
package enum OpenedValue {
    package typealias Part = Mirror.Child

    /// A case of an enum; it has no name if the enum is one of another language.
    case enumCase(String?, payload: Any?)
    case optional(Any?)
    case tuple([Part])
    case list(Mirror.Children)
    case set(Mirror.Children)
    case dictionary(AnySequence<(key: Any, value: Any)>)
    case structure([Part])
    /// An object, with the properties of its superclasses first.
    case object([Part])
    /// A number, a text, a function, or a value of a kind that has come later; with the parts of a mirror of its own.
    case other([Part])

    package init(_ value: Any) {
        let mirror = Mirror(reflecting: value)
        let children = mirror.children
        switch mirror.displayStyle {
        case .enum:
            let payload = children.first { $0.label != nil }
            self = .enumCase(payload?.label ?? caseName(of: value), payload: payload?.value)
        case .optional: self = .optional(children.first?.value)
        case .tuple: self = .tuple(children.map { ($0.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, $0.value) })
        case .collection: self = .list(children)
        case .set: self = .set(children)
        case .dictionary:
            self = .dictionary(
                AnySequence(
                    children.lazy.compactMap { entry in
                        let pair = Array(Mirror(reflecting: entry.value).children)
                        return pair.count == 2 ? (pair[0].value, pair[1].value) : nil
                    }))
        case .struct: self = .structure(Array(children))
        case .class:
            let levels = sequence(first: mirror, next: \.superclassMirror).reversed()
            // The queue of an actor is none of its properties.
            self = .object(levels.flatMap { $0.children.filter { $0.label != "$defaultActor" } })
        default: self = .other(Array(children))
        }
    }

    /// All parts in their order, keys before their values.
    package var parts: [Part] {
        switch self {
        case .enumCase(let name, let payload): payload.map { [(name, $0)] } ?? []
        case .optional(let wrapped): wrapped.map { [("some", $0)] } ?? []
        case .tuple(let parts), .structure(let parts), .object(let parts), .other(let parts): parts
        case .list(let elements), .set(let elements): Array(elements)
        case .dictionary(let entries): entries.flatMap { [(nil, $0.key), (nil, $0.value)] }
        }
    }

    package var isOptional: Bool { if case .optional = self { true } else { false } }

    /// Whether it has elements, however many these are.
    package var isMadeOfElements: Bool {
        switch self {
        case .list, .set, .dictionary: true
        case .enumCase, .optional, .tuple, .structure, .object, .other: false
        }
    }

    /// The associated values of a case, which look like one tuple at run time if there are several.
    package static func values(ofPayload payload: Any) -> [Part] {
        if case .tuple(let values) = OpenedValue(payload) { values } else { [(nil, payload)] }
    }
}

/// The name of an enum case without its associated values, even if the enum has a description of its own.
private func caseName<Value>(of value: Value) -> String? { enumCaseName(value).map { String(cString: $0) } }

// The standard library describes enums with this runtime function, and offers no public equivalent.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
