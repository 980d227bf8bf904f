/// Everything of a machine that is live besides its state.
///
/// It is a class, so that a machine without effects needs no room for it. Only one interpreter touches it, which is
/// stricter than the exclusivity that would be checked at run time.
@usableFromInline final class LiveEffects<T: ExecutableTransducer> {
    @usableFromInline typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>
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
