/// The changes that turn a part of a page into another.
///
/// It goes to the browser as JSON, with names of one letter. Positions are numbers: that of a node among its siblings,
/// as a parser of the markup counts them.
enum Patch: Equatable, Sendable {
    /// A text changes.
    case text(String)
    /// An element changes.
    case element(ElementPatch)
    /// Another node replaces this one.
    case replacement(Node)
}

/// The changes of an element, applied in the order of these properties.
struct ElementPatch: Equatable, Sendable {
    /// Attributes by name: their new value, or `nil` if removed.
    var attributes: [String: String?] = [:]
    /// The new order of its content, if it has other nodes or another order.
    var arrangement: [Run]?
    /// The changes of its children, by their position in the new order.
    var within: [Int: Patch] = [:]

    var isEmpty: Bool { attributes.isEmpty && arrangement == nil && within.isEmpty }

    /// Consecutive siblings.
    enum Run: Equatable, Sendable {
        /// Nodes that had these positions.
        case kept(Range<Int>)
        /// New nodes.
        case new([Node])
    }
}
