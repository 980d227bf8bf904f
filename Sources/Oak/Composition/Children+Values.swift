extension Children {
    /// The states, in the order of insertion.
    ///
    /// - Complexity: O(1)
    @inlinable public var values: Values { Values(self) }

    /// The states of a collection of children, in the order of insertion.
    public struct Values: RandomAccessCollection {
        @usableFromInline let children: Children

        @inlinable init(_ children: Children) { self.children = children }

        /// The position of the state of the child that was added first.
        ///
        /// - Complexity: O(1)
        @inlinable public var startIndex: Index { children.startIndex }

        /// The position after the state of the child that was added last.
        ///
        /// - Complexity: O(1)
        @inlinable public var endIndex: Index { children.endIndex }

        /// The state at a position.
        ///
        /// - Parameter position: A valid position, less than `endIndex`. As in every collection, any other value is a
        ///   programming error.
        /// - Complexity: O(log *n*), where *n* is the number of children.
        @inlinable public subscript(position: Index) -> State { children.cell(at: position).state }

        /// Returns an iterator over the states, in the order of insertion.
        ///
        /// - Complexity: O(1); O(*n*) to iterate over all *n* states.
        @inlinable public func makeIterator() -> some IteratorProtocol<State> {
            IteratorSequence(children.cells.makeIterator()).lazy.map { $0.element.state }.makeIterator()
        }
    }
}

@_documentation(visibility: internal) extension Children.Values: CustomStringConvertible {
    public var description: String { "\(Array(self))" }
}

extension Children.Values: Sendable where State: Sendable {}
