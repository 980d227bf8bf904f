extension RunLoop {
    /// Runs the machine from beginning to end.
    ///
    /// - Returns: The output of the terminal transition.
    @inlinable
    consuming func run(isolation: isolated (any Actor)?) async throws -> T.Output {
        try mailbox.open(recordingRejections: Observer.isActive)
        let mailbox = mailbox
        var loop = self
        let outcome = await withTaskCancellationHandler {
            await loop.proceed(isolation: isolation)
        } onCancel: {
            mailbox.interrupt(with: CancellationError())
        }
        if let outcome { return try outcome.get() }
        let moved = MovedLoop(loop)
        return try await withTaskCancellationHandler {
            await moved.run(on: isolation ?? MachineActor())
        } onCancel: {
            mailbox.interrupt(with: CancellationError())
        }.get()
    }
}

/// A loop in a task of its own, which can be cancelled without cancelling the caller.
@usableFromInline
final class MovedLoop<T, Store, Outlet, Observer>
where
    T: ExecutableTransducer, Store: Storage<T.State>, Outlet: Subject<T.Output>,
    Observer: TransducerObserver
{
    @usableFromInline var loop: RunLoop<T, Store, Outlet, Observer>
    @usableFromInline var outcome: Result<T.Output, any Error>?

    @inlinable
    init(_ loop: consuming RunLoop<T, Store, Outlet, Observer>) { self.loop = loop }

    @inlinable
    func run(on host: any Actor, isolation: isolated (any Actor)? = #isolation) async -> Result<T.Output, any Error> {
        // The caller does nothing but wait, so the loop is in one task at a time.
        let moved = Unchecked(self)
        let proceed = Unchecked { (host: isolated any Actor) async in await moved.value.proceed(on: host) }
        let task = loop.tasks.start(proceed, on: host)
        loop.mailbox.attach(host: task)
        await task.value
        return outcome ?? .failure(CancellationError())
    }

    @inlinable
    func proceed(on host: isolated any Actor) async {
        loop.host = host
        outcome = await loop.proceed(isolation: host)
    }
}
