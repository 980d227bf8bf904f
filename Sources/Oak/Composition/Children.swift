/// The states of components of one kind that are added and removed as the composite runs, each under a key.
///
/// What is removed is taken note of until the composite has cancelled its effects; see ``ComponentCollection``. When another
/// collection is put in its place, all components of this one have gone; a copy that was made before components were added or
/// removed is another collection.
public struct Children<ID: Hashable & Sendable, State> {
    @usableFromInline var states: [ID: State] = [:]
    /// The keys in the order in which the components were added, each with the number under which it was.
    private var order = Roster<ID>()
    private var numbers: [ID: Int] = [:]
    private var lastNumber = 0
    @usableFromInline var removed: [ID] = []
    /// Another number for each set of components that there was.
    @usableFromInline var version = Lineage.next()
    /// Its version at the beginning of the transition: what has another origin did not come out of what was there.
    @usableFromInline var origin = 0
    /// Tells where it was when the roll was called; zero if that was not asked yet.
    @usableFromInline var home = 0

    /// Creates an empty collection.
    public init() {}

    /// The keys, in the order in which the components were added.
    ///
    /// - Complexity: O(*n*), where *n* is the number of components.
    public var ids: [ID] { order.elements }

    /// How many there are.
    public var count: Int { states.count }

    /// Whether there are none.
    public var isEmpty: Bool { states.isEmpty }

    /// The state of a component, or `nil` if there is none of that name.
    ///
    /// A component that is there goes on in the state that is set; use ``add(_:as:)`` to put another one in its place. One that is not
    /// there is added; one whose state is set to `nil` is removed.
    ///
    /// - Parameter id: The key.
    public subscript(id: ID) -> State? {
        get { states[id] }
        set {
            switch newValue {
            case let state? where states[id] == nil: add(state, as: id)
            case let state?: states[id] = state
            case nil: remove(id)
            }
        }
    }

    /// Adds a component; one that had the same key is removed.
    ///
    /// - Parameters:
    ///   - state: The state in which it starts.
    ///   - id: The key.
    public mutating func add(_ state: State, as id: ID) {
        remove(id)
        states[id] = state
        lastNumber += 1
        numbers[id] = lastNumber
        order.append(id, number: lastNumber)
        version = Lineage.next()
    }

    /// Removes a component; its effects are cancelled in the same macrostep.
    ///
    /// - Parameter id: The key.
    /// - Returns: The state it had, or `nil` if there was none of that name.
    /// - Complexity: O(log *n*), where *n* is the number of components.
    @discardableResult
    public mutating func remove(_ id: ID) -> State? {
        guard let state = states.removeValue(forKey: id) else { return nil }
        if let number = numbers.removeValue(forKey: id) { order.remove(number) }
        removed.append(id)
        version = Lineage.next()
        return state
    }

    /// Removes all components.
    public mutating func removeAll() {
        version = Lineage.next()
        removed += ids
        order = Roster()
        numbers = [:]
        states = [:]
    }

    @inlinable
    var hasRemoved: Bool { !removed.isEmpty }

    /// The components that were removed since this was asked for the last time.
    @inlinable
    mutating func takeRemoved() -> [ID] {
        defer { removed = [] }
        return removed
    }
}

extension Children: Sequence {
    /// Gives out the components with their keys, in the order in which they were added.
    @inlinable
    public func makeIterator() -> some IteratorProtocol<(id: ID, state: State)> {
        ids.lazy.compactMap { [states] id in states[id].map { (id: id, state: $0) } }.makeIterator()
    }
}

extension Children: Sendable where State: Sendable {}

// What was removed is the run's business: collections with the same components in the same states are equal.

extension Children: Equatable where State: Equatable {
    @inlinable
    public static func == (lhs: Children, rhs: Children) -> Bool { lhs.ids == rhs.ids && lhs.states == rhs.states }
}

extension Children: Hashable where State: Hashable {
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ids)
        hasher.combine(states)
    }
}

extension Children: CustomReflectable {
    /// The components under their keys; what only the run looks at is left out.
    public var customMirror: Mirror {
        Mirror(self, children: map { (Optional("\($0.id)"), $0.state as Any) } as [Mirror.Child], displayStyle: .struct)
    }
}

/// Numbers for collections.
enum Lineage {
    private static let lock = Lock()
    // Touched only while the lock is held.
    nonisolated(unsafe) private static var last = 0

    /// A number that no other collection has.
    static func next() -> Int {
        lock.withLock {
            last += 1
            return last
        }
    }
}
