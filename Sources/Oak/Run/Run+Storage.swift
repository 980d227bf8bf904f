extension ExecutableTransducer {
    /// Runs a machine whose state is in a storage.
    ///
    /// The call returns when the machine has reached a terminal state and all of its effects have ended.
    ///
    /// - Parameters:
    ///   - storage: Holds the state, beginning with the initial one.
    ///   - proxy: Receives the events; it must not have been used for another run. Without one, only activities send
    ///     events: a machine that has none and starts in a state other than a terminal one waits until its task is
    ///     cancelled.
    ///   - env: The dependencies of the effects.
    ///   - output: Receives the initial output, if any, and the output of each transition before the next event is
    ///     processed.
    ///   - observer: Receives everything that happens in the run.
    ///   - settings: The limits of the run.
    ///   - systemActor: The actor that the machine is isolated to, which is that of the caller. For a caller without
    ///     one, the run creates an actor as soon as it needs one.
    /// - Returns: The output of the transition to the terminal state, or the initial output if the initial state is
    ///   terminal.
    /// - Throws: ``TransducerError/proxyAlreadyInUse`` if the proxy has been used; ``TransducerError/cancelled``, or
    ///   the error given, if the proxy cancels; `CancellationError` if the calling task is cancelled;
    ///   ``TransducerError/noOutputProduced`` if the initial state is terminal and has no output to return;
    ///   ``TransducerError/runawayActions(transducer:cycle:)`` if action events never end; and any error of an action,
    ///   an operation or the subject.
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

    /// Runs a machine whose state is in a storage, and ignores its outputs.
    ///
    /// The parameters are those of ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
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
            settings: settings, isolation: systemActor)
    }
}

// Overloads that omit an `env` of `Void`, which a default argument cannot express.

extension ExecutableTransducer where Env == Void {
    /// Runs a machine without an environment, whose state is in a storage.
    ///
    /// The parameters are those of ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
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

    /// Runs a machine without an environment, whose state is in a storage, and ignores its outputs.
    ///
    /// The parameters are those of ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
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
            settings: settings, isolation: systemActor)
    }
}
