/// The children that a composite has declared, each with a number of its own.
///
/// A declaration is evaluated once, where it is a constant, or each time that it is used, as in a generic composite. Either way
/// it has the same number, so a set of children is a set of bits. Nothing on the way of an event looks into a table.
@usableFromInline
final class ChildTable: @unchecked Sendable {
    /// Where a child is declared in the source: two declarations of one name are a mistake, two evaluations of one are not.
    @usableFromInline struct Declaration: Equatable, Sendable {
        let file: String
        let line: UInt
        let column: UInt

        @usableFromInline
        init(file: StaticString, line: UInt, column: UInt) {
            self.file = "\(file)"
            self.line = line
            self.column = column
        }
    }

    @usableFromInline struct Child: Sendable {
        @usableFromInline let id: ChildID
        @usableFromInline let machine: Unchecked<any ExecutableTransducer.Type>
        @usableFromInline let keys: CollectionKeys?
        let declaration: Declaration
    }

    private static let lock = Lock()
    // Touched only while the lock is held.
    nonisolated(unsafe) private static var tables: [ObjectIdentifier: ChildTable] = [:]

    private var children: [Int: Child] = [:]
    private var numbers: [ChildID: Int] = [:]

    /// The place of a child that is declared.
    @usableFromInline
    static func place(
        of id: ChildID, _ machine: any ExecutableTransducer.Type, in composite: any ExecutableTransducer.Type,
        keys: CollectionKeys? = nil, _ declaration: Declaration
    ) -> ChildPlace {
        let found = lock.withLock { () -> (number: Int, child: Child) in
            let table = tables[ObjectIdentifier(composite)] ?? ChildTable()
            tables[ObjectIdentifier(composite)] = table
            if let number = table.numbers[id], let child = table.children[number] { return (number, child) }
            let child = Child(id: id, machine: Unchecked(machine), keys: keys, declaration: declaration)
            let count = table.numbers.count
            let number = count < ChildPlace.firstOfTwo ? count : count + 2
            table.numbers[id] = number
            table.children[number] = child
            return (number, child)
        }
        let isIt = found.child.machine.value == machine && found.child.declaration == declaration
        return ChildPlace(id, number: found.number, keys: found.child.keys, mistake: isIt ? nil : .childrenOfOneName)
    }

    /// The child of a composite that has a number.
    @usableFromInline
    static func child(
        _ number: Int, in composite: any ExecutableTransducer.Type
    ) -> (id: ChildID, machine: any ExecutableTransducer.Type, keys: CollectionKeys?)? {
        if let pair = composite as? any PairTransducer.Type {
            return number == ChildPlace.firstOfTwo ? (.first, pair.machines.0, nil) : (.second, pair.machines.1, nil)
        }
        let child = lock.withLock { tables[ObjectIdentifier(composite)]?.children[number] }
        return child.map { ($0.id, $0.machine.value, $0.keys) }
    }
}
