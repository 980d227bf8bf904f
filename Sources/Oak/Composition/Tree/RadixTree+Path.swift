// The way down to an element is gone for each event, so it counts no references: the tree keeps all that is on it.

extension RadixTree {
    /// Where the path of a number goes on from a branch.
    @usableFromInline
    enum Step {
        case leaf(UnsafeMutablePointer<Leaf>)
        case branch(Unmanaged<Branch>)
        case nothing
    }
}

extension RadixTree.Branch {
    /// Where the path of a number goes on; the answer is good as long as the branch lives and nothing is put in or taken out.
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

    /// Where the path of a number goes on; nothing else refers to this branch, and to the next one neither then.
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
