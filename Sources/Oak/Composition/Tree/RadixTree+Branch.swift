extension RadixTree {
    /// An element with its number.
    @usableFromInline struct Leaf {
        @usableFromInline let number: UInt
        @usableFromInline var element: Element

        @inlinable init(number: UInt, element: Element) {
            self.number = number
            self.element = element
        }
    }

    /// A node of the tree: one leaf or branch per occupied digit, both sorted by digit and stored without gaps.
    ///
    /// The leaves follow the header, so a branch that contains only leaves is one allocation. Each branch in a tree has
    /// at least two slots, leaves or branches, except for a root with a single leaf.
    @usableFromInline final class Branch: ManagedBuffer<Header, Leaf> {
        @inlinable deinit {
            _ = withUnsafeMutablePointers { header, leaves in leaves.deinitialize(count: header.pointee.leafCount) }
        }
    }

    @usableFromInline struct Header {
        /// The number of bits below the digit at which paths part.
        @usableFromInline let shift: UInt
        /// The higher digits, which all numbers below share.
        @usableFromInline let prefix: UInt
        /// The number of leaves that fit.
        @usableFromInline let capacity: Int
        /// One bit for each digit that leads to a leaf.
        @usableFromInline var leafDigits: UInt32 = 0
        /// One bit for each digit that leads to another branch.
        @usableFromInline var branchDigits: UInt32 = 0
        @usableFromInline var branches: ContiguousArray<Branch> = []
        /// The number of elements below.
        @usableFromInline var count = 0

        @inlinable init(shift: UInt, prefix: UInt, capacity: Int) {
            self.shift = shift
            self.prefix = prefix
            self.capacity = capacity
        }

        @inlinable var leafCount: Int { leafDigits.nonzeroBitCount }

        /// Whether a number has this branch's prefix.
        @inlinable func covers(_ number: UInt) -> Bool { number >> (shift + 5) == prefix }

        /// The bit of a number's digit in this branch.
        @inlinable func digit(of number: UInt) -> UInt32 { 1 &<< UInt32(truncatingIfNeeded: (number &>> shift) & 31) }

        /// The index of a digit's leaf among the leaves.
        @inlinable func leafIndex(of digit: UInt32) -> Int { (leafDigits & (digit &- 1)).nonzeroBitCount }

        /// The index of a digit's branch among the branches.
        @inlinable func branchIndex(of digit: UInt32) -> Int { (branchDigits & (digit &- 1)).nonzeroBitCount }
    }
}

extension RadixTree.Branch {
    @usableFromInline typealias Branch = RadixTree.Branch
    @usableFromInline typealias Leaf = RadixTree.Leaf

    /// The leaf at an index.
    @inlinable func leaf(at index: Int) -> Leaf { withUnsafeMutablePointerToElements { $0[index] } }

    @inlinable static func make(shift: UInt, prefix: UInt, capacity: Int) -> Branch {
        let buffer = create(minimumCapacity: capacity) { _ in .init(shift: shift, prefix: prefix, capacity: capacity) }
        return unsafeDowncast(buffer, to: Branch.self)
    }

    /// Creates a root with a single leaf.
    @inlinable static func make(with leaf: Leaf) -> Branch {
        let branch = make(shift: 0, prefix: leaf.number >> 5, capacity: 2)
        branch.add(leaf)
        return branch
    }

    /// Creates an empty branch where the paths of two numbers part.
    @inlinable static func make(parting number: UInt, and other: UInt) -> Branch {
        let highestBit = UInt(UInt.bitWidth - 1 - (number ^ other).leadingZeroBitCount)
        let shift = highestBit / 5 * 5
        return make(shift: shift, prefix: number >> (shift + 5), capacity: 2)
    }

    /// Copies the branch, sharing the branches below.
    @inlinable func copy() -> Branch { copy(capacity: content.capacity) }

    @inlinable func copy(capacity: Int) -> Branch {
        let copy = Branch.make(shift: content.shift, prefix: content.prefix, capacity: capacity)
        copy.withUnsafeMutablePointerToElements { copies in
            withUnsafeMutablePointerToElements { copies.initialize(from: $0, count: content.leafCount) }
        }
        copy.takeOver(content)
        return copy
    }

    /// Moves the contents to a branch of twice the capacity; the caller must hold the only reference to this one.
    @inlinable func grown() -> Branch {
        let grown = Branch.make(shift: content.shift, prefix: content.prefix, capacity: content.capacity * 2)
        grown.withUnsafeMutablePointerToElements { places in
            withUnsafeMutablePointerToElements { places.moveInitialize(from: $0, count: content.leafCount) }
        }
        grown.takeOver(content)
        content.leafDigits = 0
        return grown
    }

    /// Copies everything but the leaves.
    @inlinable func takeOver(_ other: RadixTree.Header) {
        content.leafDigits = other.leafDigits
        content.branchDigits = other.branchDigits
        content.branches = other.branches
        content.count = other.count
    }

    /// Inserts a leaf; its digit must be free, and the capacity must suffice.
    @inlinable func add(_ leaf: Leaf) {
        let digit = content.digit(of: leaf.number)
        let index = content.leafIndex(of: digit)
        withUnsafeMutablePointerToElements { leaves in
            let place = leaves + index
            (place + 1).moveInitialize(from: place, count: content.leafCount - index)
            place.initialize(to: leaf)
        }
        content.leafDigits |= digit
        content.count += 1
    }

    /// Removes the leaf of a digit.
    @inlinable func removeLeaf(_ digit: UInt32) -> Leaf {
        let index = content.leafIndex(of: digit)
        let leaf = withUnsafeMutablePointerToElements { leaves in
            let place = leaves + index
            let leaf = place.move()
            place.moveInitialize(from: place + 1, count: content.leafCount - index - 1)
            return leaf
        }
        content.leafDigits &= ~digit
        content.count -= 1
        return leaf
    }

    /// Inserts a branch; its digit must be free.
    @inlinable func add(_ branch: Branch) {
        let digit = content.digit(of: branch.someNumber)
        content.branches.insert(branch, at: content.branchIndex(of: digit))
        content.branchDigits |= digit
        content.count += branch.content.count
    }

    /// Removes the branch of a digit.
    @inlinable func removeBranch(_ digit: UInt32) -> Branch {
        let branch = content.branches.remove(at: content.branchIndex(of: digit))
        content.branchDigits &= ~digit
        content.count -= branch.content.count
        return branch
    }

    /// A number with this branch's prefix; the tree need not contain it.
    @inlinable var someNumber: UInt { content.prefix << (content.shift + 5) }
}

extension ManagedBuffer {
    /// The header without a check of exclusivity at run time: a tree and a cell are changed only while a single
    /// collection refers to them.
    @inlinable
    @inline(__always)
    var content: Header {
        _read { yield withUnsafeMutablePointerToHeader { $0 }.pointee }
        _modify { yield &withUnsafeMutablePointerToHeader { $0 }.pointee }
    }
}
