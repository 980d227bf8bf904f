package import Foundation
package import Oak

/// A type whose source text differs from its stored properties.
package protocol SpelledOut {
    /// The value in a source file where its type is known.
    func spelling(by writer: SourceWriter) -> String
}

// MARK: - Types of Oak

extension Children: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String {
        let entries = keys.map { key in
            "\(writer.text(of: key)): \(self[key].map { writer.text(of: $0) } ?? "")"
        }
        return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
    }
}

/// The state of a machine made of two others, whose stored properties are not its parts.
package protocol StateOfTwo<First, Second>: SpelledOut {
    associatedtype First
    associatedtype Second
    var first: First { get }
    var second: Second { get }
}

extension StateOfTwo {
    package func spelling(by writer: SourceWriter) -> String {
        let name = writer.name(of: Self.self, short: String("\(Self.self)".prefix { $0 != "<" }))
        return "\(name)(\(writer.text(of: first)), \(writer.text(of: second)))"
    }
}

extension ProductState: StateOfTwo {}
extension CascadeState: StateOfTwo {}

extension ProductOutput: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String {
        let parts = [first.map { "first: \(writer.text(of: $0))" }, second.map { "second: \(writer.text(of: $0))" }]
        let list = parts.compactMap(\.self).joined(separator: ", ")
        return "\(writer.name(of: Self.self, short: "ProductOutput"))(\(list))"
    }
}

extension EffectID: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String {
        let path = child
        switch writer.purpose {
        case .reading where path.isEmpty: return writer.typedText(of: base)
        case .reading: return "\(self)"
        case .pasting where path.isEmpty: return "EffectID(\(writer.typedText(of: base)))"
        case .pasting:
            let own = writer.typedText(of: withoutChild.base)
            return "EffectID(\(own), in: \(path.map { writer.text(of: $0) }.joined(separator: ", ")))"
        }
    }
}

extension ChildID: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String {
        guard writer.purpose == .pasting else { return "\(self)" }
        switch parts {
        case .position(0): return "ChildID.first"
        case .position: return "ChildID.second"
        case .name(let name): return "ChildID(\(writer.typedText(of: name.base)))"
        case .element(let collection, let key):
            return "\(collection.spelling(by: writer))[\(writer.typedText(of: key.base))]"
        }
    }
}

extension SourceWriter {
    /// The name of a type that is generic over machines; a reader gets the short form.
    fileprivate func name(of type: Any.Type, short: String) -> String {
        purpose == .reading ? short : sourceText(ofType: type)
    }
}

// MARK: - Types of the standard library

extension AnyHashable: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String {
        writer.purpose == .reading ? "\(self)" : "AnyHashable(\(writer.typedText(of: base)))"
    }
}

extension Range: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String {
        "\(writer.bound(lowerBound))..<\(writer.bound(upperBound))"
    }
}

extension ClosedRange: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String {
        "\(writer.bound(lowerBound))...\(writer.bound(upperBound))"
    }
}

extension PartialRangeFrom: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String { "\(writer.bound(lowerBound))..." }
}

extension PartialRangeUpTo: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String { "..<\(writer.bound(upperBound))" }
}

extension PartialRangeThrough: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String { "...\(writer.bound(upperBound))" }
}

extension SourceWriter {
    /// A bound of a range, in parentheses if it would merge with the operator next to it.
    fileprivate func bound(_ value: Any) -> String {
        let text = text(of: value)
        let isOperator = text.hasPrefix("-") || text.hasPrefix(".")
        return purpose == .pasting && isOperator ? "(\(text))" : text
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Duration: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String {
        writer.purpose == .reading ? "\(self)" : "\(PauseLength(self))"
    }
}

// MARK: - Types of Foundation

extension UUID: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String {
        writer.purpose == .reading ? "\(self)" : "UUID(uuidString: \(String(reflecting: uuidString)))!"
    }
}

extension URL: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String {
        writer.purpose == .reading
            ? "\(self)" : "URL(string: \(String(reflecting: relativeString))\(base(by: writer)))!"
    }
}

extension URL {
    /// The base of a relative address, as an argument.
    private func base(by writer: SourceWriter) -> String {
        baseURL.map { ", relativeTo: \($0.spelling(by: writer))" } ?? ""
    }
}

extension Decimal: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String {
        writer.purpose == .reading
            ? "\(self)" : isNaN ? "Decimal.nan" : "Decimal(string: \(String(reflecting: description)))!"
    }
}

extension Date: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String {
        writer.purpose == .reading
            ? "\(self)" : "Date(timeIntervalSinceReferenceDate: \(timeIntervalSinceReferenceDate))"
    }
}

extension Data: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String {
        writer.purpose == .reading ? "\(self)" : "Data(\(Array(self)))"
    }
}

extension TimedID: SpelledOut {
    // A place in the source cannot be written elsewhere.
    package func spelling(by writer: SourceWriter) -> String {
        writer.purpose == .reading ? description : placeholder("\(description): give it an id")
    }
}
