extension RadixTree {
    /// A leaf or a branch below a branch, valid while that branch lives and is not changed.
    ///
    /// Every event follows a path of slots, so they count no references: the tree keeps each branch on the path alive.
    @usableFromInline enum Slot {
        case leaf(UnsafeMutablePointer<Leaf>)
        case branch(Unmanaged<Branch>)

        @inlinable var subtree: Unmanaged<Branch>? { if case .branch(let branch) = self { branch } else { nil } }
    }
}

extension RadixTree.Branch {
    /// The slot of a digit, or `nil` if the digit is free.
    @inlinable func slot(at digit: UInt32) -> RadixTree.Slot? {
        withUnsafeMutablePointers { header, leaves in
            if header.pointee.leafDigits & digit != 0 { return .leaf(leaves + header.pointee.leafIndex(of: digit)) }
            guard header.pointee.branchDigits & digit != 0 else { return nil }
            let index = header.pointee.branchIndex(of: digit)
            return .branch(header.pointee.branches.withUnsafeBufferPointer { .passUnretained($0[index]) })
        }
    }

    /// The slot on the path to a number.
    @inlinable func slot(toward number: UInt) -> RadixTree.Slot? {
        slot(at: withUnsafeMutablePointerToHeader { $0.pointee.digit(of: number) })
    }

    /// Copies the branch on the path to a number if it is shared; this one must be uniquely referenced.
    @inlinable func isolateSlot(toward number: UInt) {
        withUnsafeMutablePointerToHeader { header in
            let digit = header.pointee.digit(of: number)
            guard header.pointee.branchDigits & digit != 0 else { return }
            let index = header.pointee.branchIndex(of: digit)
            header.pointee.branches.withUnsafeMutableBufferPointer { branches in
                if !isKnownUniquelyReferenced(&branches[index]) { branches[index] = branches[index].copy() }
            }
        }
    }
}
