@_documentation(visibility: internal) extension Children: Sequence {
    /// A key with the state of its child.
    public typealias Element = (key: ID, value: State)

    /// Iterates over the children in the order of insertion.
    public struct Iterator: IteratorProtocol {
        @usableFromInline var cells: RadixTree<Cell>.Iterator

        @inlinable init(_ cells: RadixTree<Cell>) { self.cells = cells.makeIterator() }

        @inlinable public mutating func next() -> Element? {
            cells.next().map { ($0.element.id, $0.element.state) }
        }
    }

    /// Returns an iterator over the keys and states, in the order of insertion.
    ///
    /// - Complexity: O(1); O(*n*) to iterate over all *n* children.
    @inlinable public func makeIterator() -> Iterator { Iterator(cells) }
}

@_documentation(visibility: internal) extension Children: RandomAccessCollection {
    /// A position in the order of insertion.
    ///
    /// Like an array's index, it remains valid until a child is added or removed.
    public struct Index: Strideable, Hashable, Sendable {
        @usableFromInline let offset: Int

        @inlinable init(offset: Int) { self.offset = offset }

        /// The distance to another position.
        ///
        /// - Parameter other: The other position.
        /// - Complexity: O(1)
        @inlinable public func distance(to other: Index) -> Int { other.offset - offset }

        /// The position at a distance.
        ///
        /// - Parameter distance: The distance.
        /// - Complexity: O(1)
        @inlinable public func advanced(by distance: Int) -> Index { Index(offset: offset + distance) }
    }

    /// The position of the child that was added first.
    ///
    /// - Complexity: O(1)
    @inlinable public var startIndex: Index { Index(offset: 0) }

    /// The position after the child that was added last.
    ///
    /// - Complexity: O(1)
    @inlinable public var endIndex: Index { Index(offset: count) }

    /// The key and the state at a position.
    ///
    /// - Parameter position: A valid position, less than `endIndex`. As in every collection, any other value is a
    ///   programming error.
    /// - Complexity: O(log *n*), where *n* is the number of children.
    @inlinable public subscript(position: Index) -> Element {
        let cell = cell(at: position)
        return (cell.id, cell.state)
    }

    // Traps, as the subscript of each collection does: no value could be returned.
    @inlinable func cell(at position: Index) -> Cell {
        guard let leaf = cells.leaf(at: position.offset) else { preconditionFailure("No child is at this place") }
        return leaf.element
    }
}
