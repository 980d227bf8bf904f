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

// A callback takes the form without `Sendable`, which therefore is the preferred one.

extension ExecutableTransducer {
    /// Runs a machine whose state is in a storage.
    ///
    /// The call returns when the machine has reached a terminal state and all of its effects have ended. The machine is
    /// isolated to the actor of the caller. For a caller without one, the run creates an actor as soon as it needs one.
    ///
    /// - Parameters:
    ///   - storage: Holds the state, beginning with the initial one.
    ///   - proxy: Receives the events; it must not have been used for another run. Without one, only activities send
    ///     events: a machine that has none and starts in a state other than a terminal one waits until its task is
    ///     cancelled.
    ///   - env: The dependencies of the effects.
    ///   - output: Receives the initial output, if any, and the output of each transition before the next event is
    ///     processed. An output that is not `Sendable` goes to a ``Callback`` only.
    ///   - observer: Receives everything that happens in the run.
    ///   - settings: The limits of the run.
    /// - Returns: The output of the transition to the terminal state, or the initial output if the initial state is
    ///   terminal.
    /// - Throws: ``TransducerError/proxyAlreadyInUse`` if the proxy has been used; ``TransducerError/cancelled``, or
    ///   the error given, if the proxy cancels; `CancellationError` if the calling task is cancelled;
    ///   ``TransducerError/noOutputProduced`` if the initial state is terminal and has no output to return;
    ///   ``TransducerError/runawayActions(transducer:cycle:)`` if action events never end; and any error of an action,
    ///   an operation or the subject.
    @inlinable
    @discardableResult
    @_disfavoredOverload
    public nonisolated(nonsending) static func run(
        storage: some Storage<State>, proxy: Proxy = Proxy(), env: Env, output: some Subject<Output>,
        observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings()
    ) async throws -> Output where Output: Sendable {
        try await execute(
            storage: storage, mailbox: proxy.mailbox, env: env, outlet: output, observer: observer, settings: settings)
    }

    /// Runs a machine whose state is in a storage, with at most a callback for its outputs.
    ///
    /// A callback takes outputs that are not `Sendable`, too.
    ///
    /// The parameters are those of the form with `storage:`, `env:` and `output:`.
    @inlinable
    @discardableResult
    public nonisolated(nonsending) static func run(
        storage: some Storage<State>, proxy: Proxy = Proxy(), env: Env, output: Callback<Output>? = nil,
        observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings()
    ) async throws -> Output {
        try await execute(
            storage: storage, mailbox: proxy.mailbox, env: env, callback: output,
            observer: observer, settings: settings)
    }
}

extension ExecutableTransducer where Env == Void {
    /// Runs a machine without an environment, whose state is in a storage, with at most a callback for its outputs.
    ///
    /// The parameters are those of the form with `storage:`, `env:` and `output:`.
    @inlinable
    @discardableResult
    public nonisolated(nonsending) static func run(
        storage: some Storage<State>, proxy: Proxy = Proxy(), output: Callback<Output>? = nil,
        observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings()
    ) async throws -> Output {
        try await execute(
            storage: storage, mailbox: proxy.mailbox, env: (), callback: output,
            observer: observer, settings: settings)
    }
}

extension ExecutableTransducer {
    /// Runs a machine whose state is a property of an object, with at most a callback for its outputs.
    ///
    /// The parameters are those of the form with `storage:`, which takes a ``PropertyStorage`` and any subject.
    @inlinable
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
