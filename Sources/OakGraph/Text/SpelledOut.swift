package import Foundation
package import Oak
import OakText

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

/// The state of a machine made of two others, which an expression makes of their states.
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
extension Pair: StateOfTwo {}

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
        switch base {
        case .position(0): return ".first"
        case .position: return ".second"
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

extension Range: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String { writer.range(lowerBound, "..<", upperBound) }
}

extension ClosedRange: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String { writer.range(lowerBound, "...", upperBound) }
}

extension PartialRangeFrom: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String { writer.range(lowerBound, "...", nil) }
}

extension PartialRangeUpTo: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String { writer.range(nil, "..<", upperBound) }
}

extension PartialRangeThrough: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String { writer.range(nil, "...", upperBound) }
}

extension SourceWriter {
    fileprivate func range(_ lower: Any?, _ sign: String, _ upper: Any?) -> String {
        "\(lower.map(bound) ?? "")\(sign)\(upper.map(bound) ?? "")"
    }

    /// A bound of a range, in parentheses if it would merge with the operator next to it.
    private func bound(_ value: Any) -> String {
        let text = text(of: value)
        let isOperator = text.hasPrefix("-") || text.hasPrefix(".")
        return purpose == .pasting && isOperator ? "(\(text))" : text
    }
}

// MARK: - Types with a description

/// A type whose values are described to a reader, and made by an expression in a source file.
private protocol Expressed: SpelledOut {
    /// The expression that makes the value.
    func expression(by writer: SourceWriter) -> String
}

extension Expressed {
    package func spelling(by writer: SourceWriter) -> String {
        writer.purpose == .reading ? "\(self)" : expression(by: writer)
    }
}

extension AnyHashable: Expressed {
    fileprivate func expression(by writer: SourceWriter) -> String { "AnyHashable(\(writer.typedText(of: base)))" }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Duration: Expressed {
    fileprivate func expression(by writer: SourceWriter) -> String { "\(PauseLength(self))" }
}

extension UUID: Expressed {
    fileprivate func expression(by writer: SourceWriter) -> String { "UUID(uuidString: \"\(uuidString)\")!" }
}

extension URL: Expressed {
    fileprivate func expression(by writer: SourceWriter) -> String {
        let base = baseURL.map { ", relativeTo: \($0.spelling(by: writer))" } ?? ""
        return "URL(string: \(literal(of: relativeString))\(base))!"
    }
}

extension Decimal: Expressed {
    fileprivate func expression(by writer: SourceWriter) -> String {
        isNaN ? "Decimal.nan" : "Decimal(string: \"\(description)\")!"
    }
}

extension Date: Expressed {
    fileprivate func expression(by writer: SourceWriter) -> String {
        "Date(timeIntervalSinceReferenceDate: \(timeIntervalSinceReferenceDate))"
    }
}

extension Data: Expressed {
    fileprivate func expression(by writer: SourceWriter) -> String { "Data(\(Array(self)))" }
}

extension TimedID: Expressed {
    // A place in the source cannot be written elsewhere.
    fileprivate func expression(by writer: SourceWriter) -> String { placeholder("\(description): give it an id") }
}
