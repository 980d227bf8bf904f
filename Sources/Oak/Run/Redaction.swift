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
    private var types: Set<ObjectIdentifier> = []
    /// The names on the way to hidden properties, by the types at which the ways begin.
    private var paths: [ObjectIdentifier: [[String]]] = [:]

    /// Creates a redaction that hides nothing.
    public init() {}

    /// Hides all values of a type, wherever they occur.
    ///
    /// - Parameter type: The type of the values; those of subclasses are not hidden with their superclass.
    /// - Returns: A redaction that hides these values as well.
    public func hiding<Value>(_ type: Value.Type) -> Redaction {
        var redaction = self
        redaction.types.insert(ObjectIdentifier(type))
        return redaction
    }

    /// Hides a property of all values of a type, wherever they occur.
    ///
    /// - Parameter property: The property. If it is computed, or the program has no names of its properties, all values
    ///   of the type are hidden.
    /// - Returns: A redaction that hides the property as well.
    @available(macOS 13.3, iOS 16.4, tvOS 16.4, watchOS 9.4, *)
    public func hiding<Root, Value>(_ property: KeyPath<Root, Value>) -> Redaction {
        let names = property.debugDescription.split(separator: ".").map(String.init)
        let typeNames = "\(Root.self)".split(separator: ".").count
        let path = Array(names.dropFirst(typeNames))
        guard !path.isEmpty, !path.contains(where: { $0.contains("<") }) else { return hiding(Root.self) }
        var redaction = self
        redaction.paths[ObjectIdentifier(Root.self), default: []].append(path)
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
        let type = ObjectIdentifier(type(of: value))
        guard !types.contains(type), depth < Self.greatestDepth else { return Self.placeholder }
        let mirror = Mirror(reflecting: value)
        let hidden = inherited + (paths[type] ?? [])
        func texts(labelled: Bool) -> [String] {
            mirror.children.map { child in
                let text = text(of: child, hiding: hidden, depth: depth + 1)
                guard labelled, let label = child.label, !label.hasPrefix(".") else { return text }
                return "\(label): \(text)"
            }
        }
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { text(of: $0.value, hiding: hidden, depth: depth) } ?? "nil"
        case .collection, .set: return "[\(texts(labelled: false).joined(separator: ", "))]"
        case .dictionary: return dictionary(mirror, depth)
        case .tuple: return "(\(texts(labelled: true).joined(separator: ", ")))"
        case .enum:
            guard let child = mirror.children.first, let label = child.label else { return "\(value)" }
            let payload = text(of: child, hiding: hidden, depth: depth + 1)
            return payload.hasPrefix("(") ? label + payload : "\(label)(\(payload))"
        case .struct, .class, .foreignReference:
            if mirror.children.isEmpty || Self.isPlain(value) { return "\(value)" }
            return "\(Swift.type(of: value))(\(texts(labelled: true).joined(separator: ", ")))"
        case nil: return "\(value)"
        @unknown default: return Self.placeholder
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

    /// Whether a value belongs to the standard library or to Foundation, and so can hold nothing that is hidden.
    private static func isPlain(_ value: Any) -> Bool {
        let name = String(reflecting: Swift.type(of: value))
        return !name.contains("<")
            && ["Swift.", "Foundation.", "FoundationEssentials."].contains { name.hasPrefix($0) }
    }

    private static let placeholder = "…"
    /// Objects may refer to each other in a circle.
    private static let greatestDepth = 32
}
