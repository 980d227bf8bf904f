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
///         Element(.p, .class("value")) { "\(state.count)" }
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

    mutating func append(_ other: Fragment) {
        var rest = other.nodes[...]
        if case .text(let text) = nodes.last, case .text(let more) = rest.first {
            nodes[nodes.count - 1] = .text(text + more)
            rest = rest.dropFirst()
        }
        nodes.append(contentsOf: rest)
    }
}

/// A part of a page.
enum Node: Equatable, Sendable {
    case text(String)
    case element(ElementNode)

    static func == (lhs: Node, rhs: Node) -> Bool {
        switch (lhs, rhs) {
        case (.text(let lhs), .text(let rhs)): lhs.isWritten(like: rhs)
        case (.element(let lhs), .element(let rhs)): lhs == rhs
        case (.text, .element), (.element, .text): false
        }
    }
}

// Two strings are equal in Swift if they look the same. Two files whose names look the same are different files, and so
// are their pages: here, texts are equal if their bytes are the same.
extension String {
    /// Whether another string consists of the same bytes.
    func isWritten(like other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let answer = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
        }
        // Bridged strings may not be contiguous.
        return (answer ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
