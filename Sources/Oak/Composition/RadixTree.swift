/// A map from numbers to elements in ascending order; copies share their unchanged branches.
///
/// Digits of five bits, most significant first, lead from the root to an element. A branch exists only where the
/// numbers of two elements differ: elements sit as high as they are unambiguous, digits that all elements share are
/// skipped, and no path is longer than the 13 digits of a number. Equal sets of numbers form trees of the same shape,
/// regardless of the order of changes.
///
/// A uniquely referenced branch is changed in place; any other is copied together with the branches above it. Comparing
/// trees that derive from one another therefore skips shared branches; see ``forEachDifference(from:_:)``.
@usableFromInline struct RadixTree<Element> {
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
    /// Each branch has at least two slots, leaves or branches, except for a root, which may have a single leaf or none.
    @usableFromInline final class Branch {
        /// The number of bits below the digit at which paths part; zero in a root with a single leaf.
        @exclusivity(unchecked) @usableFromInline var shift: UInt
        /// The higher digits, which all numbers below share.
        @exclusivity(unchecked) @usableFromInline var prefix: UInt
        /// One bit for each digit that leads to a leaf.
        @exclusivity(unchecked) @usableFromInline var leafDigits: UInt32 = 0
        /// One bit for each digit that leads to another branch.
        @exclusivity(unchecked) @usableFromInline var branchDigits: UInt32 = 0
        @exclusivity(unchecked) @usableFromInline var leaves: ContiguousArray<Leaf> = []
        @exclusivity(unchecked) @usableFromInline var branches: ContiguousArray<Branch> = []
        /// The number of elements below.
        @exclusivity(unchecked) @usableFromInline var count = 0

        /// Creates an empty branch where the paths of two numbers part.
        @inlinable init(parting number: UInt, and other: UInt) {
            let highestBit = UInt(UInt.bitWidth - 1 - (number ^ other | 1).leadingZeroBitCount)
            shift = highestBit / 5 * 5
            prefix = number >> (shift + 5)
        }

        /// Copies a branch, sharing the branches below.
        @inlinable init(copying other: Branch) {
            (shift, prefix, count) = (other.shift, other.prefix, other.count)
            (leafDigits, branchDigits) = (other.leafDigits, other.branchDigits)
            (leaves, branches) = (other.leaves, other.branches)
        }
    }

    /// A leaf or a branch below a branch.
    @usableFromInline enum Slot {
        case leaf(Leaf)
        case branch(Branch)
    }

    /// The branch where the paths of all elements part, or that of the only element; empty or `nil` in an empty tree.
    @usableFromInline var root: Branch?

    @inlinable init() {}

    /// The number of elements.
    ///
    /// - Complexity: O(1)
    @inlinable var count: Int { root?.count ?? 0 }

    /// Whether the trees share everything, as an unchanged copy does, or are empty.
    ///
    /// - Complexity: O(1)
    @inlinable func isIdentical(to other: RadixTree) -> Bool {
        root === other.root || count == 0 && other.count == 0
    }

    /// The element of a number.
    ///
    /// - Complexity: O(log *n*)
    @inlinable subscript(number: UInt) -> Element? { read(number) { $0 } }

    // Every event follows two paths, so a path counts no references: the tree keeps each branch on it alive.

    /// Reads the element of a number in place.
    ///
    /// - Returns: The result of `body`, or `nil` if the number has no element.
    /// - Complexity: O(log *n*)
    @inlinable func read<Answer>(_ number: UInt, _ body: (borrowing Element) -> Answer) -> Answer? {
        guard var place = root.map(Unmanaged.passUnretained) else { return nil }
        defer { withExtendedLifetime(self) {} }
        while true {
            let (answer, next): (Answer?, Unmanaged<Branch>?) = place._withUnsafeGuaranteedRef { branch in
                if let index = branch.leafIndex(toward: number) {
                    return (branch.leaves[index].number == number ? body(branch.leaves[index].element) : nil, nil)
                }
                return (nil, branch.branchIndex(toward: number).map { .passUnretained(branch.branches[$0]) })
            }
            guard let next else { return answer }
            place = next
        }
    }

    /// Changes the element of a number in place.
    ///
    /// - Returns: The result of `body`, or `nil` if the number has no element.
    /// - Complexity: O(log *n*); an unshared tree copies nothing.
    @inlinable mutating func update<Answer>(_ number: UInt, _ body: (inout Element) -> Answer) -> Answer? {
        if !isKnownUniquelyReferenced(&root) { root = root.map { Branch(copying: $0) } }
        guard var place = root.map(Unmanaged.passUnretained) else { return nil }
        defer { withExtendedLifetime(self) {} }
        while true {
            let (answer, next): (Answer?, Unmanaged<Branch>?) = place._withUnsafeGuaranteedRef { branch in
                if let index = branch.leafIndex(toward: number) {
                    return (branch.leaves[index].number == number ? body(&branch.leaves[index].element) : nil, nil)
                }
                return (nil, branch.branchIndex(toward: number).map { .passUnretained(branch.uniqueBranch(at: $0)) })
            }
            guard let next else { return answer }
            place = next
        }
    }

    /// Inserts an element, whose number must have none.
    ///
    /// - Complexity: O(log *n*)
    @inlinable mutating func insert(_ element: Element, at number: UInt) {
        var branch = root.take() ?? Branch(parting: number, and: number)
        defer { root = branch }
        if branch.count == 0 {
            if !isKnownUniquelyReferenced(&branch) { branch = Branch(parting: number, and: number) }
            (branch.shift, branch.prefix) = (0, number >> 5)
        }
        Branch.insert(Leaf(number: number, element: element), into: &branch)
    }

    /// Removes the element of a number.
    ///
    /// - Returns: The element, or `nil` if the number has none.
    /// - Complexity: O(log *n*); without such an element, nothing is copied.
    @inlinable
    @discardableResult
    mutating func remove(_ number: UInt) -> Element? {
        guard read(number, { _ in }) != nil, var branch = root.take() else { return nil }
        defer { root = branch }
        let removed = Branch.remove(number, from: &branch)
        if branch.count == 1 {
            let only = branch.leaves[0].number
            (branch.shift, branch.prefix) = (0, only >> 5)
            branch.leafDigits = branch.digit(of: only)
        }
        return removed
    }
}

// A branch is changed only while a single tree refers to it.
extension RadixTree: @unchecked Sendable where Element: Sendable {}

// MARK: - Branches

extension RadixTree.Branch {
    @usableFromInline typealias Branch = RadixTree.Branch
    @usableFromInline typealias Leaf = RadixTree.Leaf

    /// Whether a number has this branch's prefix.
    @inlinable func covers(_ number: UInt) -> Bool { number >> (shift + 5) == prefix }

    /// A number with this branch's prefix; the tree need not contain it.
    @inlinable var someNumber: UInt { prefix << (shift + 5) }

    /// One bit for each occupied digit.
    @inlinable var digits: RadixDigits { RadixDigits(bits: leafDigits | branchDigits) }

    /// The bit of a number's digit in this branch.
    @inlinable func digit(of number: UInt) -> UInt32 { 1 &<< UInt32(truncatingIfNeeded: (number &>> shift) & 31) }

    /// The index of a digit's leaf among the leaves.
    @inlinable func leafIndex(of digit: UInt32) -> Int { (leafDigits & (digit &- 1)).nonzeroBitCount }

    /// The index of a digit's branch among the branches.
    @inlinable func branchIndex(of digit: UInt32) -> Int { (branchDigits & (digit &- 1)).nonzeroBitCount }

    /// The index of the leaf on the path to a number, if there is one.
    @inlinable func leafIndex(toward number: UInt) -> Int? {
        let digit = digit(of: number)
        return leafDigits & digit != 0 ? leafIndex(of: digit) : nil
    }

    /// The index of the branch on the path to a number, if there is one.
    @inlinable func branchIndex(toward number: UInt) -> Int? {
        let digit = digit(of: number)
        return branchDigits & digit != 0 ? branchIndex(of: digit) : nil
    }

    /// The branch at an index, copied first if it is shared; this one must be uniquely referenced.
    @inlinable func uniqueBranch(at index: Int) -> Branch {
        if !isKnownUniquelyReferenced(&branches[index]) { branches[index] = Branch(copying: branches[index]) }
        return branches[index]
    }

    /// The slot of a digit, or `nil` if the digit is free.
    @inlinable func slot(at digit: UInt32) -> RadixTree.Slot? {
        if leafDigits & digit != 0 { return .leaf(leaves[leafIndex(of: digit)]) }
        return branchDigits & digit != 0 ? .branch(branches[branchIndex(of: digit)]) : nil
    }

    /// Inserts a leaf; its digit must be free.
    @inlinable func add(_ leaf: Leaf) {
        let digit = digit(of: leaf.number)
        leaves.insert(leaf, at: leafIndex(of: digit))
        leafDigits |= digit
        count += 1
    }

    /// Inserts a branch; its digit must be free.
    @inlinable func add(_ branch: Branch) {
        let digit = digit(of: branch.someNumber)
        branches.insert(branch, at: branchIndex(of: digit))
        branchDigits |= digit
        count += branch.count
    }

    /// Removes the leaf at an index.
    @inlinable func removeLeaf(at index: Int) -> Leaf {
        let leaf = leaves.remove(at: index)
        leafDigits &= ~digit(of: leaf.number)
        count -= 1
        return leaf
    }

    /// Inserts a leaf below a branch, or beside it if their paths part earlier.
    @inlinable static func insert(_ leaf: Leaf, into branch: inout Branch) {
        guard branch.covers(leaf.number) else {
            let parent = Branch(parting: leaf.number, and: branch.someNumber)
            // Only a root has a single leaf.
            if branch.count == 1 { parent.add(branch.leaves[0]) } else { parent.add(branch) }
            parent.add(leaf)
            return branch = parent
        }
        if !isKnownUniquelyReferenced(&branch) { branch = Branch(copying: branch) }
        if let index = branch.branchIndex(toward: leaf.number) {
            branch.count += 1
            return insert(leaf, into: &branch.branches[index])
        }
        guard let index = branch.leafIndex(toward: leaf.number) else { return branch.add(leaf) }
        let other = branch.removeLeaf(at: index)
        let below = Branch(parting: leaf.number, and: other.number)
        below.add(leaf)
        below.add(other)
        branch.add(below)
    }

    /// Removes an existing element. The last remaining slot replaces its branch.
    @inlinable static func remove(_ number: UInt, from branch: inout Branch) -> Element? {
        if !isKnownUniquelyReferenced(&branch) { branch = Branch(copying: branch) }
        let removed: Element?
        if let index = branch.leafIndex(toward: number) {
            removed = branch.removeLeaf(at: index).element
        } else if let index = branch.branchIndex(toward: number) {
            removed = remove(number, from: &branch.branches[index])
            branch.count -= 1
            if branch.branches[index].count == 1 {
                branch.branchDigits &= ~branch.digit(of: number)
                branch.count -= 1
                branch.add(branch.branches.remove(at: index).leaves[0])
            }
        } else {
            removed = nil
        }
        if branch.leafDigits == 0, branch.branches.count == 1 { branch = branch.branches[0] }
        return removed
    }
}

/// Digits in ascending order, one bit for each.
@usableFromInline struct RadixDigits: Sequence, IteratorProtocol {
    @usableFromInline var bits: UInt32

    @inlinable init(bits: UInt32) { self.bits = bits }

    @inlinable mutating func next() -> UInt32? {
        guard bits != 0 else { return nil }
        defer { bits &= bits &- 1 }
        return bits & (~bits &+ 1)
    }
}

// MARK: - Order

extension RadixTree {
    /// The element at an offset in ascending order.
    ///
    /// - Returns: The element with its number, or `nil` if the offset is out of range.
    /// - Complexity: O(log *n*)
    @inlinable func leaf(at offset: Int) -> Leaf? {
        guard offset >= 0, offset < count, var branch = root else { return nil }
        var rest = offset
        search: while branch.branchDigits != 0 {
            for digit in branch.digits {
                switch branch.slot(at: digit) {
                case .leaf(let leaf)?:
                    if rest == 0 { return leaf }
                    rest -= 1
                case .branch(let next)?:
                    if rest < next.count {
                        branch = next
                        continue search
                    }
                    rest -= next.count
                case nil: break
                }
            }
        }
        return branch.leaves[rest]
    }

    /// Returns an iterator over the elements in ascending order.
    ///
    /// - Complexity: O(1); O(*n*) to iterate over all *n* elements.
    @inlinable func makeIterator() -> Iterator { Iterator(self) }

    /// Iterates over the elements in ascending order.
    @usableFromInline struct Iterator: IteratorProtocol {
        /// The branches on the path to the next element, each with its remaining digits.
        @usableFromInline var path: ContiguousArray<(branch: Branch, digits: RadixDigits)> = []

        @inlinable init(_ tree: RadixTree) { if let root = tree.root { path.append((root, root.digits)) } }

        @inlinable mutating func next() -> Leaf? {
            while let last = path.indices.last {
                switch path[last].digits.next().flatMap({ path[last].branch.slot(at: $0) }) {
                case .leaf(let leaf)?: return leaf
                case .branch(let next)?: path.append((next, next.digits))
                case nil: path.removeLast()
                }
            }
            return nil
        }
    }
}

// MARK: - Differences

extension RadixTree {
    /// Enumerates the leaves that the trees do not share, in the ascending order of both.
    ///
    /// These include leaves with equal elements: a changed branch is a new one, and all of its own leaves are
    /// enumerated.
    ///
    /// - Parameters:
    ///   - old: The tree to compare with.
    ///   - body: Receives the leaves of one number in the other tree and in this one, at least one of which exists.
    /// - Complexity: O(*k* log *n*), where *k* is the number of changes between the trees, if one derives from the
    ///   other; else O(*n*).
    @inlinable func forEachDifference(from old: RadixTree, _ body: (_ old: Leaf?, _ new: Leaf?) -> Void) {
        Slot.compare(old.root.map(Slot.branch), root.map(Slot.branch), body)
    }
}

extension RadixTree.Slot {
    @usableFromInline typealias Slot = RadixTree.Slot
    @usableFromInline typealias Leaf = RadixTree.Leaf

    @inlinable static func compare(_ old: Slot?, _ new: Slot?, _ body: (_ old: Leaf?, _ new: Leaf?) -> Void) {
        switch (old, new) {
        case (nil, nil): break
        case (.leaf(let old)?, nil): body(old, nil)
        case (nil, .leaf(let new)?): body(nil, new)
        case (.leaf(let old)?, .leaf(let new)?) where old.number == new.number: body(old, new)
        case (.branch(let old)?, .branch(let new)?) where old === new: break
        case (_?, _), (_, _?):
            let shift = Swift.max(old?.shift ?? 0, new?.shift ?? 0)
            if let old, let new, old.someNumber >> (shift + 5) != new.someNumber >> (shift + 5) {
                compare(old, nil, body)
                return compare(nil, new, body)
            }
            let digits = (old?.digits(at: shift) ?? 0) | (new?.digits(at: shift) ?? 0)
            for digit in RadixDigits(bits: digits) {
                compare(old?.slot(at: digit, shift: shift), new?.slot(at: digit, shift: shift), body)
            }
        }
    }

    /// The shift of a branch, or zero for a leaf.
    @inlinable var shift: UInt { if case .branch(let branch) = self { branch.shift } else { 0 } }

    /// A number below this slot's path; the tree need not contain it.
    @inlinable var someNumber: UInt {
        switch self {
        case .leaf(let leaf): leaf.number
        case .branch(let branch): branch.someNumber
        }
    }

    /// One bit for each occupied digit at a shift, which may lie above this slot.
    @inlinable func digits(at shift: UInt) -> UInt32 {
        if case .branch(let branch) = self, branch.shift == shift { return branch.digits.bits }
        return 1 &<< UInt32(truncatingIfNeeded: (someNumber &>> shift) & 31)
    }

    /// The slot of a digit at a shift, which may lie above this slot.
    @inlinable func slot(at digit: UInt32, shift: UInt) -> Slot? {
        if case .branch(let branch) = self, branch.shift == shift { return branch.slot(at: digit) }
        return digits(at: shift) == digit ? self : nil
    }
}
