/// The part of a run loop that an idle machine without effects and outputs does without.
///
/// Behind a reference, so that such a machine fits into the memory that its task has anyway. Only the loop touches it, which
/// is stricter than the exclusivity the runtime would check.
@usableFromInline
final class Backstage<T, Store, Outlet, Observer>
where
    T: ExecutableTransducer, Store: Storage<T.State>, Outlet: Subject<T.Output>,
    Observer: TransducerObserver
{
    @usableFromInline typealias Step = Stepper<T, Store, Outlet, Observer>

    /// A function of the user's that may suspend.
    @usableFromInline enum Call {
        case deliver(T.Output)
        case act(Step.Effect.SuspendingAction, of: Step.Effect.Work, in: Step.Composition?)
    }

    @exclusivity(unchecked) @usableFromInline var registry = Registry<T.Event, T.Env, T.Input>()
    @exclusivity(unchecked) @usableFromInline var tasks: TaskStarter

    /// The actor of a loop that has moved into a task of its own.
    @exclusivity(unchecked) @usableFromInline var host: (any Actor)?

    /// What comes next, if that is decided already.
    @exclusivity(unchecked) @usableFromInline var next: Step.Pause?

    /// The function of the user's that is to be called and awaited.
    @exclusivity(unchecked) @usableFromInline var call: Call?

    /// The names for which operations wait that begin when what bore them has returned, by their numbers.
    @exclusivity(unchecked) @usableFromInline var awaitedTags: [Int: NameTag] = [:]

    /// Operations that go on, or whose end is noted, when the macrostep under way has ended.
    @exclusivity(unchecked) @usableFromInline var due = Roster<Operation<T.Event>>()
    @exclusivity(unchecked) @usableFromInline var lastDue = 0

    /// The cancelled operations that may take too long; only an observer is told of them.
    @exclusivity(unchecked) @usableFromInline var watch: Watch<T.Event>

    /// The activities that are under way.
    @exclusivity(unchecked) @usableFromInline var activities: ActivityNode?

    /// What has been postponed, once anything has.
    @exclusivity(unchecked) @usableFromInline var postponed: Postponed<T.State, T.Event>?
    @usableFromInline let unexpectedEvents: UnexpectedEvents

    @inlinable
    init(_ settings: RunSettings) {
        unexpectedEvents = settings.unexpectedEvents
        tasks = TaskStarter(settings)
        watch = Watch(settings.gracePeriod)
    }

    /// Whether the task of an operation starts better when the macrostep has ended, because the operation may not live to see that.
    ///
    /// So it is while others go on that have been waiting, each of which may take its name; and in a storm of operations that
    /// are cancelled as soon as they have begun, which would be as many tasks for nothing.
    @inlinable
    var isCrowded: Bool { !due.isEmpty || registry.leaving > 64 }

    /// What comes next, if that is decided already or the machine is one that has postponed something.
    @inlinable
    func takeNext(from stepper: inout Step) -> Step.Pause? {
        if let next = next.take() { return next }
        guard let postponed else { return nil }
        return stepper.advance(minding: Minded(postponed))
    }

    @inlinable
    func takeCall() -> Call? { call.take() }
}
