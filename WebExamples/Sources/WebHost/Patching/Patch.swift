/// What has to be done to a part of a page to make it another.
///
/// It goes to the browser as JSON, with names of one letter. Places are given by number: that of a node among its
/// siblings, as a parser of the markup numbers them.
enum Patch: Equatable, Sendable {
    /// A text becomes another.
    case text(String)
    /// An element changes.
    case element(ElementPatch)
    /// The node gives way to another.
    case replacement(Node)
}

/// What has to be done to an element: the steps are taken in the order of these properties.
struct ElementPatch: Equatable, Sendable {
    /// Attributes by name: their new value, or `nil` if they go.
    var attributes: [String: String?] = [:]
    /// What is in it from now on, if that is not the same nodes in the same order.
    var arrangement: [Run]?
    /// What changes within its children, by their number after that.
    var within: [Int: Patch] = [:]

    var isEmpty: Bool { attributes.isEmpty && arrangement == nil && within.isEmpty }

    /// Some siblings in a row.
    enum Run: Equatable, Sendable {
        /// Those that had these numbers.
        case kept(Range<Int>)
        /// Others that were not there.
        case new([Node])
    }
}
