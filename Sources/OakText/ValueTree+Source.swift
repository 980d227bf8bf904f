import Foundation

extension ValueTree {
    /// The value as an expression in Swift, where its type is known; what is not known of it is a placeholder.
    package var source: String {
        switch kind {
        case .plain(let text):
            let isLiteral = ["true", "false", "nil"].contains(text) || Double(text)?.isFinite ?? false
            return isLiteral ? text : placeholder(text)
        case .text(let text): return literal(of: text)
        case .beginning(let text): return placeholder("a text that begins with \(text)")
        case .hidden: return placeholder("hidden")
        case .omitted: return placeholder("left out")
        case .enumCase(let name):
            guard let payload = parts.first?.value else { return ".\(name)" }
            if case .tuple = payload.kind { return ".\(name)(\(payload.arguments))" }
            return ".\(name)(\(payload.source))"
        case .structure(let type): return type.isFunctionType ? placeholder(type) : ".init(\(arguments))"
        case .tuple: return "(\(arguments))"
        case .list: return "[\(arguments)]"
        case .dictionary: return parts.isEmpty ? "[:]" : "[\(arguments)]"
        }
    }

    private var arguments: String {
        parts.map { part in
            let name = part.key?.source ?? part.label
            return name.map { "\($0): \(part.value.source)" } ?? part.value.source
        }.joined(separator: ", ")
    }
}

/// A gap in a test, with a note on what to write.
package func placeholder(_ text: String) -> String {
    let line = text.map { $0.isNewline ? " " : String($0) }.joined()
    return "<#\(withoutDirections(line).replacingOccurrences(of: "#>", with: "# >"))#>"
}

/// A text as a literal in Swift.
///
/// Characters that change the direction of a line are escaped: the line would not read as it compiles.
package func literal(of text: some StringProtocol) -> String { withoutDirections(String(reflecting: String(text))) }

/// A line of source in which the characters that change its direction are escaped.
private func withoutDirections(_ line: String) -> String {
    guard line.unicodeScalars.contains(where: changesDirection) else { return line }
    return line.unicodeScalars.map { scalar in
        changesDirection(scalar) ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
    }.joined()
}

/// Whether a character is a mark, an embedding, an override or an isolate of Unicode's algorithm for both directions.
private func changesDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    case _: false
    }
}
