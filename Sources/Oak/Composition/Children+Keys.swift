extension Children {
    /// The keys, in the order in which the children were added.
    ///
    /// - Complexity: O(1)
    @inlinable
    public var keys: Keys { Keys(self) }

    /// The keys of a collection of children, in the order in which these were added.
    public struct Keys: RandomAccessCollection {
        @usableFromInline let children: Children

        @inlinable
        init(_ children: Children) { self.children = children }

        /// The place of the key that was added first.
        ///
        /// - Complexity: O(1)
        @inlinable
        public var startIndex: Index { children.startIndex }

        /// The place behind the key that was added last.
        ///
        /// - Complexity: O(1)
        @inlinable
        public var endIndex: Index { children.endIndex }

        /// The key at a place.
        ///
        /// - Parameter position: The place of a child; as in every collection, another one is a mistake of the caller.
        /// - Complexity: O(log *n*), where *n* is the number of children.
        @inlinable
        public subscript(position: Index) -> ID { children.cell(at: position).id }

        /// Gives out the keys in order.
        ///
        /// - Complexity: O(1); O(*n*) for all *n* keys.
        @inlinable
        public func makeIterator() -> some IteratorProtocol<ID> {
            IteratorSequence(children.cells.makeIterator()).lazy.map { $0.element.id }.makeIterator()
        }

        /// Whether a key is there.
        ///
        /// - Parameter id: The key.
        /// - Complexity: O(log *n*), where *n* is the number of children.
        @inlinable
        public func contains(_ id: ID) -> Bool { children.contains(id) }
    }
}

extension Children.Keys: Equatable {
    /// Whether the keys are the same in the same order.
    ///
    /// - Complexity: O(*n*), where *n* is the number of keys; O(1) if they belong to copies since which none was added or removed.
    @inlinable
    public static func == (lhs: Children.Keys, rhs: Children.Keys) -> Bool {
        if lhs.children.membership.isIdentical(to: rhs.children.membership) { return true }
        return lhs.count == rhs.count && lhs.elementsEqual(rhs)
    }
}

extension Children.Keys: CustomStringConvertible {
    public var description: String { "\(Array(self))" }
}

extension Children.Keys: Sendable where State: Sendable {}
