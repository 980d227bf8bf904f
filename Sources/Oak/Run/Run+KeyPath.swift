extension ExecutableTransducer {
    /// Runs a machine whose state is a property of an object.
    ///
    /// Everything else is as in ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
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
            observer: observer, settings: settings,
            isolation: systemActor)
    }

    /// Runs a machine whose state is a property of an object, without looking at its outputs.
    ///
    /// Everything else is as in ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
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
            outlet: NoCallback<Output>(), observer: observer, settings: settings,
            isolation: systemActor)
    }
}

// `env` may be left out when it is `Void`; a default argument cannot say that.

extension ExecutableTransducer where Env == Void {
    /// Runs a machine whose state is a property of an object.
    ///
    /// Everything else is as in ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
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
            observer: observer, settings: settings,
            isolation: systemActor)
    }

    /// Runs a machine whose state is a property of an object, without looking at its outputs.
    ///
    /// Everything else is as in ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
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
            outlet: NoCallback<Output>(), observer: observer, settings: settings,
            isolation: systemActor)
    }
}
