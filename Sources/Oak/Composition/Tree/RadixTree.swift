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
    /// The branch where the paths of all elements part, or that of the only element; `nil` in an empty tree.
    @usableFromInline var root: Branch?

    @inlinable init() {}

    /// The number of elements.
    ///
    /// - Complexity: O(1)
    @inlinable var count: Int { root?.content.count ?? 0 }

    /// Whether the trees share everything, as an unchanged copy does.
    ///
    /// - Complexity: O(1)
    @inlinable func isIdentical(to other: RadixTree) -> Bool { root === other.root }

    /// The element of a number.
    ///
    /// - Complexity: O(log *n*)
    @inlinable subscript(number: UInt) -> Element? { read(number) { $0 } }

    /// Reads the element of a number in place.
    ///
    /// - Returns: The result of `body`, or `nil` if the number has no element.
    /// - Complexity: O(log *n*)
    @inlinable func read<Answer>(_ number: UInt, _ body: (borrowing Element) -> Answer) -> Answer? {
        guard var place = root.map(Unmanaged.passUnretained) else { return nil }
        defer { withExtendedLifetime(self) {} }
        while true {
            switch place._withUnsafeGuaranteedRef({ $0.slot(toward: number) }) {
            case .leaf(let leaf)?: return leaf.pointee.number == number ? body(leaf.pointee.element) : nil
            case .branch(let next)?: place = next
            case nil: return nil
            }
        }
    }

    /// Changes the element of a number in place.
    ///
    /// - Returns: The result of `body`, or `nil` if the number has no element.
    /// - Complexity: O(log *n*); an unshared tree copies nothing.
    @inlinable mutating func update<Answer>(_ number: UInt, _ body: (inout Element) -> Answer) -> Answer? {
        if !isKnownUniquelyReferenced(&root) { root = root?.copy() }
        guard var place = root.map(Unmanaged.passUnretained) else { return nil }
        defer { withExtendedLifetime(self) {} }
        while true {
            place._withUnsafeGuaranteedRef { $0.isolateSlot(toward: number) }
            switch place._withUnsafeGuaranteedRef({ $0.slot(toward: number) }) {
            case .leaf(let leaf)?: return leaf.pointee.number == number ? body(&leaf.pointee.element) : nil
            case .branch(let next)?: place = next
            case nil: return nil
            }
        }
    }

    /// Inserts an element, replacing any element of the same number.
    ///
    /// - Returns: The replaced element.
    /// - Complexity: O(log *n*)
    @inlinable
    @discardableResult
    mutating func insert(_ element: Element, at number: UInt) -> Element? {
        let leaf = Leaf(number: number, element: element)
        guard var branch = root else {
            root = Branch.make(with: leaf)
            return nil
        }
        root = nil
        defer { root = branch }
        return Branch.insert(leaf, into: &branch)
    }

    /// Removes the element of a number.
    ///
    /// - Returns: The element, or `nil` if the number has none.
    /// - Complexity: O(log *n*); without such an element, nothing is copied.
    @inlinable
    @discardableResult
    mutating func remove(_ number: UInt) -> Element? {
        guard read(number, { _ in }) != nil, var branch = root else { return nil }
        root = nil
        let removed = Branch.remove(number, from: &branch)
        root = branch.content.count == 0 ? nil : branch
        return removed
    }
}

// A branch is changed only while a single tree refers to it.
extension RadixTree: @unchecked Sendable where Element: Sendable {}
