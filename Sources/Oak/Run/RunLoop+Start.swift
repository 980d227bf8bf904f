extension ExecutableTransducer {
    /// Runs a machine from beginning to end, for every public form of `run`.
    ///
    /// - Returns: The output of the terminal transition.
    // Called on the actor of the machine. With an actor as argument, it would hop to that actor first, and keep all its
    // arguments in the frame of the run.
    @inlinable
    @inline(__always)
    nonisolated(nonsending) static func execute<
        Store: Storage<State>, Outlet: Subject<Output>, Observer: TransducerObserver
    >(
        storage: Store, mailbox: Mailbox<Event>, env: Env, outlet: Outlet, observer: Observer, settings: RunSettings
    ) async throws -> Output {
        try RunLoop<Self, Store, Outlet, Observer>.open(mailbox, for: outlet)
        if isInScenario {
            return try await performInScenario(
                storage: storage, mailbox: mailbox, env: env, outlet: outlet, observer: observer, settings: settings)
        }
        return try await perform(
            storage: storage, mailbox: mailbox, env: env, outlet: outlet, observer: observer, settings: settings)
    }

    /// Runs a machine with a callback, which takes outputs of any type, or without a subject.
    // Inlined together with its caller, so that a call pays for one of the two.
    @inlinable
    @inline(__always)
    nonisolated(nonsending) static func execute<Store: Storage<State>, Observer: TransducerObserver>(
        storage: Store, mailbox: Mailbox<Event>, env: Env, callback: Callback<Output>?, observer: Observer,
        settings: RunSettings
    ) async throws -> Output {
        guard let callback else {
            return try await executeApart(
                storage: storage, mailbox: mailbox, env: env, outlet: NoCallback<Output>(), observer: observer,
                settings: settings)
        }
        return try await executeApart(
            storage: storage, mailbox: mailbox, env: env, outlet: callback, observer: observer, settings: settings)
    }

    @inlinable
    @inline(never)
    nonisolated(nonsending) static func executeApart<
        Store: Storage<State>, Outlet: Subject<Output>, Observer: TransducerObserver
    >(
        storage: Store, mailbox: Mailbox<Event>, env: Env, outlet: Outlet, observer: Observer, settings: RunSettings
    ) async throws -> Output {
        try await execute(
            storage: storage, mailbox: mailbox, env: env, outlet: outlet, observer: observer, settings: settings)
    }

    @inlinable
    @inline(__always)
    nonisolated(nonsending) static func perform<
        Store: Storage<State>, Outlet: Subject<Output>, Observer: TransducerObserver
    >(
        storage: Store, mailbox: Mailbox<Event>, env: Env, outlet: Outlet, observer: Observer, settings: RunSettings
    ) async throws -> Output {
        var loop: RunLoop<Self, Store, Outlet, Observer>? = RunLoop(
            storage: storage, mailbox: mailbox, env: env, outlet: outlet, observer: observer, settings: settings)
        return try await RunLoop<Self, Store, Outlet, Observer>.run(&loop, mailbox: mailbox)
    }
}

extension ExecutableTransducer {
    /// Runs a machine with the instrument of the present scenario.
    // Not inlined: only tests use it, and it should not enlarge clients.
    @usableFromInline
    nonisolated(nonsending) static func performInScenario<
        Store: Storage<State>, Outlet: Subject<Output>, Observer: TransducerObserver
    >(
        storage: Store, mailbox: Mailbox<Event>, env: Env, outlet: Outlet, observer: Observer, settings: RunSettings
    ) async throws -> Output {
        guard let instrument = instrumentOfScenario else {
            return try await perform(
                storage: storage, mailbox: mailbox, env: env, outlet: outlet, observer: observer, settings: settings)
        }
        return try await perform(
            with: instrument, storage: storage, mailbox: mailbox, env: env, outlet: outlet, observer: observer,
            settings: settings)
    }

    private nonisolated(nonsending) static func perform<
        Store: Storage<State>, Outlet: Subject<Output>, Observer: TransducerObserver
    >(
        with instrument: some RunInstrument, storage: Store, mailbox: Mailbox<Event>, env: Env, outlet: Outlet,
        observer: Observer, settings: RunSettings
    ) async throws -> Output {
        try await perform(
            storage: storage, mailbox: mailbox, env: env, outlet: outlet,
            observer: CombinedObserver(instrument, observer), settings: settings)
    }
}

extension RunLoop {
    /// Opens the mailbox for a run, and tells the subject of the run if that fails.
    // Not inlined, so that it takes no room in the frame of a run.
    @inlinable
    @inline(never)
    static func open(_ mailbox: Mailbox<T.Event>, for outlet: Outlet) throws {
        try outlet.begin()
        do {
            try mailbox.open(observed: Observer.isActive)
        } catch {
            outlet.withdraw(throwing: error)
            throw error
        }
    }

    /// Runs a loop to its end, here or in a task of its own.
    @inlinable
    @inline(__always)
    nonisolated(nonsending) static func run(
        _ loop: inout RunLoop?, mailbox: Mailbox<T.Event>
    ) async throws -> T.Output {
        let hasEnded = await runCancellably(&loop, mailbox: mailbox, isolation: #isolation)
        guard hasEnded == false, let moved = MovedLoop(taking: &loop) else {
            return try (loop?.outcome ?? .failure(CancellationError())).get()
        }
        return try await moved.run(on: #isolation)
    }

    @inlinable
    @inline(__always)
    static func runCancellably(
        _ loop: inout RunLoop?, mailbox: Mailbox<T.Event>, isolation: isolated (any Actor)?
    ) async -> Bool? {
        await withTaskCancellationHandler {
            await loop?.run(isolation: isolation)
        } onCancel: {
            mailbox.interrupt(with: CancellationError())
        }
    }

    @inlinable func result() throws -> T.Output {
        try (outcome ?? .failure(CancellationError())).get()
    }
}

/// A loop in a task of its own, which can be cancelled without cancelling the caller.
@usableFromInline final class MovedLoop<T, Store, Outlet, Observer>
where
    T: ExecutableTransducer, Store: Storage<T.State>, Outlet: Subject<T.Output>,
    Observer: TransducerObserver
{
    @usableFromInline var loop: RunLoop<T, Store, Outlet, Observer>

    // Not inlined, so that a run that does not move needs no room for a moved loop in its frame.
    @inlinable
    @inline(never)
    init?(taking source: inout RunLoop<T, Store, Outlet, Observer>?) {
        guard let loop = source.take() else { return nil }
        self.loop = loop
    }

    @inlinable
    @inline(never)
    nonisolated(nonsending) func run(on actor: (any Actor)?) async throws -> T.Output {
        let host = actor ?? DefaultSystemActor()
        // The caller does nothing but wait, so the loop is in one task at a time.
        let moved = Disconnected(self)
        let run = SystemIsolated { (host: isolated any Actor) async in await moved.value.run(inTaskOn: host) }
        let mailbox = loop.mailbox
        // A run that starts within a macrostep of another run makes the other run wait for its end.
        let surrounding = RunTask.current
        surrounding?.makeRoom()
        try surrounding?.wait(at: mailbox)
        defer { surrounding?.endWait() }
        let task = loop.carrier.tasks.start(run, on: host)
        mailbox.attach(host: task)
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            mailbox.interrupt(with: CancellationError())
        }
        return try loop.result()
    }

    @inlinable func run(inTaskOn host: isolated any Actor) async {
        loop.carrier.host = host
        let moved = Disconnected(self)
        let task = RunTask(of: T.self, on: host, at: loop.mailbox)
        await task.perform { _ = await moved.value.loop.run(isolation: moved.value.loop.carrier.host) }
        task.end()
    }
}
