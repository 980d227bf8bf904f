extension Children: Sequence {
    /// A key with the state of its child.
    public typealias Element = (key: ID, value: State)

    /// Gives out the children in order, one after the other.
    public struct Iterator: IteratorProtocol {
        @usableFromInline var cells: RadixTree<Cell>.Iterator

        @inlinable
        init(_ cells: RadixTree<Cell>) { self.cells = cells.makeIterator() }

        @inlinable
        public mutating func next() -> Element? {
            cells.next().map { ($0.element.id, $0.element.state) }
        }
    }

    /// Gives out the children with their keys, in the order in which they were added.
    ///
    /// - Complexity: O(1); O(*n*) for all *n* children.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(cells) }
}

extension Children: RandomAccessCollection {
    /// A place in the order of insertion.
    ///
    /// Like that of an array it is valid until a child is added or removed.
    public struct Index: Strideable, Hashable, Sendable {
        @usableFromInline let offset: Int

        @inlinable
        init(offset: Int) { self.offset = offset }

        /// How far it is to another place.
        ///
        /// - Parameter other: The other place.
        /// - Complexity: O(1)
        @inlinable
        public func distance(to other: Index) -> Int { other.offset - offset }

        /// The place at a distance.
        ///
        /// - Parameter distance: How far it is.
        /// - Complexity: O(1)
        @inlinable
        public func advanced(by distance: Int) -> Index { Index(offset: offset + distance) }
    }

    /// The place of the child that was added first.
    ///
    /// - Complexity: O(1)
    @inlinable
    public var startIndex: Index { Index(offset: 0) }

    /// The place behind the child that was added last.
    ///
    /// - Complexity: O(1)
    @inlinable
    public var endIndex: Index { Index(offset: count) }

    /// The key and the state at a place.
    ///
    /// - Parameter position: The place of a child; as in every collection, another one is a mistake of the caller.
    /// - Complexity: O(log *n*), where *n* is the number of children.
    @inlinable
    public subscript(position: Index) -> Element {
        let cell = cell(at: position)
        return (cell.id, cell.state)
    }

    @inlinable
    func cell(at position: Index) -> Cell {
        guard let leaf = cells.leaf(at: position.offset) else { preconditionFailure("No child is at this place") }
        return leaf.element
    }
}
