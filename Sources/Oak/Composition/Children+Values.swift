extension Children {
    /// The states, in the order in which the children were added.
    ///
    /// - Complexity: O(1)
    @inlinable
    public var values: Values { Values(self) }

    /// The states of a collection of children, in the order in which these were added.
    public struct Values: RandomAccessCollection {
        @usableFromInline let children: Children

        @inlinable
        init(_ children: Children) { self.children = children }

        /// The place of the state of the child that was added first.
        ///
        /// - Complexity: O(1)
        @inlinable
        public var startIndex: Index { children.startIndex }

        /// The place behind the state of the child that was added last.
        ///
        /// - Complexity: O(1)
        @inlinable
        public var endIndex: Index { children.endIndex }

        /// The state at a place.
        ///
        /// - Parameter position: The place of a child; as in every collection, another one is a mistake of the caller.
        /// - Complexity: O(log *n*), where *n* is the number of children.
        @inlinable
        public subscript(position: Index) -> State { children.cell(at: position).state }

        /// Gives out the states in order.
        ///
        /// - Complexity: O(1); O(*n*) for all *n* states.
        @inlinable
        public func makeIterator() -> some IteratorProtocol<State> {
            IteratorSequence(children.cells.makeIterator()).lazy.map { $0.element.state }.makeIterator()
        }
    }
}

extension Children.Values: CustomStringConvertible {
    public var description: String { "\(Array(self))" }
}

extension Children.Values: Sendable where State: Sendable {}
