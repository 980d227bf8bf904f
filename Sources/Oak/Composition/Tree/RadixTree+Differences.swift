extension RadixTree {
    /// Gives out the elements that the trees do not share, in ascending order in either tree.
    ///
    /// That is more than what differs: a branch that was changed is another one, and then all of its own elements are given out.
    ///
    /// - Parameters:
    ///   - old: The tree to compare with.
    ///   - body: Told a number with the element that it has in the other tree and the one that it has here, at least one of which is there.
    /// - Complexity: O(*k* log *n*), where *k* is the number of changes that separate the trees if one has come out of the other;
    ///   else O(*n*).
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

    /// Compares digit by digit where at least one of the two is a branch.
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

    /// A bit for each digit that leads to the same branch from both.
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

    /// How far right paths part below, at least; those of a leaf never do.
    @inlinable
    var shift: UInt {
        switch self {
        case .leaf: 0
        case .branch(let branch): branch.header.shift
        }
    }

    /// A number whose path comes through here.
    @inlinable
    var someNumber: UInt {
        switch self {
        case .leaf(let leaf): leaf.number
        case .branch(let branch): branch.someNumber
        }
    }

    /// A bit for each digit that leads to something from where the paths of two part, which may be above this one.
    @inlinable
    func digits(at shift: UInt) -> UInt32 {
        switch self {
        case .branch(let branch) where branch.header.shift == shift: branch.header.digits
        case .branch, .leaf: 1 &<< UInt32(truncatingIfNeeded: (someNumber &>> shift) & 31)
        }
    }

    /// The slot of such a digit.
    @inlinable
    func slot(at digit: UInt32, shift: UInt) -> Slot? {
        switch self {
        case .branch(let branch) where branch.header.shift == shift: branch.slot(at: digit)
        case .branch, .leaf: digits(at: shift) == digit ? self : nil
        }
    }
}
