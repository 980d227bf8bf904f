extension Children {
    /// The keys, in the order of insertion.
    ///
    /// - Complexity: O(1)
    @inlinable public var keys: Keys { Keys(self) }

    /// The keys of a collection of children, in the order of insertion.
    public struct Keys: RandomAccessCollection {
        @usableFromInline let children: Children

        @inlinable init(_ children: Children) { self.children = children }

        /// The position of the key that was added first.
        ///
        /// - Complexity: O(1)
        @inlinable public var startIndex: Index { children.startIndex }

        /// The position after the key that was added last.
        ///
        /// - Complexity: O(1)
        @inlinable public var endIndex: Index { children.endIndex }

        /// The key at a position.
        ///
        /// - Parameter position: A valid position, less than `endIndex`. As in every collection, any other value is a
        ///   programming error.
        /// - Complexity: O(log *n*), where *n* is the number of children.
        @inlinable public subscript(position: Index) -> ID { children.cell(at: position).id }

        /// Returns an iterator over the keys, in the order of insertion.
        ///
        /// - Complexity: O(1); O(*n*) to iterate over all *n* keys.
        @inlinable public func makeIterator() -> some IteratorProtocol<ID> {
            IteratorSequence(children.cells.makeIterator()).lazy.map { $0.element.id }.makeIterator()
        }

        /// Whether the collection has a child under a key.
        ///
        /// - Parameter id: The key.
        /// - Complexity: O(log *n*), where *n* is the number of children.
        @inlinable public func contains(_ id: ID) -> Bool { children.contains(id) }
    }
}

@_documentation(visibility: internal) extension Children.Keys: Equatable {
    /// Whether both have the same keys in the same order.
    ///
    /// - Complexity: O(*n*), where *n* is the number of keys; O(1) if both collections are copies of one, with no child
    ///   added or removed since.
    @inlinable public static func == (lhs: Children.Keys, rhs: Children.Keys) -> Bool {
        if lhs.children.membership.isIdentical(to: rhs.children.membership) { return true }
        return lhs.count == rhs.count && lhs.elementsEqual(rhs)
    }
}

@_documentation(visibility: internal) extension Children.Keys: CustomStringConvertible {
    public var description: String { "\(Array(self))" }
}

extension Children.Keys: Sendable where State: Sendable {}
