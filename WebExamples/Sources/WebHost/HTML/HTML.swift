/// A fragment of a page: a list of texts and elements.
///
/// Elements are the only markup it can contain: everything from users, files or services is text, and is escaped so
/// that it stays text.
///
/// ```swift
/// HTML {
///     Element(.h1) { "Counter" }
///     Element(.p, .class("value")) { "\(state.value)" }
/// }
/// ```
public struct HTML: Equatable, Sendable {
    /// Its nodes. Two texts never follow one another, and none is empty: a parser therefore finds the same nodes.
    var nodes: [Node]

    /// Creates a fragment.
    ///
    /// - Parameter content: Its content.
    public init(@HTMLBuilder _ content: () -> HTML) { self = content() }

    /// An empty fragment.
    public static let empty = HTML(nodes: [])

    init(nodes: [Node]) { self.nodes = nodes }

    mutating func append(_ text: String) {
        if text.isEmpty { return }
        if case .text(let before) = nodes.last {
            nodes[nodes.count - 1] = .text(before + text)
        } else {
            nodes.append(.text(text))
        }
    }

    mutating func append(_ other: HTML) {
        var rest = other.nodes[...]
        if case .text(let text) = rest.first {
            append(text)
            rest = rest.dropFirst()
        }
        nodes.append(contentsOf: rest)
    }
}

/// A part of a page.
enum Node: Equatable, Sendable {
    case text(String)
    case element(Element)
}
