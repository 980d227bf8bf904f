/// The operations and compositions of a run that have not ended, and their names.
///
/// Each is found by its number. The cost of an effect does not depend on the number of other effects.
@usableFromInline struct Registry<Event, Env, Input> {
    @usableFromInline typealias Effect = TransducerEffect<Event, Env, Input>
    @usableFromInline typealias Composition = Scope<Event, Env, Input>

    @usableFromInline struct Entry {
        @usableFromInline let operation: Operation<Event>
        /// The composition that contains the operation.
        @usableFromInline let scope: Composition?
        /// The name that the operation holds.
        @usableFromInline let tag: NameTag?
        /// Turns the operation's error into an event.
        @usableFromInline let handler: Effect.Handler?

        /// The name that the operation waits for; set only if it does nothing else.
        @usableFromInline let awaited: NameTag?

        @inlinable init(
            _ operation: Operation<Event>, scope: Composition?, tag: NameTag?, handler: Effect.Handler?,
            awaited: NameTag?
        ) {
            self.operation = operation
            self.scope = scope
            self.tag = tag
            self.handler = handler
            self.awaited = awaited
        }

        /// Whether the operation is, or is part of, an exit effect of a child.
        @inlinable var isExit: Bool { operation.isExit || (scope?.isExit ?? false) }
    }

    @usableFromInline var operations = NumberedQueue<Entry>()
    @usableFromInline var scopes = NumberedQueue<Composition>()
    /// The operations whose tasks start after the macrostep.
    @usableFromInline var starting = NumberedQueue<Entry>()
    /// The compositions whose remaining parts may belong to a child, or contain events for one.
    @usableFromInline var expectant = NumberedQueue<Composition>()
    /// The effects of children.
    @usableFromInline var children = ChildIndex()
    /// The number of operations that are live and not cancelled.
    @usableFromInline var working = 0
    @usableFromInline var lastNumber = 0
    @usableFromInline var lastStart = 0

    /// The names in use, and some previously used ones.
    @usableFromInline var tags: [EffectName: NameTag] = [:]
    @usableFromInline var unusedTags = 0

    @inlinable init() {}

    @inlinable var isEmpty: Bool { operations.isEmpty }

    /// Whether an operation is live and not cancelled.
    @inlinable var hasWork: Bool { working > 0 }

    /// The number of live operations that are cancelled, or only wait.
    @inlinable var leaving: Int { operations.count - working }

    @inlinable mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    @inlinable mutating func nextStart() -> Int {
        lastStart += 1
        return lastStart
    }

    @inlinable
    @discardableResult
    mutating func insert(
        _ operation: Operation<Event>, in scope: Composition?, tag: NameTag? = nil, handler: Effect.Handler? = nil,
        awaiting awaited: NameTag? = nil
    ) -> Entry {
        let entry = Entry(operation, scope: scope, tag: tag, handler: handler, awaited: awaited)
        operations.append(entry, number: operation.number)
        scope?.operations.append((), number: operation.number)
        if !operation.isExit { children.insert(operation.number, of: operation.summary.child) }
        tag?.bearer = .operation(number: operation.number)
        if operation.isWork { working += 1 }
        return entry
    }

    @inlinable mutating func insert(_ scope: Composition) {
        scopes.append(scope, number: scope.number)
        if !scope.isPure { expectant.append(scope, number: scope.number) }
        scope.parent?.scopes.append((), number: scope.number)
        if !scope.isExit { children.insert(scope.number, of: scope.summary.child) }
        scope.tag?.bearer = .composition(number: scope.number)
    }

    /// Removes an ended operation.
    @inlinable mutating func remove(_ operation: Operation<Event>) -> Entry? {
        guard let entry = operations.remove(operation.number) else { return nil }
        entry.scope?.operations.remove(operation.number)
        if !operation.isExit { children.remove(operation.number, of: operation.summary.child) }
        if operation.isWork, !operation.isClosed { working -= 1 }
        return entry
    }

    /// Removes an ended composition.
    @inlinable mutating func remove(_ scope: Composition) {
        scopes.remove(scope.number)
        expectant.remove(scope.number)
        scope.parent?.scopes.remove(scope.number)
        if !scope.isExit { children.remove(scope.number, of: scope.summary.child) }
    }
}

// MARK: - Names

extension Registry {
    /// Returns the tag of a name that is about to be used.
    @inlinable mutating func tag(for name: EffectName) -> NameTag {
        if let tag = tags[name] {
            if !tag.isInUse { unusedTags -= 1 }
            return tag
        }
        let new = NameTag(name)
        tags[name] = new
        return new
    }

    /// Records the end of an effect that holds a name, or has lost it.
    ///
    /// - Returns: The operations that were waiting for this end.
    @inlinable mutating func release(_ tag: NameTag, lost: Bool) -> [Int] {
        if lost { tag.lingering -= 1 } else { tag.bearer = nil }
        if !tag.isInUse { putAway(tag) }
        guard !tag.isLingering, !tag.waiting.isEmpty else { return [] }
        defer { tag.waiting = [:] }
        return tag.waiting.keys.sorted()
    }

    /// Retains an unused name for its next holder, unless too many are unused.
    @inlinable mutating func putAway(_ tag: NameTag) {
        unusedTags += 1
        guard unusedTags > 16, unusedTags > tags.count / 2 else { return }
        tags = tags.filter(\.value.isInUse)
        unusedTags = 0
    }
}
