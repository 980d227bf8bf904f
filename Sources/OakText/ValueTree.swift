/// The structure of a value, as text.
package struct ValueTree: Hashable, Sendable {
    /// The kinds of values.
    package enum Kind: Hashable, Sendable {
        /// A value without parts.
        case plain(String)
        /// A text.
        case text(String)
        /// The beginning of a text or description that is beyond the limits.
        case beginning(String)
        /// A case of an enum, whose payload is its part.
        case enumCase(String)
        case structure(String)
        case tuple
        case list
        case dictionary
        /// Something that nobody may see.
        case hidden
        /// Something beyond the limits.
        case omitted
    }

    /// A part of a value.
    package struct Part: Hashable, Sendable {
        package let label: String?
        /// The key of an entry of a dictionary, whose text is the label.
        package let key: ValueTree?
        package let value: ValueTree

        package init(label: String?, _ value: ValueTree) { (self.label, key, self.value) = (label, nil, value) }

        package init(key: ValueTree, _ value: ValueTree) { (label, self.key, self.value) = (key.text, key, value) }
    }

    /// The limits of a structure.
    package struct Limits: Sendable {
        /// The number of levels.
        package var depth = 32
        /// The number of parts on all levels: objects that refer to each other have more than they are.
        package var parts = 10_000
        /// The number of elements of a collection, so that a large one leaves room for the rest.
        package var elements = Int.max
        /// The number of characters of a text.
        package var text = Int.max
        /// The number of bytes of all texts.
        package var bytes = 1_000_000
        /// A value that is shown in the place of another one; `nil` for that itself.
        package var showing: (@Sendable (Any) -> Any?)?
        /// The parts of a structure, in the place of its properties; `nil` for those.
        package var structureParts: (@Sendable (Any) -> [Mirror.Child]?)?
        /// Whether the properties of objects are read, which only the owner of an object may do.
        package var opensObjects = true

        package init() {}
    }

    /// A structure, with what its value is like.
    package struct Survey: Sendable {
        package let tree: ValueTree
        /// Whether the value has an object, a place for one, or a mirror of its own, which may read one.
        package let hasObjects: Bool
        /// Whether nothing is beyond the limits.
        package let isComplete: Bool
    }

    package let kind: Kind
    package let parts: [Part]

    package init(_ kind: Kind, _ parts: [Part] = []) {
        self.kind = kind
        self.parts = parts
    }

    static let hidden = ValueTree(.hidden)

    /// Whether it tells everything about its value, so that a change of the value is one of the tree.
    package var tellsAll: Bool {
        switch kind {
        case .hidden, .omitted, .beginning: false
        case .text: true
        // A value that cannot be copied is shown as an empty tuple.
        case .tuple where parts.isEmpty: false
        case .plain, .enumCase, .structure, .tuple, .list, .dictionary: parts.allSatisfy(\.value.tellsAll)
        }
    }
}

extension ValueTree {
    /// The whole structure in a line.
    package var text: String {
        switch kind {
        case .plain(let text), .text(let text): return text
        case .beginning(let text): return text + "…"
        case .hidden, .omitted: return "…"
        case .list: return "[\(list)]"
        case .dictionary: return parts.isEmpty ? "[:]" : "[\(list)]"
        case .tuple: return "(\(list))"
        case .structure(let type): return type.isFunctionType ? type : "\(type)(\(list))"
        case .enumCase(let name):
            guard let payload = parts.first?.value.text else { return name }
            return payload.hasPrefix("(") ? name + payload : "\(name)(\(payload))"
        }
    }

    private var list: String {
        parts.map { part in part.label.map { "\($0): \(part.value.text)" } ?? part.value.text }.joined(separator: ", ")
    }

    /// The name of a state or an event, without the values that it carries: the path of its cases.
    ///
    /// A structure is named after those of its properties that are enums.
    package var name: String {
        switch kind {
        case .plain, .text, .beginning, .hidden, .omitted, .tuple, .list, .dictionary: return text
        case .enumCase(let name):
            guard let payload = parts.first?.value, case .enumCase = payload.kind else { return name }
            return "\(name).\(payload.name)"
        case .structure(let type):
            let cases = parts.compactMap { part -> String? in
                guard case .enumCase = part.value.kind else { return nil }
                return part.label.map { "\($0): \(part.value.name)" } ?? part.value.name
            }
            return cases.isEmpty ? type : cases.joined(separator: ", ")
        }
    }
}

extension ValueTree.Kind {
    /// The kind with a text of at most some characters, or with the beginning of its text.
    func shortened(to length: Int) -> Self {
        switch self {
        case .plain(let text), .text(let text), .beginning(let text):
            OakText.beginning(of: text, to: length).map { .beginning($0) } ?? self
        case .enumCase(let name): .enumCase(abbreviated(name, to: length))
        case .structure(let type): .structure(abbreviated(type, to: length))
        case .tuple, .list, .dictionary, .hidden, .omitted: self
        }
    }
}

/// The beginning of a text that may be very long, such as the description of a state.
///
/// - Parameters:
///   - text: The text.
///   - length: The number of characters. They have 16 bytes at most in the mean: one may have millions of combining
///     marks.
package func abbreviated(_ text: String, to length: Int = 200) -> String {
    beginning(of: text, to: length).map { $0 + "…" } ?? text
}

/// The beginning of a text; `nil` if the whole is no longer.
private func beginning(of text: String, to length: Int) -> String? {
    if text.utf8.count <= length { return nil }
    var end = text.index(text.startIndex, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
    let (bytes, isEndless) = length.multipliedReportingOverflow(by: 16)
    if !isEndless, var last = text.utf8.index(text.startIndex, offsetBy: bytes, limitedBy: end), last < end {
        while last.samePosition(in: text.unicodeScalars) == nil { last = text.utf8.index(before: last) }
        end = last
    }
    return end == text.endIndex ? nil : String(text[..<end])
}

extension String {
    /// Whether it is the name of a type of functions, which have no parts.
    package var isFunctionType: Bool {
        zip(utf8, utf8.dropFirst()).contains { $0 == UInt8(ascii: "-") && $1 == UInt8(ascii: ">") }
    }
}

/// Whether an output is `Void`, `nil` or an empty collection, the outputs of machines without a message.
///
/// An empty collection in an optional is not among them: beside a `nil`, it is a message of its own.
package func saysNothing<Output>(_ output: Output) -> Bool {
    if Output.self == Void.self { return true }
    if Output.self is any OptionalValue.Type { return (output as? any OptionalValue)?.isNil ?? true }
    return (output as? any Collection)?.isEmpty ?? false
}
