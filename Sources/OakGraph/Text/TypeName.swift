package import Oak
import OakText

/// The name of a type as written in its own module: with the types around it, and without the module.
///
/// A type within a function has only its own name.
package func sourceText(ofType type: Any.Type) -> String {
    var rest = String(reflecting: type)[...]
    var text = ""
    while let character = rest.first {
        guard character.isLetter || character == "_" || character == "`" else {
            text.append(character)
            rest.removeFirst()
            continue
        }
        text += takeName(from: &rest)
    }
    return text
}

/// Takes a dotted name without the parts that source code omits: the module, and the contexts of private types.
private func takeName(from text: inout Substring) -> String {
    var names: [String] = []
    var hidden = 0
    while true {
        if text.first == "(", let end = text.firstIndex(of: ")") {
            // As in "(unknown context at $7f00).Name": once for a file, again for each function in it.
            text = text[text.index(after: end)...]
            hidden += 1
            if hidden > 1 { names = Array(names.prefix(1)) }
        } else if text.first == "`" {
            let name = text.prefix(through: text.dropFirst().firstIndex(of: "`") ?? text.index(before: text.endIndex))
            text = text[name.endIndex...]
            names.append(withPlainSpaces(name))
        } else {
            let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            text = text[name.endIndex...]
            // A word on its own belongs to the language and is not the name of a type.
            names.append(!names.isEmpty && reservedWords.contains(String(name)) ? "`\(name)`" : String(name))
        }
        guard text.first == ".", !text.hasPrefix("...") else { break }
        text.removeFirst()
    }
    let hasModule = names.count > 1 && names.first != "Any"
    return (hasModule ? names.dropFirst() : names[...]).joined(separator: ".")
}

/// A name with plain spaces, which the runtime replaces by non-breaking ones.
package func withPlainSpaces(_ name: some StringProtocol) -> String { String(name.map { $0 == "\u{A0}" ? " " : $0 }) }

/// The name of a type without its module, as short as possible, for text that is not compiled.
///
/// It occurs in stored tables and traces, and therefore must not change.
package func shortName(ofType type: Any.Type) -> String {
    let name = String(reflecting: type)
    return name.contains("(") || name.contains("<")
        ? String(describing: type) : String(name.drop { $0 != "." }.dropFirst())
}

/// The names of a value's enum cases from the outermost inwards.
///
/// A case with several payloads continues with the first that is an enum itself.
///
/// - Parameters:
///   - value: The value.
///   - depth: The maximum number of names.
/// - Returns: The names; empty if the value is no enum.
package func caseNames(of value: Any, depth: Int = 8) -> [String] {
    guard depth > 0 else { return [] }
    guard case .enumCase(let name, let payload) = OpenedValue(value) else { return [] }
    for part in payload.map(OpenedValue.values(ofPayload:)) ?? [] {
        let names = caseNames(of: part.value, depth: depth - 1)
        if !names.isEmpty { return [name ?? ""] + names }
    }
    return [name ?? "\(value)"]
}

/// A duration on systems without `Duration`.
package struct PauseLength: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let seconds: Int64
    package let attoseconds: Int64

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    package init(_ duration: Duration) {
        // As long as a machine waits at most; much longer times have no components.
        (seconds, attoseconds) = min(max(duration, .zero - .century), .century).components
    }

    package static func < (one: PauseLength, other: PauseLength) -> Bool {
        (one.seconds, one.attoseconds) < (other.seconds, other.attoseconds)
    }

    package init?<Event, Env, Input>(of effect: TransducerEffect<Event, Env, Input>) {
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *), let delay = effect.delay else { return nil }
        self.init(delay)
    }

    package var description: String {
        switch attoseconds {
        case 0: ".seconds(\(seconds))"
        case let rest where rest % 1_000_000_000_000_000 == 0:
            ".milliseconds(\(seconds * 1_000 + rest / 1_000_000_000_000_000))"
        case let rest where rest % 1_000_000_000 == 0:
            ".nanoseconds(\(seconds * 1_000_000_000 + rest / 1_000_000_000))"
        case let rest: "Duration(secondsComponent: \(seconds), attosecondsComponent: \(rest))"
        }
    }
}

/// The names of the cases by which a person tells states apart: those of an enum, or those of the *mode* of a
/// structure, the outermost and then first of its properties that is an enum.
///
/// - Parameter value: A state.
/// - Returns: The names from the outermost inwards; empty if the value has no mode.
package func modeNames(of value: Any) -> [String] {
    let names = caseNames(of: value)
    return names.isEmpty ? modes(of: value).first ?? [] : names
}

/// The names of the cases of each enum among the properties of a value, the outermost first.
///
/// An optional is no mode: it says whether something is there.
///
/// - Parameter value: A structure or a tuple.
package func modes(of value: Any) -> [[String]] {
    var (modes, level) = ([[String]](), [value])
    // Deeper properties say nothing about the whole.
    for _ in 0..<4 {
        let children = level.flatMap { value -> [Any] in
            switch OpenedValue(value) {
            case .structure(let parts), .tuple(let parts): parts.map(\.value)
            case .enumCase, .optional, .list, .set, .dictionary, .object, .other: []
            }
        }
        modes += children.map { caseNames(of: $0) }.filter { !$0.isEmpty }
        level = children
    }
    return modes
}
