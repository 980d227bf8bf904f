extension RadixTree {
    /// An element with its number.
    @usableFromInline
    struct Leaf {
        @usableFromInline let number: UInt
        @usableFromInline var element: Element

        @inlinable
        init(number: UInt, element: Element) {
            self.number = number
            self.element = element
        }
    }

    /// A place where paths part: the leaves and branches to which a digit leads, both in ascending order and without gaps.
    ///
    /// Leaves are behind the header, so that a branch that has nothing else is one allocation. In a tree each branch has at least two
    /// of them, leaves or branches, but for a root with a single leaf.
    @usableFromInline
    final class Branch: ManagedBuffer<Header, Leaf> {
        @inlinable
        deinit {
            _ = withUnsafeMutablePointers { header, leaves in leaves.deinitialize(count: header.pointee.leafCount) }
        }
    }

    @usableFromInline
    struct Header {
        /// How far right the digit is at which paths part.
        @usableFromInline let shift: UInt
        /// The digits before, which all numbers below have in common.
        @usableFromInline let prefix: UInt
        /// How many leaves there is room for.
        @usableFromInline let capacity: Int
        /// A bit for each digit that leads to a leaf.
        @usableFromInline var leafDigits: UInt32 = 0
        /// A bit for each digit that leads to another branch.
        @usableFromInline var branchDigits: UInt32 = 0
        @usableFromInline var branches: ContiguousArray<Branch> = []
        /// How many elements there are below.
        @usableFromInline var count = 0

        @inlinable
        init(shift: UInt, prefix: UInt, capacity: Int) {
            self.shift = shift
            self.prefix = prefix
            self.capacity = capacity
        }

        @inlinable
        var leafCount: Int { leafDigits.nonzeroBitCount }

        /// Whether the path of a number comes through here.
        @inlinable
        func covers(_ number: UInt) -> Bool { number >> (shift + 5) == prefix }

        /// The bit of the digit that leads on to a number.
        @inlinable
        func digit(of number: UInt) -> UInt32 { 1 &<< UInt32(truncatingIfNeeded: (number &>> shift) & 31) }

        /// Where the leaf of a digit is among the leaves.
        @inlinable
        func leafIndex(of digit: UInt32) -> Int { (leafDigits & (digit &- 1)).nonzeroBitCount }

        /// Where the branch of a digit is among the branches.
        @inlinable
        func branchIndex(of digit: UInt32) -> Int { (branchDigits & (digit &- 1)).nonzeroBitCount }
    }
}

extension RadixTree.Branch {
    @usableFromInline typealias Branch = RadixTree.Branch
    @usableFromInline typealias Leaf = RadixTree.Leaf

    /// One of the leaves.
    @inlinable
    func leaf(at index: Int) -> Leaf { withUnsafeMutablePointerToElements { $0[index] } }

    @inlinable
    static func make(shift: UInt, prefix: UInt, capacity: Int) -> Branch {
        let buffer = create(minimumCapacity: capacity) { _ in .init(shift: shift, prefix: prefix, capacity: capacity) }
        return unsafeDowncast(buffer, to: Branch.self)
    }

    /// A root with a single leaf.
    @inlinable
    static func make(with leaf: Leaf) -> Branch {
        let branch = make(shift: 0, prefix: leaf.number >> 5, capacity: 2)
        branch.add(leaf)
        return branch
    }

    /// A branch where the paths of two numbers part, without anything in it yet.
    @inlinable
    static func make(parting number: UInt, and other: UInt) -> Branch {
        let highestBit = UInt(UInt.bitWidth - 1 - (number ^ other).leadingZeroBitCount)
        let shift = highestBit / 5 * 5
        return make(shift: shift, prefix: number >> (shift + 5), capacity: 2)
    }

    /// Another branch with the same leaves and branches.
    @inlinable
    func copy() -> Branch { copy(capacity: header.capacity) }

    @inlinable
    func copy(capacity: Int) -> Branch {
        let copy = Branch.make(shift: header.shift, prefix: header.prefix, capacity: capacity)
        copy.withUnsafeMutablePointerToElements { copies in
            withUnsafeMutablePointerToElements { copies.initialize(from: $0, count: header.leafCount) }
        }
        copy.takeOver(header)
        return copy
    }

    /// A branch with room for another leaf in the place of this one, which nothing else refers to.
    @inlinable
    func grown() -> Branch {
        let grown = Branch.make(shift: header.shift, prefix: header.prefix, capacity: header.capacity * 2)
        grown.withUnsafeMutablePointerToElements { places in
            withUnsafeMutablePointerToElements { places.moveInitialize(from: $0, count: header.leafCount) }
        }
        grown.takeOver(header)
        header.leafDigits = 0
        return grown
    }

    /// Everything but the leaves.
    @inlinable
    func takeOver(_ other: RadixTree.Header) {
        header.leafDigits = other.leafDigits
        header.branchDigits = other.branchDigits
        header.branches = other.branches
        header.count = other.count
    }

    /// Puts in a leaf, whose digit leads nowhere yet and for which there is room.
    @inlinable
    func add(_ leaf: Leaf) {
        let digit = header.digit(of: leaf.number)
        let index = header.leafIndex(of: digit)
        withUnsafeMutablePointerToElements { leaves in
            let place = leaves + index
            (place + 1).moveInitialize(from: place, count: header.leafCount - index)
            place.initialize(to: leaf)
        }
        header.leafDigits |= digit
        header.count += 1
    }

    /// Takes the leaf of a digit out.
    @inlinable
    func removeLeaf(_ digit: UInt32) -> Leaf {
        let index = header.leafIndex(of: digit)
        let leaf = withUnsafeMutablePointerToElements { leaves in
            let place = leaves + index
            let leaf = place.move()
            place.moveInitialize(from: place + 1, count: header.leafCount - index - 1)
            return leaf
        }
        header.leafDigits &= ~digit
        header.count -= 1
        return leaf
    }

    /// Puts in a branch, in a direction that leads nowhere yet.
    @inlinable
    func add(_ branch: Branch) {
        let digit = header.digit(of: branch.someNumber)
        header.branches.insert(branch, at: header.branchIndex(of: digit))
        header.branchDigits |= digit
        header.count += branch.header.count
    }

    /// Takes the branch of a digit out.
    @inlinable
    func removeBranch(_ digit: UInt32) -> Branch {
        let branch = header.branches.remove(at: header.branchIndex(of: digit))
        header.branchDigits &= ~digit
        header.count -= branch.header.count
        return branch
    }

    /// A number whose path comes through here; there need not be an element for it.
    @inlinable
    var someNumber: UInt { header.prefix << (header.shift + 5) }
}
