extension ExecutableTransducer {
    /// Runs a machine whose state is a property of an object, with at most a callback for its outputs.
    ///
    /// The parameters are those of the form with `storage:`, which takes a ``PropertyStorage`` and any subject.
    @inlinable
    @inline(__always)
    @discardableResult
    public nonisolated(nonsending) static func run<Host>(
        state: ReferenceWritableKeyPath<Host, State>, host: Host, proxy: Proxy = Proxy(), env: Env,
        output: Callback<Output>? = nil, observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings()
    ) async throws -> Output {
        try await execute(
            storage: PropertyStorage(state, of: host), mailbox: proxy.mailbox, env: env, callback: output,
            observer: observer, settings: settings)
    }
}

extension ExecutableTransducer where Env == Void {
    /// Runs a machine without an environment, whose state is a property of an object, with at most a callback.
    ///
    /// The parameters are those of the form with `storage:`, which takes a ``PropertyStorage`` and any subject.
    @inlinable
    @inline(__always)
    @discardableResult
    public nonisolated(nonsending) static func run<Host>(
        state: ReferenceWritableKeyPath<Host, State>, host: Host, proxy: Proxy = Proxy(),
        output: Callback<Output>? = nil, observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings()
    ) async throws -> Output {
        try await execute(
            storage: PropertyStorage(state, of: host), mailbox: proxy.mailbox, env: (), callback: output,
            observer: observer, settings: settings)
    }
}
