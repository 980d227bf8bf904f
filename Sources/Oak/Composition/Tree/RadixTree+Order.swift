extension RadixTree {
    /// A leaf or a branch.
    @usableFromInline
    enum Slot {
        case leaf(Leaf)
        case branch(Branch)
    }

    /// The element at an offset in ascending order.
    ///
    /// - Returns: The element with its number, or `nil` if the offset is out of range.
    /// - Complexity: O(log *n*)
    @inlinable
    func leaf(at offset: Int) -> Leaf? {
        guard var branch = root, offset >= 0, offset < branch.header.count else { return nil }
        var rest = offset
        while true {
            if branch.header.branchDigits == 0 { return branch.leaf(at: rest) }
            switch branch.slot(at: &rest) {
            case .leaf(let leaf): return leaf
            case .branch(let next): branch = next
            case nil: return nil
            }
        }
    }

    /// Returns an iterator over the elements in ascending order.
    ///
    /// - Complexity: O(1); O(*n*) to iterate over all *n* elements.
    @inlinable
    func makeIterator() -> Iterator { Iterator(self) }

    /// Iterates over the elements in ascending order.
    @usableFromInline
    struct Iterator: IteratorProtocol {
        /// The branches on the path to the next element, each with its remaining digits.
        @usableFromInline var path: ContiguousArray<(branch: Branch, digits: UInt32)> = []

        @inlinable
        init(_ tree: RadixTree) {
            if let root = tree.root { path.append((root, root.header.digits)) }
        }

        @inlinable
        mutating func next() -> Leaf? {
            while let (branch, digits) = path.last {
                guard digits != 0 else {
                    path.removeLast()
                    continue
                }
                path[path.count - 1].digits = digits & (digits &- 1)
                switch branch.slot(at: digits & (~digits &+ 1)) {
                case .leaf(let leaf)?: return leaf
                case .branch(let next)?: path.append((next, next.header.digits))
                case nil: continue
                }
            }
            return nil
        }
    }
}

extension RadixTree.Header {
    /// One bit for each occupied digit.
    @inlinable
    var digits: UInt32 { leafDigits | branchDigits }
}

extension RadixTree.Branch {
    /// The slot of a digit, or `nil` if the digit is free.
    @inlinable
    func slot(at digit: UInt32) -> RadixTree.Slot? {
        if header.leafDigits & digit != 0 { return .leaf(leaf(at: header.leafIndex(of: digit))) }
        if header.branchDigits & digit != 0 { return .branch(header.branches[header.branchIndex(of: digit)]) }
        return nil
    }

    /// The slot that contains the element at an offset in ascending order.
    ///
    /// - Parameter offset: The offset in this branch; on return, the offset in the slot.
    @inlinable
    func slot(at offset: inout Int) -> RadixTree.Slot? {
        var digits = header.digits
        while digits != 0 {
            guard let slot = slot(at: digits & (~digits &+ 1)) else { return nil }
            guard offset >= slot.count else { return slot }
            offset -= slot.count
            digits &= digits &- 1
        }
        return nil
    }

    @inlinable
    func forEach(_ body: (UInt, Element) -> Void) {
        var digits = header.digits
        while digits != 0 {
            slot(at: digits & (~digits &+ 1))?.forEach(body)
            digits &= digits &- 1
        }
    }
}

extension RadixTree.Slot {
    /// The number of elements below.
    @inlinable
    var count: Int {
        switch self {
        case .leaf: 1
        case .branch(let branch): branch.header.count
        }
    }

    @inlinable
    func forEach(_ body: (UInt, Element) -> Void) {
        switch self {
        case .leaf(let leaf): body(leaf.number, leaf.element)
        case .branch(let branch): branch.forEach(body)
        }
    }
}
