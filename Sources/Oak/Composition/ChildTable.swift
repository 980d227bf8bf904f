/// The position of a child among the declared children of its composite.
@usableFromInline final class ChildPlace: Sendable {
    @usableFromInline let id: ChildID

    /// Distinguishes the children of a composite.
    @usableFromInline let number: Int

    /// The keys of the collection, if the child is one or an element of one.
    @usableFromInline let keys: CollectionKeys?

    /// The ``Membership/Member`` that the child is, if it is an element of a collection that has made a step.
    @usableFromInline let member: (any AnyObject & Sendable)?

    /// Identifies the child in an ``Origin``; zero for large numbers, elements, and incorrect declarations.
    @usableFromInline let digit: UInt64

    /// Set if another child of the composite has the same name.
    @usableFromInline let mistake: NamingMistake?

    @inlinable init(
        _ id: ChildID, number: Int, keys: CollectionKeys? = nil, member: (any AnyObject & Sendable)? = nil,
        mistake: NamingMistake? = nil
    ) {
        self.id = id
        self.number = number
        self.keys = keys
        self.member = member
        self.mistake = mistake
        digit = number < 127 && keys == nil && mistake == nil ? UInt64(number) + 1 : 0
    }

    /// The numbers of the two machines in a ``PairTransducer``, reserved so that no declared child has them.
    static var firstNumber: Int { 125 }
    static var secondNumber: Int { 126 }
    @usableFromInline static let firstOfTwo = ChildPlace(.first, number: firstNumber)
    @usableFromInline static let secondOfTwo = ChildPlace(.second, number: secondNumber)
}

/// The declared children of a composite, each with a unique number.
///
/// A constant evaluates a child's declaration once; a computed property of a generic composite evaluates it on each
/// use. Both give the same number, so that a set of children is a set of bits. The event path never reads the table.
@usableFromInline struct ChildTable: Sendable {
    /// The source location of a declaration. One location may be evaluated repeatedly, but two locations must not
    /// declare the same name.
    @usableFromInline struct Declaration: Equatable, Sendable {
        let file: String
        let line: UInt
        let column: UInt

        @usableFromInline init(file: StaticString, line: UInt, column: UInt) {
            self.file = "\(file)"
            self.line = line
            self.column = column
        }
    }

    @usableFromInline struct Child: Sendable {
        @usableFromInline let id: ChildID
        let machine: Immutable<any ExecutableTransducer.Type>
        let keys: CollectionKeys?
        let declaration: Declaration
    }

    private static let lock = Lock()
    // Guarded by the lock. Shared by all runs, because children are declared by the type of a composite. A table only
    // grows, by one entry for each declaration in the program.
    nonisolated(unsafe) private static var tables: [ObjectIdentifier: ChildTable] = [:]

    private var children: [Child] = []
    /// The indices of the children whose names have the same hash.
    private var indices: [Int: [Int]] = [:]

    /// The place of a declared child.
    @usableFromInline static func place(
        of id: ChildID, _ machine: any ExecutableTransducer.Type, in composite: any ExecutableTransducer.Type,
        keys: CollectionKeys? = nil, _ declaration: Declaration
    ) -> ChildPlace {
        let key = ObjectIdentifier(composite)
        let new = Child(id: id, machine: Immutable(machine), keys: keys, declaration: declaration)
        // Hashing and comparing names is the user's code, which may even declare another child, so the lock is not
        // held meanwhile. A child is added only beside those with which it has been compared.
        let hash = id.hashValue
        var compared = 0
        while true {
            let alike = lock.withLock { () -> [(index: Int, child: Child)] in
                let table = tables[key] ?? ChildTable()
                return (table.indices[hash] ?? []).map { ($0, table.children[$0]) }
            }
            if let (index, found) = alike.dropFirst(compared).first(where: { $0.child.id == id }) {
                let isIt = found.machine.value == machine && found.declaration == declaration
                return ChildPlace(
                    id, number: number(at: index), keys: found.keys, mistake: isIt ? nil : .childrenWithOneName)
            }
            compared = alike.count
            let index = lock.withLock { tables[key, default: ChildTable()].add(new, hash, after: compared) }
            if let index { return ChildPlace(id, number: number(at: index), keys: keys) }
        }
    }

    /// - Returns: The index of the child, or `nil` if another one of the same hash was added meanwhile.
    private mutating func add(_ child: Child, _ hash: Int, after count: Int) -> Int? {
        guard indices[hash, default: []].count == count else { return nil }
        indices[hash, default: []].append(children.count)
        children.append(child)
        return children.count - 1
    }

    /// The number of a declared child, which is none of the numbers in a pair.
    private static func number(at index: Int) -> Int { index < ChildPlace.firstNumber ? index : index + 2 }

    /// A child as its declaration describes it.
    @usableFromInline typealias Entry = (id: ChildID, machine: any ExecutableTransducer.Type, keys: CollectionKeys?)

    /// The child of a composite with the given number.
    @usableFromInline static func child(_ number: Int, in composite: any ExecutableTransducer.Type) -> Entry? {
        let index = number > ChildPlace.secondNumber ? number - 2 : number
        let child = lock.withLock { () -> Child? in
            guard let children = tables[ObjectIdentifier(composite)]?.children else { return nil }
            return children.indices.contains(index) ? children[index] : nil
        }
        if let child { return (child.id, child.machine.value, child.keys) }
        guard let pair = composite as? any PairTransducer.Type else { return nil }
        return number == ChildPlace.firstNumber ? (.first, pair.machines.0, nil) : (.second, pair.machines.1, nil)
    }
}
