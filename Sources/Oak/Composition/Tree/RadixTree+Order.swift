extension RadixTree {
    /// The element at an offset in ascending order.
    ///
    /// - Returns: The element with its number, or `nil` if the offset is out of range.
    /// - Complexity: O(log *n*)
    @inlinable func leaf(at offset: Int) -> Leaf? {
        guard var branch = root, offset >= 0, offset < branch.content.count else { return nil }
        var rest = offset
        while true {
            if branch.content.branchDigits == 0 { return branch.leaf(at: rest) }
            switch branch.slot(at: &rest) {
            case .leaf(let leaf)?: return leaf.pointee
            case .branch(let next)?: branch = next.takeUnretainedValue()
            case nil: return nil
            }
        }
    }

    /// Returns an iterator over the elements in ascending order.
    ///
    /// - Complexity: O(1); O(*n*) to iterate over all *n* elements.
    @inlinable func makeIterator() -> Iterator { Iterator(self) }

    /// Iterates over the elements in ascending order.
    @usableFromInline struct Iterator: IteratorProtocol {
        /// The branches on the path to the next element, each with its remaining digits.
        @usableFromInline var path: ContiguousArray<(branch: Branch, digits: UInt32)> = []

        @inlinable init(_ tree: RadixTree) {
            if let root = tree.root { path.append((root, root.content.digits)) }
        }

        @inlinable mutating func next() -> Leaf? {
            while let (branch, digits) = path.last {
                guard digits != 0 else {
                    path.removeLast()
                    continue
                }
                path[path.count - 1].digits = digits & (digits &- 1)
                switch branch.slot(at: digits & (~digits &+ 1)) {
                case .leaf(let leaf)?: return leaf.pointee
                case .branch(let next)?:
                    let next = next.takeUnretainedValue()
                    path.append((next, next.content.digits))
                case nil: continue
                }
            }
            return nil
        }
    }
}

extension RadixTree.Header {
    /// One bit for each occupied digit.
    @inlinable var digits: UInt32 { leafDigits | branchDigits }
}

extension RadixTree.Branch {
    /// The slot that contains the element at an offset in ascending order.
    ///
    /// - Parameter offset: The offset in this branch; on return, the offset in the slot.
    @inlinable func slot(at offset: inout Int) -> RadixTree.Slot? {
        var digits = content.digits
        while digits != 0 {
            guard let slot = slot(at: digits & (~digits &+ 1)) else { return nil }
            guard offset >= slot.count else { return slot }
            offset -= slot.count
            digits &= digits &- 1
        }
        return nil
    }
}

extension RadixTree.Slot {
    @usableFromInline typealias Leaf = RadixTree.Leaf

    /// The number of elements below.
    @inlinable var count: Int { subtree?._withUnsafeGuaranteedRef { $0.content.count } ?? 1 }

    /// Enumerates the leaves in ascending order.
    @inlinable func forEach(_ body: (UnsafeMutablePointer<Leaf>) -> Void) {
        switch self {
        case .leaf(let leaf): body(leaf)
        case .branch(let branch):
            let branch = branch.takeUnretainedValue()
            var digits = branch.content.digits
            while digits != 0 {
                branch.slot(at: digits & (~digits &+ 1))?.forEach(body)
                digits &= digits &- 1
            }
        }
    }
}
