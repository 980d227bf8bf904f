/// The operations and compositions of a run that have not ended, and their names.
@usableFromInline
struct Registry<Effect> {
    @usableFromInline struct Entry {
        @usableFromInline let operation: Operation
        @usableFromInline let scope: Scope<Effect>?

        @inlinable
        init(operation: Operation, scope: Scope<Effect>?) {
            self.operation = operation
            self.scope = scope
        }
    }

    @usableFromInline enum Named {
        case operation(Operation)
        case scope(Scope<Effect>)
    }

    /// In no particular order; each operation knows its place.
    @usableFromInline var entries: [Entry] = []
    /// The compositions that have not ended, in the order in which they began.
    @usableFromInline var scopes: [Scope<Effect>] = []
    @usableFromInline var names: [EffectName: Named] = [:]
    @usableFromInline var lastNumber = 0

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool { entries.isEmpty }

    /// Whether an operation is live that nobody has cancelled.
    @inlinable
    var hasWork: Bool { entries.contains { $0.operation.isWork && !$0.operation.isClosed } }

    @inlinable
    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    @inlinable
    mutating func insert(
        id: EffectID?, kind: EffectKind, component: [ComponentID] = [], role: Operation.Role, scope: Scope<Effect>?
    ) -> Operation {
        let summary = EffectSummary(kind: kind, id: id, number: nextNumber(), component: component)
        let operation = Operation(summary: summary, role: role, index: entries.count)
        entries.append(Entry(operation: operation, scope: scope))
        if let name = operation.name { names[name] = .operation(operation) }
        return operation
    }

    @inlinable
    mutating func insert(_ scope: Scope<Effect>) {
        scopes.append(scope)
        if let name = scope.name { names[name] = .scope(scope) }
    }

    /// Removes an operation that has ended; its name stays if a successor has taken it.
    ///
    /// - Returns: The composition that the operation is a part of.
    @inlinable
    mutating func remove(_ operation: Operation) -> Scope<Effect>? {
        let scope = entries[operation.index].scope
        let last = entries.removeLast()
        if last.operation !== operation {
            entries[operation.index] = last
            last.operation.index = operation.index
        }
        if let name = operation.name, case .operation(let named) = names[name], named === operation {
            names[name] = nil
        }
        return scope
    }

    /// Removes a composition that has ended; its name stays if a successor has taken it.
    @inlinable
    mutating func remove(_ scope: Scope<Effect>) {
        scopes.removeAll { $0 === scope }
        if let name = scope.name, case .scope(let named) = names[name], named === scope { names[name] = nil }
    }

    /// Takes a name away from whatever bears it.
    @inlinable
    mutating func take(_ name: EffectName) -> Named? {
        names.removeValue(forKey: name)
    }

    /// The operations in the order in which they were started, all of them or those within a composition.
    @inlinable
    func operations(within scope: Scope<Effect>? = nil) -> [Operation] {
        var operations: [Operation] = []
        for entry in entries {
            if let scope, !(entry.scope?.isWithin(scope) ?? false) { continue }
            operations.append(entry.operation)
        }
        return operations.sorted { $0.summary.number < $1.summary.number }
    }
}
