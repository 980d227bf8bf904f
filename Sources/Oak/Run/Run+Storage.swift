extension ExecutableTransducer {
    /// Runs a machine whose state is kept in a storage.
    ///
    /// The call returns when the machine has reached a terminal state and all of its effects have ended.
    ///
    /// - Parameters:
    ///   - storage: Keeps the state, beginning with the initial one.
    ///   - proxy: Receives the events; it must not have been used for another run. Left out, nobody outside can send, and
    ///     a machine that is not terminal at birth waits until its task is cancelled.
    ///   - env: What effects depend on.
    ///   - output: Receives the initial output, if there is one, and the output of each transition before the next event
    ///     is processed.
    ///   - observer: Is told of everything that happens.
    ///   - settings: The limits of the run.
    ///   - systemActor: The actor that the machine is isolated to: that of the caller. A caller without one
    ///     gets an actor made for the run when there is need of it.
    /// - Returns: The output of the transition that led to the terminal state, or the initial output if the initial
    ///   state is terminal.
    /// - Throws: ``TransducerError/proxyAlreadyInUse`` when the proxy has been used; ``TransducerError/cancelled``, or
    ///   the error given, when the proxy cancels; `CancellationError` when the calling task is cancelled;
    ///   ``TransducerError/noOutputProduced`` when the initial state is terminal and there is nothing to return;
    ///   ``TransducerError/runawayActions(transducer:cycle:)`` when action events never end; and whatever an
    ///   action, an operation or the subject throws.
    @inlinable
    @discardableResult
    public static func run(
        storage: some Storage<State>,
        proxy: Proxy = Proxy(),
        env: Env,
        output: some Subject<Output>,
        observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings(),
        systemActor: isolated (any Actor)? = #isolation
    ) async throws -> Output {
        try await execute(
            storage: storage, mailbox: proxy.mailbox, env: env, outlet: output, observer: observer, settings: settings,
            isolation: systemActor)
    }

    /// Runs a machine whose state is kept in a storage, without looking at its outputs.
    ///
    /// Everything else is as in ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
    @inlinable
    @discardableResult
    public static func run(
        storage: some Storage<State>,
        proxy: Proxy = Proxy(),
        env: Env,
        observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings(),
        systemActor: isolated (any Actor)? = #isolation
    ) async throws -> Output {
        try await execute(
            storage: storage, mailbox: proxy.mailbox, env: env, outlet: NoCallback<Output>(), observer: observer,
            settings: settings,
            isolation: systemActor)
    }
}

// `env` may be left out when it is `Void`; a default argument cannot say that.

extension ExecutableTransducer where Env == Void {
    /// Runs a machine whose state is kept in a storage.
    ///
    /// Everything else is as in ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
    @inlinable
    @discardableResult
    public static func run(
        storage: some Storage<State>,
        proxy: Proxy = Proxy(),
        output: some Subject<Output>,
        observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings(),
        systemActor: isolated (any Actor)? = #isolation
    ) async throws -> Output {
        try await execute(
            storage: storage, mailbox: proxy.mailbox, env: (), outlet: output, observer: observer, settings: settings,
            isolation: systemActor)
    }

    /// Runs a machine whose state is kept in a storage, without looking at its outputs.
    ///
    /// Everything else is as in ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
    @inlinable
    @discardableResult
    public static func run(
        storage: some Storage<State>,
        proxy: Proxy = Proxy(),
        observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings(),
        systemActor: isolated (any Actor)? = #isolation
    ) async throws -> Output {
        try await execute(
            storage: storage, mailbox: proxy.mailbox, env: (), outlet: NoCallback<Output>(), observer: observer,
            settings: settings,
            isolation: systemActor)
    }
}
