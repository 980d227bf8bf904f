/// A description of values without the secret parts.
///
/// ```swift
/// import Oak
///
/// struct Card { var number: String }
/// struct Customer {
///     var name: String
///     var password: String
///     var card: Card
/// }
///
/// let redaction = Redaction().hiding(Card.self).hiding(\Customer.password)
/// let customer = Customer(name: "Ada", password: "secret", card: Card(number: "4711"))
/// print(redaction.description(of: customer))  // Customer(name: Ada, password: …, card: …)
/// ```
///
/// As soon as something is hidden, values are described by their structure: the description that a type gives of itself
/// could tell what is hidden in it.
public struct Redaction: Sendable {
    /// Whether a value is of a hidden type.
    private var types: [@Sendable (Any) -> Bool] = []
    /// The names on the way to hidden properties, with whether a value is of the type at which the way begins.
    private var paths: [(isRoot: @Sendable (Any) -> Bool, names: [String])] = []

    /// Creates a redaction that hides nothing.
    public init() {}

    /// Hides all values of a type, wherever they occur.
    ///
    /// - Parameter type: The type of the values, whose subclasses and conforming types are hidden as well.
    /// - Returns: A redaction that hides these values as well.
    public func hiding<Value>(_ type: Value.Type) -> Redaction {
        var redaction = self
        redaction.types.append { $0 is Value }
        return redaction
    }

    /// Hides a property of all values of a type, wherever they occur.
    ///
    /// - Parameter property: The property. If it is computed, or the program has no names of its properties, all values
    ///   of the type are hidden.
    /// - Returns: A redaction that hides the property as well.
    @available(macOS 13.3, iOS 16.4, tvOS 16.4, watchOS 9.4, *)
    public func hiding<Root, Value>(_ property: KeyPath<Root, Value>) -> Redaction {
        let names = property.debugDescription.split(separator: ".").map { $0.filter { $0 != "?" && $0 != "!" } }
        let path = names.dropFirst("\(Root.self)".split(separator: ".").count).filter { !$0.isEmpty }
        guard !path.isEmpty, path != ["self"], !path.contains(where: { $0.contains("<") || $0.contains("[") }) else {
            return hiding(Root.self)
        }
        var redaction = self
        redaction.paths.append(({ $0 is Root }, path))
        return redaction
    }

    /// Describes a value without what is hidden in it.
    ///
    /// - Parameter value: The value.
    /// - Returns: Its own description if nothing is hidden; otherwise a description of its structure.
    public func description<Value>(of value: Value) -> String {
        types.isEmpty && paths.isEmpty ? String(describing: value) : text(of: value, hiding: [], depth: 0)
    }

    private func text(of value: Any, hiding inherited: [[String]], depth: Int) -> String {
        if let box = value as? AnyHashable, type(of: value) == AnyHashable.self {
            return text(of: box.base, hiding: inherited, depth: depth)
        }
        if depth >= Self.greatestDepth || types.contains(where: { $0(value) }) { return Self.placeholder }
        if Self.isPlain(value) { return "\(value)" }
        let mirror = Mirror(reflecting: value)
        let hidden = inherited + paths.filter { $0.isRoot(value) }.map(\.names)
        let children = sequence(first: mirror, next: \.superclassMirror).reversed().flatMap(\.children)
        func texts(labelled: Bool) -> [String] {
            children.map { child in
                let text = text(of: child, hiding: hidden, depth: depth + 1)
                guard labelled, let label = child.label, !label.hasPrefix(".") else { return text }
                return "\(label): \(text)"
            }
        }
        switch mirror.displayStyle {
        case .optional: return children.first.map { text(of: $0.value, hiding: hidden, depth: depth) } ?? "nil"
        case .collection, .set: return "[\(texts(labelled: false).joined(separator: ", "))]"
        case .dictionary: return dictionary(mirror, depth)
        case .tuple: return "(\(texts(labelled: true).joined(separator: ", ")))"
        case .enum:
            if let child = children.first, let label = child.label {
                let payload = text(of: child, hiding: hidden, depth: depth + 1)
                return payload.hasPrefix("(") ? label + payload : "\(label)(\(payload))"
            }
            // Its own description could come from a payload that its mirror does not show.
            let isItsName = !(value is any CustomReflectable) && !(value is any CustomStringConvertible)
            return isItsName ? "\(value)" : "\(type(of: value))"
        default: return "\(type(of: value))(\(texts(labelled: true).joined(separator: ", ")))"
        }
    }

    private func text(of child: Mirror.Child, hiding hidden: [[String]], depth: Int) -> String {
        let rest = hidden.filter { $0.first == child.label }.map { Array($0.dropFirst()) }
        return rest.contains([]) ? Self.placeholder : text(of: child.value, hiding: rest, depth: depth)
    }

    private func dictionary(_ mirror: Mirror, _ depth: Int) -> String {
        let pairs = mirror.children.map { pair in
            Mirror(reflecting: pair.value).children.map { text(of: $0.value, hiding: [], depth: depth + 1) }
                .joined(separator: ": ")
        }
        return pairs.isEmpty ? "[:]" : "[\(pairs.joined(separator: ", "))]"
    }

    /// Whether a value has no parts, so that its own description hides nothing.
    private static func isPlain(_ value: Any) -> Bool {
        switch value {
        case is String, is Substring, is Character, is Bool, is any BinaryInteger, is any BinaryFloatingPoint: true
        default: plainTypes.contains(String(reflecting: type(of: value)))
        }
    }

    /// The types of Foundation that have no parts, by name because this library does not import it.
    private static let plainTypes = Set(
        ["Date", "Decimal", "Locale", "TimeZone", "URL", "UUID"].flatMap {
            ["Foundation.\($0)", "FoundationEssentials.\($0)"]
        } + ["Swift.Duration"])

    private static let placeholder = "…"
    /// Objects may refer to each other in a circle.
    private static let greatestDepth = 32
}
