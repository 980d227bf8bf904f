/// A fragment of a page.
public typealias HTML = Fragment<Place.Flow>

/// A list of texts and elements, for one kind of place.
///
/// Elements are the only markup it can contain: everything from users, files or services is text, and is escaped so
/// that it stays text.
///
/// ```swift
/// func scene(of state: Counter.State) -> HTML {
///     HTML {
///         Element(.h2) { "Counter" }
///         Element(.p, .class("value")) { "\(state.value)" }
///     }
/// }
/// ```
public struct Fragment<Kind: Place.Kind>: Equatable, Sendable {
    /// Its nodes. Two texts never follow one another, and none is empty: a parser therefore finds the same nodes.
    var nodes: [Node]

    /// Creates a fragment.
    ///
    /// - Parameter content: Its content.
    public init(@HTMLBuilder<Kind> _ content: () -> Fragment) { self = content() }

    /// An empty fragment.
    public static var empty: Fragment { Fragment(nodes: []) }

    init(nodes: [Node]) { self.nodes = nodes }

    mutating func append(_ text: String) {
        if text.isEmpty { return }
        if case .text(let before) = nodes.last {
            nodes[nodes.count - 1] = .text(before + text)
        } else {
            nodes.append(.text(text))
        }
    }

    mutating func append(_ other: Fragment) {
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
    case element(ElementNode)
}
