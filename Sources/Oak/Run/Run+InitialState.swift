extension ExecutableTransducer {
    /// Runs a machine that holds its own state.
    ///
    /// The parameters are those of ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
    @inlinable
    @discardableResult
    public static func run(
        initialState: State,
        proxy: Proxy = Proxy(),
        env: Env,
        output: some Subject<Output>,
        observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings(),
        systemActor: isolated (any Actor)? = #isolation
    ) async throws -> Output {
        try await execute(
            storage: LocalStorage(value: initialState), mailbox: proxy.mailbox, env: env, outlet: output,
            observer: observer, settings: settings, isolation: systemActor)
    }

    /// Runs a machine that holds its own state, and ignores its outputs.
    ///
    /// The parameters are those of ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
    @inlinable
    @discardableResult
    public static func run(
        initialState: State,
        proxy: Proxy = Proxy(),
        env: Env,
        observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings(),
        systemActor: isolated (any Actor)? = #isolation
    ) async throws -> Output {
        try await execute(
            storage: LocalStorage(value: initialState), mailbox: proxy.mailbox, env: env, outlet: NoCallback<Output>(),
            observer: observer, settings: settings, isolation: systemActor)
    }
}

// Overloads that omit an `env` of `Void`, which a default argument cannot express.

extension ExecutableTransducer where Env == Void {
    /// Runs a machine that holds its own state and has no environment.
    ///
    /// The parameters are those of ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
    @inlinable
    @discardableResult
    public static func run(
        initialState: State,
        proxy: Proxy = Proxy(),
        output: some Subject<Output>,
        observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings(),
        systemActor: isolated (any Actor)? = #isolation
    ) async throws -> Output {
        try await execute(
            storage: LocalStorage(value: initialState), mailbox: proxy.mailbox, env: (), outlet: output,
            observer: observer, settings: settings, isolation: systemActor)
    }

    /// Runs a machine that holds its own state and has no environment, and ignores its outputs.
    ///
    /// The parameters are those of ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
    @inlinable
    @discardableResult
    public static func run(
        initialState: State,
        proxy: Proxy = Proxy(),
        observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings(),
        systemActor: isolated (any Actor)? = #isolation
    ) async throws -> Output {
        try await execute(
            storage: LocalStorage(value: initialState), mailbox: proxy.mailbox, env: (), outlet: NoCallback<Output>(),
            observer: observer, settings: settings, isolation: systemActor)
    }
}
