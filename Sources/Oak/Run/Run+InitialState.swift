extension ExecutableTransducer {
    /// Runs a machine that holds its own state.
    ///
    /// The parameters are those of the form with `storage:`, `env:` and `output:`.
    @inlinable
    @discardableResult
    @_disfavoredOverload
    public nonisolated(nonsending) static func run(
        initialState: State, proxy: Proxy = Proxy(), env: Env, output: some Subject<Output>,
        observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings()
    ) async throws -> Output where Output: Sendable {
        try await execute(
            storage: LocalStorage(value: initialState), mailbox: proxy.mailbox, env: env, outlet: output,
            observer: observer, settings: settings)
    }

    /// Runs a machine that holds its own state, with at most a callback for its outputs.
    ///
    /// The parameters are those of the form with `storage:`, `env:` and `output:`.
    @inlinable
    @inline(__always)
    @discardableResult
    public nonisolated(nonsending) static func run(
        initialState: State, proxy: Proxy = Proxy(), env: Env, output: Callback<Output>? = nil,
        observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings()
    ) async throws -> Output {
        try await execute(
            storage: LocalStorage(value: initialState), mailbox: proxy.mailbox, env: env, callback: output,
            observer: observer, settings: settings)
    }
}

// Overloads that omit an `env` of `Void`, which a default argument cannot express.

extension ExecutableTransducer where Env == Void {
    /// Runs a machine that holds its own state and has no environment.
    ///
    /// The parameters are those of the form with `storage:`, `env:` and `output:`.
    @inlinable
    @discardableResult
    @_disfavoredOverload
    public nonisolated(nonsending) static func run(
        initialState: State, proxy: Proxy = Proxy(), output: some Subject<Output>,
        observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings()
    ) async throws -> Output where Output: Sendable {
        try await execute(
            storage: LocalStorage(value: initialState), mailbox: proxy.mailbox, env: (), outlet: output,
            observer: observer, settings: settings)
    }

    /// Runs a machine that holds its own state and has no environment, with at most a callback for its outputs.
    ///
    /// The parameters are those of the form with `storage:`, `env:` and `output:`.
    @inlinable
    @inline(__always)
    @discardableResult
    public nonisolated(nonsending) static func run(
        initialState: State, proxy: Proxy = Proxy(), output: Callback<Output>? = nil,
        observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings()
    ) async throws -> Output {
        try await execute(
            storage: LocalStorage(value: initialState), mailbox: proxy.mailbox, env: (), callback: output,
            observer: observer, settings: settings)
    }
}
