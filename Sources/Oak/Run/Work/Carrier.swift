/// The part of a run loop that carries out effects; a machine without effects and outputs has none.
///
/// It is a class, so that the frame of an idle machine without it fits into the first slab of its task. Only the loop
/// touches it, which is stricter than the exclusivity that would be checked at run time.
@usableFromInline final class Carrier<T: ExecutableTransducer> {
    @exclusivity(unchecked) @usableFromInline var tasks: TaskStarter

    /// The surroundings of operations, an object of its own, because their tasks read it; `nil` until the first begins.
    @exclusivity(unchecked) @usableFromInline var workplace: Workplace<T.Event, T.Env>?

    /// The actor of a loop that has moved into a task of its own.
    @exclusivity(unchecked) @usableFromInline var host: (any Actor)?

    /// The call to await next.
    @exclusivity(unchecked) @usableFromInline var call: PendingCall<T>?

    /// The cancelled operations that may outlast their grace period; only an observer is told of them.
    @exclusivity(unchecked) @usableFromInline var watch: Watch<T.Event>

    /// Whether the return of any operation wakes the loop.
    @exclusivity(unchecked) @usableFromInline var heedsReturns = false

    /// The effect whose error has ended the run, for the log.
    @exclusivity(unchecked) @usableFromInline var culprit: String?

    @inlinable init(_ settings: RunSettings) {
        tasks = TaskStarter(settings)
        watch = Watch(settings.gracePeriod)
    }
}
