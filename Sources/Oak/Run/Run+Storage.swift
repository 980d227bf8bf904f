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
    @inline(__always)
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
    @inline(__always)
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
