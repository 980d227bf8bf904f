import Foundation
import OakText

/// A value as text to read, in a message or a table.
///
/// Enum cases are written with a leading dot and their associated values, strings with quotation marks, structures with
/// their memberwise initialiser. A value without such a spelling, such as a class or a closure, is written as its
/// description.
package func sourceText(of value: Any) -> String { SourceWriter(purpose: .reading).text(of: value) }

/// The parts of a value whose text may leave some out; `nil` if the text has them all.
func hiddenParts(of value: Any) -> String? {
    var writer = SourceWriter(purpose: .reading)
    writer.opensDescribed = true
    let text = writer.text(of: value)
    return text == sourceText(of: value) ? nil : text
}

/// A value as Swift to paste into a test where the context determines its type.
///
/// Types are named in full. A value without a spelling, such as a class or a closure, becomes a placeholder that says
/// what to write; the compiler points at it.
package func swiftSource(of value: Any) -> String { SourceWriter(purpose: .pasting).text(of: value) }

/// A value as Swift to paste where the context does not determine its type.
package func typedSwiftSource(of value: Any) -> String { SourceWriter(purpose: .pasting).typedText(of: value) }

/// Writes values the way they are written in source files.
package struct SourceWriter {
    package enum Purpose {
        /// For a reader: as short as possible.
        case reading
        /// For a compiler.
        case pasting
    }

    package let purpose: Purpose
    /// Whether a structure shows its parts, although it has a description, which may leave some out.
    var opensDescribed = false

    package init(purpose: Purpose) { self.purpose = purpose }

    /// A value where its type is known.
    package func text(of value: Any) -> String {
        if let value = value as? any SpelledOut { return value.spelling(by: self) }
        switch OpenedValue(value) {
        case .enumCase(let name, let payload): return enumText(of: value, name, payload)
        case .optional(let wrapped): return wrapped.map(optionalText) ?? "nil"
        case .tuple(let parts): return "(\(list(parts)))"
        case .list(let elements): return literal(value, elements.map { text(of: $0.value) })
        // The order of a set and of a dictionary changes from run to run, but stored text must not.
        case .set(let elements): return literal(value, elements.map { text(of: $0.value) }.sorted())
        case .dictionary(let entries):
            let entries = entries.map { "\(text(of: $0.key)): \(text(of: $0.value))" }
            return literal(value, entries.isEmpty ? [":"] : entries.sorted())
        case .structure(let parts): return structText(of: value, parts)
        case .object where purpose == .reading && !(value is any CustomStringConvertible):
            return shortName(ofType: type(of: value))
        case .object, .other: return scalarText(of: value)
        }
    }

    /// A value where its type is not known, as in an identity, which can be of any type.
    package func typedText(of value: Any) -> String {
        let text = text(of: value)
        switch OpenedValue(value) {
        case .enumCase: return text.hasPrefix(".") ? typeName(of: value) + text : text
        case .structure where purpose == .pasting && text.hasPrefix(".") && beginsWithName(text.dropFirst()):
            return typeName(of: value) + text
        case .structure where purpose == .reading ? !text.hasPrefix("[") : beginsWithName(text[...]): return text
        case .other where value is Int || value is String || value is Double || value is Bool:
            guard purpose == .pasting, let number = value as? Double, !number.isFinite else { return text }
            return "(\(text) as Double)"
        case .optional, .tuple, .list, .set, .dictionary, .structure, .object, .other:
            guard purpose == .pasting, !text.hasPrefix("<#") else { return text }
            return "(\(text) as \(typeName(of: value)))"
        }
    }

    /// Whether a text begins with the name of a type or a member.
    private func beginsWithName(_ text: Substring) -> Bool {
        text.first.map { $0.isLetter || $0 == "_" || $0 == "`" } ?? false
    }

    /// The name of a value's type.
    private func typeName(of value: Any) -> String {
        purpose == .reading ? shortName(ofType: type(of: value)) : sourceText(ofType: type(of: value))
    }

    // MARK: Kinds of values

    private func enumText(of value: Any, _ label: String?, _ payload: Any?) -> String {
        guard let label else { return rawText(of: value) ?? ".\(value)" }
        let name = ".\(caseName(label))" + (payload.map { "(\(arguments($0, of: value)))" } ?? "")
        // Where an error is expected, the context does not determine its type.
        guard purpose == .pasting, value is any Error else { return name }
        return typeName(of: value) + name
    }

    /// A value of an enum imported from another language, which has no case names at run time.
    private func rawText(of value: Any) -> String? {
        guard purpose == .pasting else { return nil }
        guard let value = value as? any RawRepresentable else { return unknown(value) }
        return "\(typeName(of: value))(rawValue: \(text(of: value.rawValue)))!"
    }

    private func optionalText(_ wrapped: Any) -> String {
        let text = text(of: wrapped)
        // A `nil` within an optional is a value, and cases named like those of `Optional` would be resolved to them.
        let isOfOptional = text == "nil" || text.hasPrefix(".none") || text.hasPrefix(".some")
        return purpose == .pasting && isOfOptional ? ".some(\(text))" : text
    }

    private func structText(of value: Any, _ parts: [OpenedValue.Part]) -> String {
        switch purpose {
        case .reading:
            return value is any CustomStringConvertible && !opensDescribed
                ? scalarText(of: value) : "\(type(of: value))(\(list(parts)))"
        case .pasting:
            if let text = scalarLiteral(of: value) { return text }
            let isMemberwise = parts.allSatisfy { child in
                child.label.map { isPlainName($0) || $0.hasPrefix("`") } ?? false
            }
            guard isMemberwise, !(value is any CustomReflectable) else { return unknown(value) }
            return "\(typeName(of: value))(\(list(parts)))"
        }
    }

    /// A number, a text, or a value that can only be described.
    private func scalarText(of value: Any) -> String {
        switch purpose {
        case .reading:
            return value is String || value is Character ? OakText.literal(of: "\(value)") : String(describing: value)
        case .pasting:
            if let type = value as? Any.Type { return "\(sourceText(ofType: type)).self" }
            return scalarLiteral(of: value) ?? unknown(value)
        }
    }

    private func scalarLiteral(of value: Any) -> String? {
        switch value {
        case let number as any BinaryFloatingPoint where !number.isFinite: nonFiniteText(of: number)
        case is any BinaryInteger, is any BinaryFloatingPoint, is Bool: "\(value)"
        case is any StringProtocol, is Character, is Unicode.Scalar, is StaticString: OakText.literal(of: "\(value)")
        default: nil
        }
    }

    private func nonFiniteText(of number: any BinaryFloatingPoint) -> String {
        number.isNaN ? ".nan" : number.sign == .minus ? "-.infinity" : ".infinity"
    }

    /// A literal, if the type can be written as one.
    private func literal(_ value: Any, _ elements: [String]) -> String {
        let text = "[\(elements.joined(separator: ", "))]"
        guard purpose == .pasting else { return text }
        return value is any ExpressibleByArrayLiteral || value is any ExpressibleByDictionaryLiteral
            ? text : unknown(value)
    }

    /// The placeholder for a value that cannot be written.
    package func unknown(_ value: Any) -> String {
        guard purpose == .pasting else { return String(describing: value) }
        let type = typeName(of: value)
        guard let value = value as? any CustomStringConvertible else { return placeholder("a value of \(type)") }
        let description = value.description
        let shown = description.count > 60 ? description.prefix(60) + "…" : description[...]
        return placeholder("a value of \(type): \(shown)")
    }

    // MARK: Parts

    /// The associated values of an enum case, with their labels if they have any.
    ///
    /// At run time a tuple looks like as many separate values, unless the enum is generic over it.
    private func arguments(_ payload: Any, of value: Any) -> String {
        guard case .tuple(let values) = OpenedValue(payload) else { return text(of: payload) }
        let isGeneric = String(reflecting: type(of: value)).contains(String(reflecting: type(of: payload)))
        if purpose == .pasting, isGeneric { return text(of: payload) }
        // A case with an associated `Void` is called with it.
        return values.isEmpty && purpose == .pasting ? "()" : list(values)
    }

    private func list(_ parts: [OpenedValue.Part]) -> String {
        parts.map { label, value in (label.map { "\(labelText($0)): " } ?? "") + text(of: value) }
            .joined(separator: ", ")
    }

    /// The name of a value in front of a colon.
    private func labelText(_ label: String) -> String {
        guard purpose == .pasting else { return label }
        // The only keyword that cannot be a label.
        return label == "inout" ? "`inout`" : withPlainSpaces(label)
    }

    /// The name of a case after a dot.
    private func caseName(_ name: String) -> String {
        // A raw identifier already has its backticks.
        guard purpose == .pasting else { return name }
        guard !name.hasPrefix("`") else { return withPlainSpaces(name) }
        return isPlainName(name) && !["init", "self", "Type", "Protocol"].contains(name) ? name : "`\(name)`"
    }
}

/// Whether a name can be written as it is, and was not made by the compiler.
private func isPlainName(_ name: String) -> Bool {
    guard let first = name.first, first.isLetter else { return false }
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
}
