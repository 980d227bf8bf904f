extension ExecutableTransducer {
    /// Runs a machine whose state is a property of an object.
    ///
    /// The parameters are those of the form with `storage:`, `env:` and `output:`.
    @inlinable
    @discardableResult
    @_disfavoredOverload
    public nonisolated(nonsending) static func run<Host>(
        state: ReferenceWritableKeyPath<Host, State>, host: Host, proxy: Proxy = Proxy(), env: Env,
        output: some Subject<Output>, observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings()
    ) async throws -> Output where Output: Sendable {
        try await execute(
            storage: KeyPathStorage(host: host, keyPath: state), mailbox: proxy.mailbox, env: env, outlet: output,
            observer: observer, settings: settings)
    }

    /// Runs a machine whose state is a property of an object, with at most a callback for its outputs.
    ///
    /// The parameters are those of the form with `storage:`, `env:` and `output:`.
    @inlinable
    @inline(__always)
    @discardableResult
    public nonisolated(nonsending) static func run<Host>(
        state: ReferenceWritableKeyPath<Host, State>, host: Host, proxy: Proxy = Proxy(), env: Env,
        output: Callback<Output>? = nil, observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings()
    ) async throws -> Output {
        try await execute(
            storage: KeyPathStorage(host: host, keyPath: state), mailbox: proxy.mailbox, env: env, callback: output,
            observer: observer, settings: settings)
    }
}

// Overloads that omit an `env` of `Void`, which a default argument cannot express.

extension ExecutableTransducer where Env == Void {
    /// Runs a machine without an environment, whose state is a property of an object.
    ///
    /// The parameters are those of the form with `storage:`, `env:` and `output:`.
    @inlinable
    @discardableResult
    @_disfavoredOverload
    public nonisolated(nonsending) static func run<Host>(
        state: ReferenceWritableKeyPath<Host, State>, host: Host, proxy: Proxy = Proxy(), output: some Subject<Output>,
        observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings()
    ) async throws -> Output where Output: Sendable {
        try await execute(
            storage: KeyPathStorage(host: host, keyPath: state), mailbox: proxy.mailbox, env: (), outlet: output,
            observer: observer, settings: settings)
    }

    /// Runs a machine without an environment, whose state is a property of an object, with at most a callback.
    ///
    /// The parameters are those of the form with `storage:`, `env:` and `output:`.
    @inlinable
    @inline(__always)
    @discardableResult
    public nonisolated(nonsending) static func run<Host>(
        state: ReferenceWritableKeyPath<Host, State>, host: Host, proxy: Proxy = Proxy(),
        output: Callback<Output>? = nil, observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings()
    ) async throws -> Output {
        try await execute(
            storage: KeyPathStorage(host: host, keyPath: state), mailbox: proxy.mailbox, env: (), callback: output,
            observer: observer, settings: settings)
    }
}

/// A storage in a property of an object, which its owner can observe.
@usableFromInline package struct KeyPathStorage<Host, Value>: Storage {
    @usableFromInline let host: Host
    @usableFromInline let keyPath: ReferenceWritableKeyPath<Host, Value>

    /// - Parameter host: The object that holds the state; retained until the run has ended.
    @inlinable package init(host: Host, keyPath: ReferenceWritableKeyPath<Host, Value>) {
        self.host = host
        self.keyPath = keyPath
    }

    @inlinable package var storedValue: Value {
        get { host[keyPath: keyPath] }
        nonmutating set { host[keyPath: keyPath] = newValue }
        nonmutating _modify { yield &host[keyPath: keyPath] }
    }
}
