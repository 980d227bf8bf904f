extension RadixTree.Branch {
    /// Inserts a leaf below a branch, or beside it if their paths part earlier.
    ///
    /// - Returns: The previous element of the number.
    @inlinable static func insert(_ leaf: Leaf, into branch: inout Branch) -> Element? {
        // Only a root has a single leaf, and such a root may be at any digit of its number.
        if branch.content.count == 1 { return insert(leaf, besideOnlyLeafOf: &branch) }
        guard branch.content.covers(leaf.number) else {
            let parent = make(parting: leaf.number, and: branch.someNumber)
            parent.add(leaf)
            parent.add(branch)
            branch = parent
            return nil
        }
        let digit = branch.content.digit(of: leaf.number)
        let isUnique = isKnownUniquelyReferenced(&branch)
        if (branch.content.leafDigits | branch.content.branchDigits) & digit == 0 {
            let isFull = branch.content.leafCount == branch.content.capacity
            switch (isUnique, isFull) {
            case (true, true): branch = branch.grown()
            case (true, false): break
            case (false, true): branch = branch.copy(capacity: branch.content.capacity * 2)
            case (false, false): branch = branch.copy()
            }
            branch.add(leaf)
            return nil
        }
        if !isUnique { branch = branch.copy() }
        return branch.insertBelow(leaf, digit: digit)
    }

    /// Inserts a leaf at an occupied digit; the caller must hold the only reference to this branch.
    @inlinable func insertBelow(_ leaf: Leaf, digit: UInt32) -> Element? {
        if content.branchDigits & digit != 0 {
            let index = content.branchIndex(of: digit)
            let replaced = Branch.insert(leaf, into: &content.branches[index])
            if replaced == nil { content.count += 1 }
            return replaced
        }
        let other = removeLeaf(digit)
        if other.number == leaf.number {
            add(leaf)
            return other.element
        }
        let branch = Branch.make(parting: leaf.number, and: other.number)
        branch.add(leaf)
        branch.add(other)
        add(branch)
        return nil
    }

    @inlinable static func insert(_ leaf: Leaf, besideOnlyLeafOf root: inout Branch) -> Element? {
        let only = root.leaf(at: 0)
        if only.number == leaf.number {
            root = make(with: leaf)
            return only.element
        }
        root = make(parting: leaf.number, and: only.number)
        root.add(leaf)
        root.add(only)
        return nil
    }

    /// Removes an existing element.
    ///
    /// The last remaining slot replaces its branch. Removing a tree's only element leaves an empty branch.
    @inlinable static func remove(_ number: UInt, from branch: inout Branch) -> Element? {
        if !isKnownUniquelyReferenced(&branch) { branch = branch.copy() }
        let digit = branch.content.digit(of: number)
        let removed: Element?
        if branch.content.leafDigits & digit != 0 {
            removed = branch.removeLeaf(digit).element
        } else {
            let index = branch.content.branchIndex(of: digit)
            removed = remove(number, from: &branch.content.branches[index])
            branch.content.count -= 1
            if branch.content.branches[index].content.count == 1 {
                let only = branch.removeBranch(digit).leaf(at: 0)
                if branch.content.leafCount == branch.content.capacity { branch = branch.grown() }
                branch.add(only)
            }
        }
        if branch.content.leafDigits == 0, branch.content.branches.count == 1 { branch = branch.content.branches[0] }
        return removed
    }
}
