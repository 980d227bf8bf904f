/// The states of children of one kind, each under a key, in the order of insertion.
///
/// It is an ordered dictionary with value semantics: equality depends on keys, order and states alone, and copies are
/// independent. Copies share the children that neither has changed. A copy therefore costs nothing, however many
/// children it has, and a comparison of two copies visits only the children that were added, removed or changed.
///
/// Setting the state under an existing key continues that child in the new state. Removing a key and adding it again
/// makes another child, even within one transition; the effects of the previous child are cancelled. So does an earlier
/// copy that is assigned again, if the key was removed and added since.
///
/// A collection of another origin, such as a literal, another property or decoding, continues the children whose
/// keys are in both, whatever has happened to either.
///
/// ```swift
/// var turnstiles: Children<Int, Turnstile.State> = [1: .locked]
/// turnstiles[2] = .locked           // added
/// turnstiles[1] = .unlocked         // continues
/// turnstiles.removeValue(forKey: 1)
/// turnstiles[1] = .locked           // another child
/// ```
public struct Children<ID: Hashable & Sendable, State> {
    @usableFromInline typealias Cell = ChildCell<ID, State>

    /// The keys of the children; unaffected by writes to states.
    @usableFromInline var membership = Membership<ID>()
    @usableFromInline var cells = RadixTree<Cell>()

    /// Creates an empty collection.
    ///
    /// - Complexity: O(1)
    @inlinable public init() {}

    /// Creates a collection as a whole: assigned in place of another, it continues the children under common keys.
    ///
    /// - Parameter keysAndValues: Keys and states in order. A repeated key keeps its first position and takes its last
    ///   state.
    /// - Complexity: O(*n* log *n*), where *n* is the number of children.
    @inlinable public init(uniqueKeysWithValues keysAndValues: some Sequence<(ID, State)>) {
        for (id, state) in keysAndValues {
            if let cell = uniqueCell(of: id) { cell.state = state } else { add(state, as: id) }
        }
    }

    /// The number of children.
    ///
    /// - Complexity: O(1)
    @inlinable public var count: Int { cells.count }

    /// Whether the collection has no children.
    ///
    /// - Complexity: O(1)
    @inlinable public var isEmpty: Bool { count == 0 }

    /// The state of the child under a key, or `nil` if no child has it.
    ///
    /// Setting a state under a new key adds a child at the end; under an existing key, it continues that child. Setting
    /// `nil` removes the child. A state can be changed in place, without copying it: `children[id]?.count += 1`.
    ///
    /// - Parameter id: The key.
    /// - Complexity: O(log *n*), where *n* is the number of children.
    @inlinable public subscript(id: ID) -> State? {
        get { number(of: id).flatMap { cells.read($0) { $0.state } } }
        set {
            switch newValue {
            case let state?: updateValue(state, forKey: id)
            case nil: removeValue(forKey: id)
            }
        }
        _modify {
            let number = number(of: id)
            let cell = number.flatMap { uniqueCell(at: $0) }
            var state = cell?.takeState()
            defer { putBack(state, in: cell, at: number, of: id) }
            yield &state
        }
    }

    /// The state of the child under a key, or a default state; modifying the default adds a child.
    ///
    /// - Parameters:
    ///   - id: The key.
    ///   - defaultState: The state for a key without a child.
    /// - Complexity: O(log *n*), where *n* is the number of children.
    @inlinable public subscript(id: ID, default defaultState: @autoclosure () -> State) -> State {
        get { self[id] ?? defaultState() }
        _modify {
            let cell = uniqueCell(of: id) ?? add(defaultState(), as: id)
            yield &cell.state
        }
    }

    /// Sets the state of the child under a key, or adds a child at the end if none has the key.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - id: The key.
    /// - Returns: The previous state, or `nil` if the child was added.
    /// - Complexity: O(log *n*), where *n* is the number of children.
    @inlinable
    @discardableResult
    public mutating func updateValue(_ state: State, forKey id: ID) -> State? {
        guard let cell = uniqueCell(of: id) else {
            add(state, as: id)
            return nil
        }
        let old = cell.takeState()
        cell.putBack(state)
        return old
    }

    /// Removes a child; its effects are cancelled in the same transition, even if the key is added again.
    ///
    /// - Parameter id: The key.
    /// - Returns: The child's state, or `nil` if no child had the key.
    /// - Complexity: O(log *n*), where *n* is the number of children.
    @inlinable
    @discardableResult
    public mutating func removeValue(forKey id: ID) -> State? {
        number(of: id).flatMap { removeCell(at: $0)?.state }
    }

    /// Removes all children.
    ///
    /// - Complexity: O(*n*), where *n* is the number of children; O(1) while a copy shares them.
    @inlinable public mutating func removeAll() {
        (membership.buckets, cells) = (RadixTree(), RadixTree())
    }

    /// Removes the children that satisfy a predicate, even if a key does not equal itself and nothing else finds it.
    ///
    /// - Parameter shouldBeRemoved: Receives the key and the state of each child, in order.
    /// - Throws: Any error that `shouldBeRemoved` throws; the collection then keeps all children.
    /// - Complexity: O(*n* + *k* log *n*), where *n* is the number of children and *k* the number of removed ones.
    @inlinable public mutating func removeAll<Failure>(
        where shouldBeRemoved: (Element) throws(Failure) -> Bool
    ) throws(Failure) {
        var removed: [UInt] = []
        for leaf in IteratorSequence(cells.makeIterator()) {
            if try shouldBeRemoved((leaf.element.id, leaf.element.state)) { removed.append(leaf.number) }
        }
        for number in removed { removeCell(at: number) }
    }
}

// MARK: - Cells

extension Children {
    /// The number of a key in the order of insertion.
    @inlinable func number(of id: ID) -> UInt? { membership.number(of: id) }

    /// The cell of a key, copied first if another collection shares it.
    @inlinable mutating func uniqueCell(of id: ID) -> Cell? {
        number(of: id).flatMap { uniqueCell(at: $0) }
    }

    @inlinable mutating func uniqueCell(at number: UInt) -> Cell? {
        cells.update(number) { cell in
            if !isKnownUniquelyReferenced(&cell) { cell = cell.copy() }
            return cell
        }
    }

    /// Completes a modification through the subscript: writes back, adds or removes the child.
    @inlinable mutating func putBack(_ state: consuming State?, in cell: Cell?, at number: UInt?, of id: ID) {
        switch (cell, state) {
        case (let cell?, let state?): cell.putBack(state)
        case (nil, let state?): add(state, as: id)
        // By its number, as the cell has no state, and a key that no longer equals itself is not found.
        case (_?, nil): if let number { removeCell(at: number) }
        case (nil, nil): break
        }
    }

    /// Adds a child under a new key.
    @inlinable
    @discardableResult
    mutating func add(_ state: State, as id: ID) -> Cell {
        let member = membership.insert(id)
        let cell = Cell.make(member, state)
        cells.insert(cell, at: member.number)
        return cell
    }

    @inlinable
    @discardableResult
    mutating func removeCell(at number: UInt) -> Cell? {
        let cell = cells.remove(number)
        if let cell { membership.remove(number, of: cell.id) }
        return cell
    }
}

// A cell is changed only while a single collection refers to it.
extension Children: @unchecked Sendable where State: Sendable {}
