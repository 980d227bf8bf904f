// Types that reach another actor than the caller's are `SendableMetatype`: their conformances belong to no actor.

extension ExecutableTransducer where Self: SendableMetatype {
    /// Runs a machine that holds its own state on another actor than the caller's.
    ///
    /// The other parameters are those of the form with `storage:`. For `nil` as `systemActor`, the run creates an actor
    /// as soon as it needs one.
    @inlinable
    @discardableResult
    @_disfavoredOverload
    public static func run(
        initialState: State, proxy: Proxy = Proxy(), env: Env, output: some Subject<Output> & SendableMetatype,
        observer: some TransducerObserver & SendableMetatype = NoObserver(), settings: RunSettings = RunSettings(),
        systemActor: isolated (any Actor)?
    ) async throws -> Output where Output: Sendable {
        try await execute(
            storage: LocalStorage(value: initialState), mailbox: proxy.mailbox, env: env, outlet: output,
            observer: observer, settings: settings)
    }

    /// Runs a machine that holds its own state on another actor, with at most a callback for its outputs.
    ///
    /// The parameters are those of the first form with `systemActor:`.
    @inlinable
    @inline(__always)
    @discardableResult
    public static func run(
        initialState: State, proxy: Proxy = Proxy(), env: Env, output: Callback<Output>? = nil,
        observer: some TransducerObserver & SendableMetatype = NoObserver(), settings: RunSettings = RunSettings(),
        systemActor: isolated (any Actor)?
    ) async throws -> Output {
        try await execute(
            storage: LocalStorage(value: initialState), mailbox: proxy.mailbox, env: env, callback: output,
            observer: observer, settings: settings)
    }
}

extension ExecutableTransducer where Self: SendableMetatype, Env == Void {
    /// Runs a machine without an environment on another actor than the caller's.
    ///
    /// The parameters are those of the first form with `systemActor:`.
    @inlinable
    @discardableResult
    @_disfavoredOverload
    public static func run(
        initialState: State, proxy: Proxy = Proxy(), output: some Subject<Output> & SendableMetatype,
        observer: some TransducerObserver & SendableMetatype = NoObserver(), settings: RunSettings = RunSettings(),
        systemActor: isolated (any Actor)?
    ) async throws -> Output where Output: Sendable {
        try await execute(
            storage: LocalStorage(value: initialState), mailbox: proxy.mailbox, env: (), outlet: output,
            observer: observer, settings: settings)
    }

    /// Runs a machine without an environment on another actor, with at most a callback for its outputs.
    ///
    /// The parameters are those of the first form with `systemActor:`.
    @inlinable
    @inline(__always)
    @discardableResult
    public static func run(
        initialState: State, proxy: Proxy = Proxy(), output: Callback<Output>? = nil,
        observer: some TransducerObserver & SendableMetatype = NoObserver(), settings: RunSettings = RunSettings(),
        systemActor: isolated (any Actor)?
    ) async throws -> Output {
        try await execute(
            storage: LocalStorage(value: initialState), mailbox: proxy.mailbox, env: (), callback: output,
            observer: observer, settings: settings)
    }
}
