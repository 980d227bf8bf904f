extension ExecutableTransducer {
    /// Runs a machine whose state is a property of an object.
    ///
    /// The parameters are those of ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
    @inlinable
    @discardableResult
    public static func run<Host>(
        state: ReferenceWritableKeyPath<Host, State>,
        host: Host,
        proxy: Proxy = Proxy(),
        env: Env,
        output: some Subject<Output>,
        observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings(),
        systemActor: isolated (any Actor)? = #isolation
    ) async throws -> Output {
        try await execute(
            storage: KeyPathStorage(host: host, keyPath: state), mailbox: proxy.mailbox, env: env, outlet: output,
            observer: observer, settings: settings, isolation: systemActor)
    }

    /// Runs a machine whose state is a property of an object, and ignores its outputs.
    ///
    /// The parameters are those of ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
    @inlinable
    @discardableResult
    public static func run<Host>(
        state: ReferenceWritableKeyPath<Host, State>,
        host: Host,
        proxy: Proxy = Proxy(),
        env: Env,
        observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings(),
        systemActor: isolated (any Actor)? = #isolation
    ) async throws -> Output {
        try await execute(
            storage: KeyPathStorage(host: host, keyPath: state), mailbox: proxy.mailbox, env: env,
            outlet: NoCallback<Output>(), observer: observer, settings: settings, isolation: systemActor)
    }
}

// Overloads that omit an `env` of `Void`, which a default argument cannot express.

extension ExecutableTransducer where Env == Void {
    /// Runs a machine without an environment, whose state is a property of an object.
    ///
    /// The parameters are those of ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
    @inlinable
    @discardableResult
    public static func run<Host>(
        state: ReferenceWritableKeyPath<Host, State>,
        host: Host,
        proxy: Proxy = Proxy(),
        output: some Subject<Output>,
        observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings(),
        systemActor: isolated (any Actor)? = #isolation
    ) async throws -> Output {
        try await execute(
            storage: KeyPathStorage(host: host, keyPath: state), mailbox: proxy.mailbox, env: (), outlet: output,
            observer: observer, settings: settings, isolation: systemActor)
    }

    /// Runs a machine without an environment, whose state is a property of an object, and ignores its outputs.
    ///
    /// The parameters are those of ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
    @inlinable
    @discardableResult
    public static func run<Host>(
        state: ReferenceWritableKeyPath<Host, State>,
        host: Host,
        proxy: Proxy = Proxy(),
        observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings(),
        systemActor: isolated (any Actor)? = #isolation
    ) async throws -> Output {
        try await execute(
            storage: KeyPathStorage(host: host, keyPath: state), mailbox: proxy.mailbox, env: (),
            outlet: NoCallback<Output>(), observer: observer, settings: settings, isolation: systemActor)
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
