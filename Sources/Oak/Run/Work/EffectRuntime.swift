/// The part of a run loop that carries out effects; a machine without effects and outputs has none.
///
/// It is a class, so that the frame of an idle machine without it fits into the first slab of its task. Only the loop
/// touches it, which is stricter than the exclusivity that would be checked at run time.
@usableFromInline final class EffectRuntime<T, Store, Outlet, Observer>
where
    T: ExecutableTransducer, Store: Storage<T.State>, Outlet: Subject<T.Output>,
    Observer: TransducerObserver
{
    @usableFromInline typealias LoopStepper = Stepper<T, Store, Outlet, Observer>

    /// A call of an action or a subject that may suspend.
    @usableFromInline enum Call {
        case deliver(T.Output)
        case act(LoopStepper.Effect.SuspendingAction, of: LoopStepper.Effect.Work, in: LoopStepper.Composition?)
    }

    @exclusivity(unchecked) @usableFromInline var registry = Registry<T.Event, T.Env, T.Input>()
    @exclusivity(unchecked) @usableFromInline var tasks: TaskStarter

    /// The actor of a loop that has moved into a task of its own.
    @exclusivity(unchecked) @usableFromInline var host: (any Actor)?

    /// A stop to handle once the loop has moved.
    @exclusivity(unchecked) @usableFromInline var kept: LoopStepper.Stop?

    /// The call to await next.
    @exclusivity(unchecked) @usableFromInline var call: Call?

    /// The names for which operations wait, by the numbers of the operations.
    @exclusivity(unchecked) @usableFromInline var awaitedTags: [Int: NameTag] = [:]

    /// Operations to resume, or to note as ended, at the end of the macrostep.
    @exclusivity(unchecked) @usableFromInline var due = NumberedQueue<Operation<T.Event>>()
    @exclusivity(unchecked) @usableFromInline var lastDue = 0

    /// The cancelled operations that may outlast their grace period; only an observer is told of them.
    @exclusivity(unchecked) @usableFromInline var watch: Watch<T.Event>

    /// The activities that are under way.
    @exclusivity(unchecked) @usableFromInline var activities: ActivityNode?

    /// The postponed events, once the machine has postponed any.
    @exclusivity(unchecked) @usableFromInline var postponed: Postponed<T.State, T.Event>?
    @usableFromInline let unexpectedEvents: UnexpectedEvents

    @inlinable init(_ settings: RunSettings) {
        unexpectedEvents = settings.unexpectedEvents
        tasks = TaskStarter(settings)
        watch = Watch(settings.gracePeriod)
    }

    /// Whether tasks of operations start at the end of the macrostep instead of at once.
    ///
    /// This avoids tasks for operations that the same macrostep cancels: while waiting operations resume, each of which
    /// may take the name of another, and while many operations are being cancelled.
    @inlinable var isCrowded: Bool { !due.isEmpty || registry.leaving > 64 }

    /// Whether no effect is live and no event is postponed.
    @inlinable var isUnoccupied: Bool { registry.isEmpty && postponed == nil }

    /// The next stop of a machine that has just moved or has postponed events; `nil` for all others.
    @inlinable func nextStop(of stepper: inout LoopStepper) -> LoopStepper.Stop? {
        if let kept = kept.take() { return kept }
        guard let postponed else { return nil }
        return stepper.advance(minding: Minded(postponed))
    }

    @inlinable func takeCall() -> Call? { call.take() }
}
