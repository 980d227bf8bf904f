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
    @inlinable func forEachDifference(from old: RadixTree, _ body: Slot.Comparison) {
        let (past, present) = (old.root.map(Unmanaged.passUnretained), root.map(Unmanaged.passUnretained))
        defer { withExtendedLifetime((old, self)) {} }
        Slot.compare(past.map(Slot.branch), present.map(Slot.branch), body)
    }
}

extension RadixTree.Slot {
    @usableFromInline typealias Slot = RadixTree.Slot
    @usableFromInline typealias Comparison = (
        _ old: UnsafeMutablePointer<Leaf>?, _ new: UnsafeMutablePointer<Leaf>?
    ) -> Void

    @inlinable static func compare(_ old: Slot?, _ new: Slot?, _ body: Comparison) {
        switch (old, new) {
        case (nil, nil): break
        case (let old?, nil): old.forEach { body($0, nil) }
        case (nil, let new?): new.forEach { body(nil, $0) }
        case (.leaf(let old)?, .leaf(let new)?) where old.pointee.number == new.pointee.number: body(old, new)
        case (.leaf(let old)?, .leaf(let new)?):
            body(old, nil)
            body(nil, new)
        case (.branch(let old)?, .branch(let new)?) where old.toOpaque() == new.toOpaque(): break
        case (let old?, let new?): compareBelow(old, new, body)
        }
    }

    /// Compares two slots digit by digit; at least one must be a branch.
    @inlinable static func compareBelow(_ old: Slot, _ new: Slot, _ body: Comparison) {
        let shift = Swift.max(old.shift, new.shift)
        guard old.someNumber >> (shift + 5) == new.someNumber >> (shift + 5) else {
            compare(old, nil, body)
            compare(nil, new, body)
            return
        }
        var digits = old.digits(at: shift) | new.digits(at: shift)
        while digits != 0 {
            let digit = digits & (~digits &+ 1)
            compare(old.slot(at: digit, shift: shift), new.slot(at: digit, shift: shift), body)
            digits &= digits &- 1
        }
    }

    /// The shift of a branch, or zero for a leaf.
    @inlinable var shift: UInt { subtree?._withUnsafeGuaranteedRef { $0.content.shift } ?? 0 }

    /// A number below this slot's path; the tree need not contain it.
    @inlinable var someNumber: UInt {
        switch self {
        case .leaf(let leaf): leaf.pointee.number
        case .branch(let branch): branch._withUnsafeGuaranteedRef { $0.someNumber }
        }
    }

    /// One bit for each occupied digit at a shift, which may lie above this slot.
    @inlinable func digits(at shift: UInt) -> UInt32 {
        if case .branch(let branch) = self, self.shift == shift {
            return branch._withUnsafeGuaranteedRef { $0.content.digits }
        }
        return 1 &<< UInt32(truncatingIfNeeded: (someNumber &>> shift) & 31)
    }

    /// The slot of a digit at a shift, which may lie above this slot.
    @inlinable func slot(at digit: UInt32, shift: UInt) -> Slot? {
        if case .branch(let branch) = self, self.shift == shift {
            return branch._withUnsafeGuaranteedRef { $0.slot(at: digit) }
        }
        return digits(at: shift) == digit ? self : nil
    }
}
