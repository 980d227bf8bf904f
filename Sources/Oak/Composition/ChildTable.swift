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

    private var children: [Int: Child] = [:]
    private var numbers: [ChildID: Int] = [:]

    /// The place of a declared child.
    @usableFromInline static func place(
        of id: ChildID, _ machine: any ExecutableTransducer.Type, in composite: any ExecutableTransducer.Type,
        keys: CollectionKeys? = nil, _ declaration: Declaration
    ) -> ChildPlace {
        let key = ObjectIdentifier(composite)
        let new = Child(id: id, machine: Immutable(machine), keys: keys, declaration: declaration)
        // Looks into a copy and adds to it, because hashing and comparing names is the user's code, which may even
        // declare another child. A copy with as many names as the table is equal to it.
        while true {
            var table = lock.withLock { tables[key] } ?? ChildTable()
            let count = table.numbers.count
            if let found = table.place(of: new) { return found }
            let number = count < ChildPlace.firstNumber ? count : count + 2
            table.numbers[id] = number
            table.children[number] = new
            let isAdded = lock.withLock {
                guard (tables[key]?.numbers.count ?? 0) == count else { return false }
                tables[key] = table
                return true
            }
            if isAdded { return ChildPlace(id, number: number, keys: keys, mistake: nil) }
        }
    }

    /// The place of a child if the table has one of that name.
    private func place(of child: Child) -> ChildPlace? {
        guard let number = numbers[child.id], let found = children[number] else { return nil }
        let isIt = found.machine.value == child.machine.value && found.declaration == child.declaration
        return ChildPlace(child.id, number: number, keys: found.keys, mistake: isIt ? nil : .childrenWithOneName)
    }

    /// A child as its declaration describes it.
    @usableFromInline typealias Entry = (id: ChildID, machine: any ExecutableTransducer.Type, keys: CollectionKeys?)

    /// The child of a composite with the given number.
    @usableFromInline static func child(_ number: Int, in composite: any ExecutableTransducer.Type) -> Entry? {
        if let child = lock.withLock({ tables[ObjectIdentifier(composite)]?.children[number] }) {
            return (child.id, child.machine.value, child.keys)
        }
        guard let pair = composite as? any PairTransducer.Type else { return nil }
        return number == ChildPlace.firstNumber ? (.first, pair.machines.0, nil) : (.second, pair.machines.1, nil)
    }
}
