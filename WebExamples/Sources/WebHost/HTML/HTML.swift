/// A piece of a page: texts and elements in their order.
///
/// There is no way to put markup into it other than elements: whatever comes from users, files or services is text, and
/// is written so that it stays text.
///
/// ```swift
/// HTML {
///     Element(.h1) { "Counter" }
///     Element(.p, .class("value")) { "\(state.value)" }
/// }
/// ```
public struct HTML: Equatable, Sendable {
    /// What it consists of. Two texts never follow one another, and none is empty: so a parser finds the same nodes.
    var nodes: [Node]

    /// Creates a piece of a page.
    ///
    /// - Parameter content: What it consists of.
    public init(@HTMLBuilder _ content: () -> HTML) { self = content() }

    /// A piece of nothing.
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
