import Foundation

/// The way in which the values of a type are described.
enum ValueNature {
    /// As the text that it is.
    case text
    /// By its own description: it has no parts that could be hidden.
    case plain
    /// By the number of its bytes.
    case bytes
    /// By its properties, which only its owner may read.
    case object
    /// By a mirror of its own, which may read objects.
    case selfDescribing
    /// As the place for an object that may be there or not.
    case place
    case structured

    init(of value: Any) {
        let type = type(of: value)
        // The most frequent ones first.
        if type == Int.self || type == Bool.self || type == Double.self {
            self = .plain
        } else if type == String.self {
            self = .text
        } else {
            let nature = Self.examine(type)
            // Some objects are texts and numbers of other languages.
            self = nature != .object ? nature : value is String ? .text : value is Double ? .plain : .object
        }
    }

    private static func examine(_ type: Any.Type) -> ValueNature {
        // Not by asking the value, because an optional one says that it is a text, too.
        if type is any StringProtocol.Type || type == Character.self { return .text }
        if type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type { return .plain }
        if plainTypes.contains(ObjectIdentifier(type)) { return .plain }
        if type == Data.self { return .bytes }
        if type is AnyClass { return .object }
        if let optional = type as? any OptionalValue.Type { return optional.isPlace ? .place : .structured }
        guard type is any CustomReflectable.Type else { return .structured }
        let name = String(reflecting: type)
        let isOfSystem = ["Swift.", "Foundation.", "FoundationEssentials."].contains { name.hasPrefix($0) }
        return isOfSystem ? .structured : .selfDescribing
    }

    private static let plainTypes: Set<ObjectIdentifier> = {
        let types: [Any.Type] = [Date.self, Decimal.self, Locale.self, TimeZone.self, URL.self, UUID.self]
        return Set(types.map { ObjectIdentifier($0) } + durations)
    }()

    private static var durations: [ObjectIdentifier] {
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return [] }
        return [ObjectIdentifier(Duration.self)]
    }
}

/// An optional, whatever it wraps.
protocol OptionalValue {
    /// Whether it may have an object.
    static var isPlace: Bool { get }
    var isNil: Bool { get }
}

extension Optional: OptionalValue {
    static var isPlace: Bool { Wrapped.self is AnyClass }
    var isNil: Bool { if case .none = self { true } else { false } }
}
