/// A running machine in an actor of its own, for servers and tools.
///
/// ```swift
/// let host = TransducerHost(of: Counter.self, initialState: Counter.State())
/// try host.send(.increment)
/// for await state in host.states where state.count == 1 { break }
/// ```
///
/// The machine runs from the creation of the host until the machine ends or is cancelled. Releasing the host ends the
/// run with `CancellationError`. In each case the effects under way are cancelled and awaited, then released. The
/// machine and its effects run on the executor in the settings, or else on the executor that the creating task prefers;
/// see ``RunSettings/taskExecutor``.
///
/// A slow subject slows the machine down; a slow observer of its ``states`` does not.
public actor TransducerHost<Machine: ExecutableTransducer & SendableMetatype>: MachineHost {
    /// The handle to the run.
    public nonisolated let proxy: Machine.Proxy

    @usableFromInline nonisolated let hosted: HostSystemActor<Machine>
    @usableFromInline nonisolated let run: OwnedRun

    /// The executor of the machine and of its isolated effects.
    @_documentation(visibility: internal)
    public nonisolated var unownedExecutor: UnownedSerialExecutor { hosted.unownedExecutor }

    /// The current state, or the last one when the machine has ended.
    public var state: Machine.State { HostStorage(hosted).storedValue }

    /// Creates a running machine.
    ///
    /// - Parameters:
    ///   - type: The machine.
    ///   - initialState: The first state.
    ///   - proxy: The proxy of the run; `nil` creates one. If the proxy drives another run already, this run ends with
    ///     ``TransducerError/proxyAlreadyInUse``.
    ///   - env: The dependencies of the effects.
    ///   - output: The receiver of the outputs, on the actor of the machine; only a ``SendableCallback`` can be on
    ///     another actor. An output that is not `Sendable` goes to a ``Callback`` only.
    ///   - observer: The receiver of everything that happens in the run.
    ///   - settings: The limits of the run.
    ///   - completion: A function that is called once, with the result of the run.
    @inlinable
    @_disfavoredOverload
    public init(
        of type: Machine.Type = Machine.self, initialState: sending Machine.State,
        proxy: Machine.Proxy? = nil, env: sending Machine.Env,
        output: sending some Subject<Machine.Output> & SendableMetatype,
        observer: sending some TransducerObserver & SendableMetatype = NoObserver(),
        settings: RunSettings = RunSettings(),
        completion: sending ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) where Machine.Output: Sendable {
        self.init(initialState, proxy, env, outlet: output, observer, settings, completion)
    }

    @inlinable init(
        _ initialState: sending Machine.State, _ proxy: Machine.Proxy?, _ env: sending Machine.Env,
        outlet: sending some Subject<Machine.Output> & SendableMetatype,
        _ observer: sending some TransducerObserver & SendableMetatype, _ settings: RunSettings,
        _ completion: sending ((Result<Machine.Output, any Error>) -> Void)?
    ) {
        let hosted = HostSystemActor<Machine>(initialState)
        let proxy = proxy ?? Machine.Proxy()
        self.proxy = proxy
        self.hosted = hosted
        let hostRun = HostRun(
            of: Machine.self, storage: HostStorage(hosted), proxy: proxy, env: env, output: outlet,
            observer: observer, settings: settings, hearer: .owner
        ) { result in
            hosted.end(with: result)
            completion?(result)
        }
        run = hostRun.start(on: hosted)
        run.admit(self)
    }

    /// Ends the run of this host with ``TransducerError/cancelled``; its effects are cancelled and awaited.
    public nonisolated func cancel() { run.cancel() }

    /// Waits until the run has ended, with every effect.
    ///
    /// - Throws: The error of the run.
    package nonisolated func untilEnded() async throws {
        await run.task.value
        try await hosted.end.get()
    }
}

extension TransducerHost where Machine.Output: Sendable {
    /// The output of the terminal transition, once there is one.
    ///
    /// Every effect has ended when this property returns or throws. Cancelling the task of the caller does not shorten
    /// the wait: cancel the host instead.
    ///
    /// - Throws: The error of the run.
    public nonisolated var value: Machine.Output {
        get async throws {
            await run.task.value
            return try await hosted.outcome.get()
        }
    }
}
