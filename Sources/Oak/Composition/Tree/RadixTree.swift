/// A map from numbers to elements in ascending order, a copy of which shares what neither of the two has changed.
///
/// Digits of five bits, the most significant one first, lead from the root to an element. A branch is made only where the numbers
/// of two elements differ: an element is as high up as it is alone, digits that all have in common are skipped, and no path is longer
/// than a number has digits, 13. Equal sets of numbers make trees of the same shape, in whatever order they came about.
///
/// A branch is changed in place where nothing else refers to it, else it is copied along with those above it. So trees that come out
/// of one another are compared without looking at what they share; see ``forEachDifference(from:_:)``.
@usableFromInline
struct RadixTree<Element> {
    /// The branch where the paths of all elements part, or the one that has the only element; `nil` if there is none.
    @usableFromInline var root: Branch?

    @inlinable
    init() {}

    /// How many elements there are.
    ///
    /// - Complexity: O(1)
    @inlinable
    var count: Int { root?.header.count ?? 0 }

    /// Whether the trees share everything: one is a copy of the other, and nothing was changed since.
    ///
    /// - Complexity: O(1)
    @inlinable
    func isIdentical(to other: RadixTree) -> Bool { root === other.root }

    /// The element of a number.
    ///
    /// - Complexity: O(log *n*)
    @inlinable
    subscript(number: UInt) -> Element? { read(number) { $0 } }

    /// Looks at the element of a number where it is.
    ///
    /// - Returns: The answer of `body`, or `nil` if there is no such element.
    /// - Complexity: O(log *n*)
    @inlinable
    func read<Answer>(_ number: UInt, _ body: (borrowing Element) -> Answer) -> Answer? {
        guard var place = root.map(Unmanaged.passUnretained) else { return nil }
        defer { withExtendedLifetime(self) {} }
        while true {
            switch place._withUnsafeGuaranteedRef({ $0.step(to: number) }) {
            case .leaf(let leaf): return body(leaf.pointee.element)
            case .branch(let next): place = next
            case .nothing: return nil
            }
        }
    }

    /// Changes the element of a number where it is.
    ///
    /// - Returns: The answer of `body`, or `nil` if there is no such element.
    /// - Complexity: O(log *n*); nothing is copied where the tree is not shared.
    @inlinable
    mutating func update<Answer>(_ number: UInt, _ body: (inout Element) -> Answer) -> Answer? {
        if !isKnownUniquelyReferenced(&root) { root = root?.copy() }
        guard var place = root.map(Unmanaged.passUnretained) else { return nil }
        defer { withExtendedLifetime(self) {} }
        while true {
            switch place._withUnsafeGuaranteedRef({ $0.isolatedStep(to: number) }) {
            case .leaf(let leaf): return body(&leaf.pointee.element)
            case .branch(let next): place = next
            case .nothing: return nil
            }
        }
    }

    /// Puts an element in, in the place of one of the same number.
    ///
    /// - Returns: The one that was there.
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

    /// Takes the element of a number out.
    ///
    /// - Returns: The element, or `nil` if there was none.
    /// - Complexity: O(log *n*); nothing is copied where there is none.
    @inlinable
    @discardableResult
    mutating func remove(_ number: UInt) -> Element? {
        guard read(number, { _ in }) != nil, var branch = root else { return nil }
        root = nil
        let removed = Branch.remove(number, from: &branch)
        root = branch.header.count == 0 ? nil : branch
        return removed
    }
}

// Branches are changed only where one tree refers to them.
extension RadixTree: @unchecked Sendable where Element: Sendable {}
