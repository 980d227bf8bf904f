extension RadixTree {
    /// Enumerates the elements that the trees do not share, in the ascending order of both.
    ///
    /// These include equal elements: a changed branch is a new one, and all of its own elements are enumerated.
    ///
    /// - Parameters:
    ///   - old: The tree to compare with.
    ///   - body: Receives a number with its element in the other tree and its element in this one, at least one of
    ///     which exists.
    /// - Complexity: O(*k* log *n*), where *k* is the number of changes between the trees, if one derives from the
    ///   other; else O(*n*).
    @inlinable
    func forEachDifference(from old: RadixTree, _ body: (UInt, _ old: Element?, _ new: Element?) -> Void) {
        Slot.compare(old.root.map(Slot.branch), root.map(Slot.branch), body)
    }
}

extension RadixTree.Slot {
    @usableFromInline typealias Slot = RadixTree.Slot

    @inlinable
    static func compare(_ old: Slot?, _ new: Slot?, _ body: (UInt, _ old: Element?, _ new: Element?) -> Void) {
        switch (old, new) {
        case (nil, nil): break
        case (let old?, nil): old.forEach { body($0, $1, nil) }
        case (nil, let new?): new.forEach { body($0, nil, $1) }
        case (.leaf(let old)?, .leaf(let new)?) where old.number == new.number:
            body(old.number, old.element, new.element)
        case (.leaf(let old)?, .leaf(let new)?):
            body(old.number, old.element, nil)
            body(new.number, nil, new.element)
        case (.branch(let old)?, .branch(let new)?) where old === new: break
        case (let old?, let new?): compareBelow(old, new, body)
        }
    }

    /// Compares two slots digit by digit; at least one must be a branch.
    @inlinable
    static func compareBelow(_ old: Slot, _ new: Slot, _ body: (UInt, _ old: Element?, _ new: Element?) -> Void) {
        let shift = Swift.max(old.shift, new.shift)
        guard old.someNumber >> (shift + 5) == new.someNumber >> (shift + 5) else {
            compare(old, nil, body)
            compare(nil, new, body)
            return
        }
        var digits = (old.digits(at: shift) | new.digits(at: shift)) & ~sharedDigits(old, new)
        while digits != 0 {
            let digit = digits & (~digits &+ 1)
            compare(old.slot(at: digit, shift: shift), new.slot(at: digit, shift: shift), body)
            digits &= digits &- 1
        }
    }

    /// One bit for each digit that leads both slots to the same branch.
    @inlinable
    static func sharedDigits(_ old: Slot, _ new: Slot) -> UInt32 {
        guard case .branch(let old) = old, case .branch(let new) = new, old.header.shift == new.header.shift else {
            return 0
        }
        var shared: UInt32 = 0
        var digits = old.header.branchDigits & new.header.branchDigits
        while digits != 0 {
            let digit = digits & (~digits &+ 1)
            if old.header.branches[old.header.branchIndex(of: digit)]
                === new.header.branches[new.header.branchIndex(of: digit)]
            {
                shared |= digit
            }
            digits &= digits &- 1
        }
        return shared
    }

    /// The shift of a branch, or zero for a leaf.
    @inlinable
    var shift: UInt {
        switch self {
        case .leaf: 0
        case .branch(let branch): branch.header.shift
        }
    }

    /// A number below this slot's path; the tree need not contain it.
    @inlinable
    var someNumber: UInt {
        switch self {
        case .leaf(let leaf): leaf.number
        case .branch(let branch): branch.someNumber
        }
    }

    /// One bit for each occupied digit at a shift, which may lie above this slot.
    @inlinable
    func digits(at shift: UInt) -> UInt32 {
        switch self {
        case .branch(let branch) where branch.header.shift == shift: branch.header.digits
        case .branch, .leaf: 1 &<< UInt32(truncatingIfNeeded: (someNumber &>> shift) & 31)
        }
    }

    /// The slot of a digit at a shift, which may lie above this slot.
    @inlinable
    func slot(at digit: UInt32, shift: UInt) -> Slot? {
        switch self {
        case .branch(let branch) where branch.header.shift == shift: branch.slot(at: digit)
        case .branch, .leaf: digits(at: shift) == digit ? self : nil
        }
    }
}
