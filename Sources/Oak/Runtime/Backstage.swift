/// The part of a run loop that an idle machine without effects and outputs does without.
///
/// Behind a reference, so that such a machine fits into the memory that its task has anyway. Only the loop touches it, which
/// is stricter than the exclusivity the runtime would check.
@usableFromInline
final class Backstage<Output, Event, Env, Input> {
    @usableFromInline typealias Effect = TransducerEffect<Event, Env, Input>

    /// A function of the user's that may suspend.
    @usableFromInline enum Call {
        case deliver(Output)
        case act(Effect.SuspendingAction, of: Effect.Work, in: Scope<Event, Env, Input>?)
    }

    @exclusivity(unchecked) @usableFromInline var registry = Registry<Event, Env, Input>()
    @exclusivity(unchecked) @usableFromInline var tasks: TaskStarter

    /// The actor of a loop that has moved into a task of its own.
    @exclusivity(unchecked) @usableFromInline var host: (any Actor)?

    /// The function of the user's that is to be called and awaited.
    @exclusivity(unchecked) @usableFromInline var call: Call?

    /// The names for which operations wait that begin when what bore them has returned, by their numbers.
    @exclusivity(unchecked) @usableFromInline var awaitedTags: [Int: NameTag] = [:]

    /// The cancelled operations that may take too long; only an observer is told of them.
    @exclusivity(unchecked) @usableFromInline var watch: Watch<Event>

    @inlinable
    init(_ settings: RunSettings) {
        tasks = TaskStarter(settings)
        watch = Watch(settings.gracePeriod)
    }

    @inlinable
    func takeCall() -> Call? {
        let taken = call
        call = nil
        return taken
    }
}
