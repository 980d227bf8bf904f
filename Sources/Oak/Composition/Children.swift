/// The states of the children of one kind that come and go as the composite runs, each under a key, in the order of insertion.
///
/// It is a dictionary that keeps an order, and a plain value: nothing but its keys and states counts, and copies are independent. They
/// share what neither has changed, so a copy costs nothing, however many children there are, and neither does finding out which
/// children have come, gone or changed since.
///
/// Setting the state of a key that is there leaves the child where it is, and it goes on in that state. Removing a key and adding it
/// again makes another child, also within one transition: the effects of the one before are cancelled. A collection that is made as a
/// whole, by a literal, ``init(uniqueKeysWithValues:)``, or decoding, says nothing of the kind; put in the place of another, it lets the
/// children go on whose keys are in both.
///
/// ```swift
/// var turnstiles: Children<Int, Turnstile.State> = [1: .locked]
/// turnstiles[2] = .locked           // added
/// turnstiles[1] = .unlocked         // goes on
/// turnstiles.removeValue(forKey: 1)
/// turnstiles[1] = .locked           // another child
/// ```
public struct Children<ID: Hashable & Sendable, State> {
    @usableFromInline typealias Cell = ChildCell<ID, State>

    /// Which children there are; nothing here changes when a state is written.
    @usableFromInline var membership = Membership<ID>()
    @usableFromInline var cells = RadixTree<Cell>()
    /// That of the child that is added next.
    @usableFromInline var nextNumber: UInt = 0

    /// Creates an empty collection.
    ///
    /// - Complexity: O(1)
    @inlinable
    public init() {}

    /// Creates a collection of children in these states, all at once: it says of no child that it is another than before.
    ///
    /// - Parameter keysAndValues: Keys and states in order; of equal keys the last state counts, in the place of the first.
    /// - Complexity: O(*n* log *n*), where *n* is the number of children.
    @inlinable
    public init(uniqueKeysWithValues keysAndValues: some Sequence<(ID, State)>) {
        for (id, state) in keysAndValues {
            if let cell = uniqueCell(of: id) { cell.state = state } else { add(state, as: id, token: nil) }
        }
    }

    /// How many children there are.
    ///
    /// - Complexity: O(1)
    @inlinable
    public var count: Int { cells.count }

    /// Whether there are none.
    ///
    /// - Complexity: O(1)
    @inlinable
    public var isEmpty: Bool { count == 0 }

    /// The state of a child, or `nil` if there is none under the key.
    ///
    /// A state that is set for a new key adds a child, at the end; for a key that is there, its child goes on in it. Setting `nil`
    /// removes the child. A state is changed where it is, without copying it: `children[id]?.count += 1`.
    ///
    /// - Parameter id: The key.
    /// - Complexity: O(log *n*), where *n* is the number of children.
    @inlinable
    public subscript(id: ID) -> State? {
        get { number(of: id).flatMap { cells.read($0) { $0.state } } }
        set {
            switch newValue {
            case let state?: updateValue(state, forKey: id)
            case nil: removeValue(forKey: id)
            }
        }
        _modify {
            let cell = uniqueCell(of: id)
            var state = cell?.takeState()
            defer { putBack(state, in: cell, of: id) }
            yield &state
        }
    }

    /// The state of a child, or another one if there is none under the key; changing that adds a child in it.
    ///
    /// - Parameters:
    ///   - id: The key.
    ///   - defaultState: The state for a key that is not there.
    /// - Complexity: O(log *n*), where *n* is the number of children.
    @inlinable
    public subscript(id: ID, default defaultState: @autoclosure () -> State) -> State {
        get { self[id] ?? defaultState() }
        _modify {
            let cell = uniqueCell(of: id) ?? add(defaultState(), as: id, token: InsertionToken())
            yield &cell.state
        }
    }

    /// Sets the state of a child, which goes on in it, or adds one at the end if there is none under the key.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - id: The key.
    /// - Returns: The state that it had, or `nil` if it was added.
    /// - Complexity: O(log *n*), where *n* is the number of children.
    @inlinable
    @discardableResult
    public mutating func updateValue(_ state: State, forKey id: ID) -> State? {
        guard let cell = uniqueCell(of: id) else {
            add(state, as: id, token: InsertionToken())
            return nil
        }
        let old = cell.takeState()
        cell.putBack(state)
        return old
    }

    /// Removes a child; its effects are cancelled in the transition that does so, even if the key is added again.
    ///
    /// - Parameter id: The key.
    /// - Returns: The state it had, or `nil` if there was none under the key.
    /// - Complexity: O(log *n*), where *n* is the number of children.
    @inlinable
    @discardableResult
    public mutating func removeValue(forKey id: ID) -> State? {
        removeCell(of: id)?.state
    }

    /// Removes all children.
    ///
    /// - Complexity: O(*n*), where *n* is the number of children; O(1) while a copy has them.
    @inlinable
    public mutating func removeAll() {
        self = Children()
    }

    /// Removes the children of which something is true.
    ///
    /// - Parameter shouldBeRemoved: Told the key and the state of each child, in order.
    /// - Throws: What `shouldBeRemoved` throws; then all children are still there.
    /// - Complexity: O(*n* + *k* log *n*), where *n* is the number of children and *k* the number of those that are removed.
    @inlinable
    public mutating func removeAll<Failure>(
        where shouldBeRemoved: (Element) throws(Failure) -> Bool
    ) throws(Failure) {
        var removed: [ID] = []
        for element in self where try shouldBeRemoved(element) { removed.append(element.key) }
        for id in removed { removeCell(of: id) }
    }
}

// MARK: - Cells

extension Children {
    /// Where a key is in the order of insertion.
    @inlinable
    func number(of id: ID) -> UInt? { membership.number(of: id) }

    /// The cell of a key, which no other collection shares.
    @inlinable
    mutating func uniqueCell(of id: ID) -> Cell? {
        guard let number = number(of: id) else { return nil }
        return cells.update(number) { cell in
            if !isKnownUniquelyReferenced(&cell) { cell = cell.copy() }
            return cell
        }
    }

    /// Ends the change of a state that was taken out of a cell, or began without one.
    @inlinable
    mutating func putBack(_ state: consuming State?, in cell: Cell?, of id: ID) {
        switch (cell, state) {
        case (let cell?, let state?): cell.putBack(state)
        case (nil, let state?): add(state, as: id, token: InsertionToken())
        case (_?, nil): removeCell(of: id)
        case (nil, nil): break
        }
    }

    /// Adds a child under a key that is not there.
    @inlinable
    @discardableResult
    mutating func add(_ state: State, as id: ID, token: InsertionToken?) -> Cell {
        let cell = Cell.make(id, state)
        membership.insert(.init(id: id, number: nextNumber, token: token))
        cells.insert(cell, at: nextNumber)
        nextNumber += 1
        return cell
    }

    @inlinable
    @discardableResult
    mutating func removeCell(of id: ID) -> Cell? {
        membership.remove(id).flatMap { cells.remove($0) }
    }
}

// Cells are changed only where one collection refers to them.
extension Children: @unchecked Sendable where State: Sendable {}
