// Every event walks such a path, so the walk counts no references: the tree keeps each branch on it alive.

extension RadixTree {
    /// The continuation of a number's path below a branch.
    @usableFromInline
    enum Step {
        case leaf(UnsafeMutablePointer<Leaf>)
        case branch(Unmanaged<Branch>)
        case nothing
    }
}

extension RadixTree.Branch {
    /// The continuation of a number's path, valid while the branch lives and is not changed.
    @inlinable
    func step(to number: UInt) -> RadixTree.Step {
        withUnsafeMutablePointers { header, leaves in
            let digit = header.pointee.digit(of: number)
            if header.pointee.leafDigits & digit != 0 {
                let leaf = leaves + header.pointee.leafIndex(of: digit)
                return leaf.pointee.number == number ? .leaf(leaf) : .nothing
            }
            guard header.pointee.branchDigits & digit != 0 else { return .nothing }
            let index = header.pointee.branchIndex(of: digit)
            return .branch(header.pointee.branches.withUnsafeBufferPointer { .passUnretained($0[index]) })
        }
    }

    /// Like ``step(to:)``, for a uniquely referenced branch; copies the next branch if it is shared.
    @inlinable
    func isolatedStep(to number: UInt) -> RadixTree.Step {
        withUnsafeMutablePointers { header, leaves in
            let digit = header.pointee.digit(of: number)
            if header.pointee.leafDigits & digit != 0 {
                let leaf = leaves + header.pointee.leafIndex(of: digit)
                return leaf.pointee.number == number ? .leaf(leaf) : .nothing
            }
            guard header.pointee.branchDigits & digit != 0 else { return .nothing }
            let index = header.pointee.branchIndex(of: digit)
            return header.pointee.branches.withUnsafeMutableBufferPointer { branches in
                if !isKnownUniquelyReferenced(&branches[index]) { branches[index] = branches[index].copy() }
                return .branch(.passUnretained(branches[index]))
            }
        }
    }
}
