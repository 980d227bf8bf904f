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

    /// Whether the collection has a child under a key.
    ///
    /// - Complexity: O(log *n*)
    @inlinable func contains(_ id: ID) -> Bool { number(of: id) != nil }

    /// Changes a child's state in place, together with the path cached for its next event.
    ///
    /// - Returns: The result of `body`, or `nil` if no child has the key.
    /// - Complexity: O(log *n*); a child that no other collection shares is changed without copying or allocating.
    @inlinable mutating func update<Answer>(
        _ id: ID, _ body: (inout State, inout ChildPath?, Membership<ID>.Member) -> Answer
    ) -> Answer? {
        guard let number = number(of: id) else { return nil }
        return cells.update(number) { cell in
            if !isKnownUniquelyReferenced(&cell) { cell = cell.copy() }
            return cell.withUnsafeMutablePointers { header, state in
                body(&state.pointee, &header.pointee.path, header.pointee.member)
            }
        }
    }

    /// Enumerates, in order, the children that were added or written since an earlier version of the collection.
    ///
    /// - Parameters:
    ///   - old: The earlier version.
    ///   - body: Receives the key and the state of each.
    /// - Complexity: O(*k* log *n*), where *k* is the number of changes, if one version derives from the other; else
    ///   O(*n*).
    @inlinable func forEachChange(since old: Children, _ body: (ID, State) -> Void) {
        cells.forEachDifference(from: old.cells) { old, new in
            if let new = new?.element, new !== old?.element { body(new.id, new.state) }
        }
    }
}

// A cell is changed only while a single collection refers to it.
extension Children: @unchecked Sendable where State: Sendable {}

// MARK: - Collection

@_documentation(visibility: internal) extension Children: Sequence {
    /// A key with the state of its child.
    public typealias Element = (key: ID, value: State)

    /// Iterates over the children in the order of insertion.
    public struct Iterator: IteratorProtocol {
        @usableFromInline var cells: RadixTree<Cell>.Iterator

        @inlinable init(_ cells: RadixTree<Cell>) { self.cells = cells.makeIterator() }

        @inlinable public mutating func next() -> Element? {
            cells.next().map { ($0.element.id, $0.element.state) }
        }
    }

    /// Returns an iterator over the keys and states, in the order of insertion.
    ///
    /// - Complexity: O(1); O(*n*) to iterate over all *n* children.
    @inlinable public func makeIterator() -> Iterator { Iterator(cells) }
}

@_documentation(visibility: internal) extension Children: RandomAccessCollection {
    /// A position in the order of insertion.
    ///
    /// Like an array's index, it remains valid until a child is added or removed.
    public struct Index: Strideable, Hashable, Sendable {
        @usableFromInline let offset: Int

        @inlinable init(offset: Int) { self.offset = offset }

        /// The distance to another position.
        ///
        /// - Parameter other: The other position.
        /// - Complexity: O(1)
        @inlinable public func distance(to other: Index) -> Int { other.offset - offset }

        /// The position at a distance.
        ///
        /// - Parameter distance: The distance.
        /// - Complexity: O(1)
        @inlinable public func advanced(by distance: Int) -> Index { Index(offset: offset + distance) }
    }

    /// The position of the child that was added first.
    ///
    /// - Complexity: O(1)
    @inlinable public var startIndex: Index { Index(offset: 0) }

    /// The position after the child that was added last.
    ///
    /// - Complexity: O(1)
    @inlinable public var endIndex: Index { Index(offset: count) }

    /// The key and the state at a position.
    ///
    /// - Parameter position: A valid position, less than `endIndex`. As in every collection, any other value is a
    ///   programming error.
    /// - Complexity: O(log *n*), where *n* is the number of children.
    @inlinable public subscript(position: Index) -> Element {
        let cell = cell(at: position)
        return (cell.id, cell.state)
    }

    // Traps, as the subscript of each collection does: no value could be returned.
    @inlinable func cell(at position: Index) -> Cell {
        guard let leaf = cells.leaf(at: position.offset) else { preconditionFailure("No child is at this place") }
        return leaf.element
    }
}

extension Children {
    /// The states, in the order of insertion.
    ///
    /// - Complexity: O(1)
    @inlinable public var values: LazyMapCollection<Children, State> { lazy.map { $0.value } }
}

extension Children {
    /// Returns the children that satisfy a predicate, in the same order, each still the same child.
    ///
    /// - Parameter isIncluded: Receives the key and the state of each child, in order.
    /// - Returns: The collection without the other children.
    /// - Throws: Any error that `isIncluded` throws.
    /// - Complexity: O(*n* + *k* log *n*), where *n* is the number of children and *k* the number of excluded ones.
    @inlinable public func filter<Failure>(
        _ isIncluded: (Element) throws(Failure) -> Bool
    ) throws(Failure) -> Children {
        var filtered = self
        try filtered.removeAll { element throws(Failure) in try !isIncluded(element) }
        return filtered
    }

    /// Returns the same children in transformed states.
    ///
    /// - Parameter transform: Receives each state in order and returns the new one.
    /// - Returns: A collection of the same keys in the same order.
    /// - Throws: Any error that `transform` throws.
    /// - Complexity: O(*n* log *n*), where *n* is the number of children.
    @inlinable public func mapValues<Other, Failure>(
        _ transform: (State) throws(Failure) -> Other
    ) throws(Failure) -> Children<ID, Other> {
        var mapped = Children<ID, Other>()
        mapped.membership = membership
        var leaves = cells.makeIterator()
        while let leaf = leaves.next() {
            mapped.cells.insert(.make(leaf.element.content.member, try transform(leaf.element.state)), at: leaf.number)
        }
        return mapped
    }
}

// MARK: - Values

@_documentation(visibility: internal) extension Children: Equatable where State: Equatable {
    /// Whether both collections have the same keys in the same order, with equal states.
    ///
    /// - Complexity: O(*n*), where *n* is the number of children. If one collection derives from the other without
    ///   adding or removing a child, O(*k* log *n*), where *k* is the number of states written since.
    @inlinable public static func == (lhs: Children, rhs: Children) -> Bool {
        guard lhs.membership.isIdentical(to: rhs.membership) else {
            return lhs.count == rhs.count
                && zip(lhs, rhs).allSatisfy { $0.key == $1.key && $0.value == $1.value }
        }
        var isEqual = true
        lhs.cells.forEachDifference(from: rhs.cells) { old, new in
            guard isEqual, let old = old?.element, let new = new?.element, old !== new else { return }
            isEqual = old.state == new.state
        }
        return isEqual
    }
}

@_documentation(visibility: internal) extension Children: Hashable where State: Hashable {
    @inlinable public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for (key, value) in self {
            hasher.combine(key)
            hasher.combine(value)
        }
    }
}

extension Children: ExpressibleByDictionaryLiteral {
    /// Creates a collection as a whole from keys and states, like ``init(uniqueKeysWithValues:)``.
    ///
    /// - Parameter elements: Keys and states in order. A repeated key keeps its first position and takes its last
    ///   state.
    /// - Complexity: O(*n* log *n*), where *n* is the number of children.
    @inlinable public init(dictionaryLiteral elements: (ID, State)...) {
        self.init(uniqueKeysWithValues: elements)
    }
}

@_documentation(visibility: internal) extension Children: CustomStringConvertible {
    /// The children, formatted as a dictionary literal.
    public var description: String {
        let entries = map { "\(String(reflecting: $0.key)): \(String(reflecting: $0.value))" }
        return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
    }
}

@_documentation(visibility: internal) extension Children: CustomDebugStringConvertible {
    /// The children, formatted as a dictionary literal.
    public var debugDescription: String { description }
}

@_documentation(visibility: internal) extension Children: CustomReflectable {
    /// A mirror with the children as dictionary elements; other stored properties are not part of the value.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: self, displayStyle: .dictionary) }
}

// An unkeyed list of alternating keys and states, the usual form of ordered dictionaries; a keyed one would lose the
// order.

@_documentation(visibility: internal) extension Children: Encodable where ID: Encodable, State: Encodable {
    /// Encodes the children as a list in which each key precedes its state, in the order of insertion.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: An error if a key or a state cannot be encoded.
    /// - Complexity: O(*n*), where *n* is the number of children.
    public func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for (key, value) in self {
            try list.encode(key)
            try list.encode(value)
        }
    }
}

@_documentation(visibility: internal) extension Children: Decodable where ID: Decodable, State: Decodable {
    /// Decodes a collection as a whole, from a list in which each key precedes its state.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError` if a key or a state cannot be decoded, a key occurs twice, or the last key has no
    ///   state.
    /// - Complexity: O(*n* log *n*), where *n* is the number of children.
    public init(from decoder: any Decoder) throws {
        self.init()
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
            let index = list.currentIndex
            let key = try list.decode(ID.self)
            guard !contains(key) else {
                throw DecodingError.dataCorruptedError(
                    in: list, debugDescription: "The key \(key) at index \(index) of the list is there already")
            }
            guard !list.isAtEnd else {
                throw DecodingError.dataCorruptedError(
                    in: list, debugDescription: "The key \(key) at the end of the list has no state after it")
            }
            add(try list.decode(State.self), as: key)
        }
    }
}
