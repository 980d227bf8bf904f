/// Everything of a machine that is live besides its state.
///
/// It is a class, so that a machine without effects needs no room for it. Only one interpreter touches it, which is
/// stricter than the exclusivity that would be checked at run time.
@usableFromInline final class LiveEffects<T: ExecutableTransducer> {
    @usableFromInline typealias Operation = LiveOperation<T.Event, T.Env, T.Input>

    @exclusivity(unchecked) @usableFromInline var registry = Registry<T.Event, T.Env, T.Input>()

    /// The work that the driver has not carried out yet, in order.
    @exclusivity(unchecked) @usableFromInline var orders: [Order<T.Event, T.Env, T.Input>] = []

    /// The names for which operations wait, by the numbers of the operations.
    @exclusivity(unchecked) @usableFromInline var awaitedTags: [Int: NameTag] = [:]

    /// The operations to start after the macrostep, some of which may have been cancelled since.
    @exclusivity(unchecked) @usableFromInline var starting: [Operation] = []
    /// The operations to resume, or to note as ended, at the end of the macrostep.
    @exclusivity(unchecked) @usableFromInline var due = NumberedQueue<Operation>()
    @exclusivity(unchecked) @usableFromInline var lastDue = 0

    /// The activities that are under way.
    @exclusivity(unchecked) @usableFromInline var activities: ActivityNode?

    /// The postponed events, once the machine has postponed any.
    @exclusivity(unchecked) @usableFromInline var postponed: Postponed<T.State, T.Event>?

    @inlinable init() {}

    /// Whether tasks of operations start at the end of the macrostep instead of at once.
    ///
    /// This avoids tasks for operations that the same macrostep cancels: while waiting operations resume, each of which
    /// may take the name of another, and while many operations are being cancelled.
    @inlinable var isCrowded: Bool { !due.isEmpty || registry.leaving > 64 }

    /// Whether no effect is live and no event is postponed.
    @inlinable var isUnoccupied: Bool { registry.isEmpty && postponed == nil }
}

/// Work for the driver of an interpreter.
@usableFromInline enum Order<Event, Env, Input> {
    /// Start an operation, unless it has been cancelled since.
    case start(LiveOperation<Event, Env, Input>)
    /// Silence a started operation, and ask it to return.
    case cancel(LiveOperation<Event, Env, Input>)
}

// MARK: - The registry

/// The operations and compositions of a machine that have not ended, and their names.
///
/// Each is found by its number. The cost of an effect does not depend on the number of other effects.
@usableFromInline struct Registry<Event, Env, Input> {
    @usableFromInline typealias Composition = Scope<Event, Env, Input>
    @usableFromInline typealias Operation = LiveOperation<Event, Env, Input>

    @usableFromInline var operations = NumberedQueue<Operation>()
    @usableFromInline var scopes = NumberedQueue<Composition>()
    /// The compositions whose remaining parts may belong to a child, or contain events for one.
    @usableFromInline var expectant = NumberedQueue<Composition>()
    /// The cancelled names of parts that had not begun.
    @usableFromInline var withdrawn = WithdrawnNames()
    /// The effects of children.
    @usableFromInline var children = ChildIndex()
    /// The number of operations that are live and not cancelled.
    @usableFromInline var working = 0
    @usableFromInline var lastNumber = 0

    @usableFromInline var tags = NameTags()

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

    @inlinable mutating func insert(_ operation: Operation) {
        let number = operation.number
        operation.scope?.operations.append((), number: number)
        if !operation.isExit { children.insert(number, of: operation.summary.child) }
        operation.tag?.bearer = .operation(number: number)
        if operation.isWork { working += 1 }
        operations.append(operation, number: number)
    }

    @inlinable mutating func insert(_ scope: Composition) {
        scopes.append(scope, number: scope.number)
        if !scope.isPure { expectant.append(scope, number: scope.number) }
        scope.parent?.scopes.append((), number: scope.number)
        if scope.hasNamedParts { withdrawn.compositions += 1 }
        if !scope.isExit { children.insert(scope.number, of: scope.summary.child) }
        scope.tag?.bearer = .composition(number: scope.number)
    }

    /// Removes an ended operation.
    ///
    /// - Returns: Whether it was there.
    @inlinable mutating func remove(_ operation: Operation) -> Bool {
        guard operations.remove(operation.number) != nil else { return false }
        operation.scope?.operations.remove(operation.number)
        if !operation.isExit { children.remove(operation.number, of: operation.summary.child) }
        if operation.isWork, !operation.isCancelled { working -= 1 }
        return true
    }

    /// Removes an ended composition.
    @inlinable mutating func remove(_ scope: Composition) {
        scopes.remove(scope.number)
        expectant.remove(scope.number)
        scope.parent?.scopes.remove(scope.number)
        if scope.hasNamedParts { withdrawn.forgetComposition() }
        if !scope.isExit { children.remove(scope.number, of: scope.summary.child) }
    }
}

/// An operation that has begun and not returned.
///
/// Only the interpreter touches what this class adds; the other properties say who touches them.
@usableFromInline final class LiveOperation<Event, Env, Input>: Oak.Operation<Event>, @unchecked Sendable {
    @usableFromInline typealias Effect = TransducerEffect<Event, Env, Input>

    /// The composition that contains the operation.
    @usableFromInline let scope: Scope<Event, Env, Input>?
    /// The name that the operation holds.
    @usableFromInline let tag: NameTag?
    /// The name that the operation waits for; set only if it does nothing else.
    @usableFromInline let awaited: NameTag?
    /// Turns the operation's error into an event; released at its end, because an input may retain the operation.
    @exclusivity(unchecked) @usableFromInline var handler: Effect.Handler?
    // Once the operation has started, its task owns the next three, and releases them before it posts the end.

    /// The effect; `nil` if it has been bound.
    @exclusivity(unchecked) @usableFromInline var effect: Effect.Work?
    /// The function of an effect that needs more than an environment and an input.
    @exclusivity(unchecked) @usableFromInline var bound: Effect.BoundFunction?
    @exclusivity(unchecked) @usableFromInline var workplace: Workplace<Event, Env>?
    @exclusivity(unchecked) @usableFromInline var isStarted = false
    @exclusivity(unchecked) @usableFromInline var isCancelled = false

    @inlinable init(
        _ summary: EffectSummary, as role: Role, of effect: Effect.Work?, in scope: Scope<Event, Env, Input>?,
        tag: NameTag? = nil, awaiting awaited: NameTag? = nil
    ) {
        self.effect = effect
        self.scope = scope
        self.tag = tag
        self.awaited = awaited
        handler = effect?.traits.handler
        super.init(summary: summary, role: role)
    }

    /// Whether the operation is, or is part of, an exit effect of a child.
    @inlinable var isPartOfExit: Bool { isExit || (scope?.isExit ?? false) }
}

/// The surroundings that all operations of a run have in common.
///
/// Operations off the system actor reach the environment only if it is `Sendable`.
@usableFromInline final class Workplace<Event, Env>: Sendable {
    @usableFromInline let mailbox: Mailbox<Event>
    @usableFromInline let env: SystemIsolated<Env>

    @inlinable init(_ mailbox: Mailbox<Event>, _ env: Env) {
        self.mailbox = mailbox
        self.env = SystemIsolated(env)
    }
}
