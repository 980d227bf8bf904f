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
    @usableFromInline typealias Run = HostedRun<Machine, HostedState<Machine>>

    /// The system actor of the machine; another than the host, so that the run does not keep the host alive.
    @usableFromInline nonisolated let systemActor: DefaultSystemActor
    @usableFromInline nonisolated let runs: HostRuns<Machine, HostedState<Machine>>
    /// Begins a run, with all that its predecessors had but state and environment.
    @usableFromInline let begin: (Machine.State, Machine.Proxy, Machine.Env) -> Run

    /// The handle to the run.
    @inlinable public nonisolated var proxy: Machine.Proxy { runs.proxy }

    /// The executor of the machine and of its isolated effects.
    @_documentation(visibility: internal)
    public nonisolated var unownedExecutor: UnownedSerialExecutor { systemActor.unownedExecutor }

    /// The current state, or the last one when the machine has ended.
    public var state: Machine.State { hosted.state }

    var hosted: HostedState<Machine> { runs.current.place }

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
    ///   - completion: A function that is called once for each run, with its result. The host keeps it for another run,
    ///     so it should not keep the host.
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
        let systemActor = DefaultSystemActor()
        // A restart may come from a task that prefers another executor.
        let settings = TaskSource(settings).settings
        let begin = { (initialState: Machine.State, proxy: Machine.Proxy, env: Machine.Env) -> Run in
            let hosted = HostedState<Machine>(initialState)
            let run = HostRun(
                of: Machine.self, storage: HostStorage(hosted), proxy: proxy, env: env, output: outlet,
                observer: observer, settings: settings, hearer: .owner
            ) { result in
                hosted.end(with: result)
                completion?(result)
            }
            return Run(in: hosted, proxy, run.start(on: systemActor))
        }
        self.systemActor = systemActor
        runs = HostRuns(begin(initialState, proxy ?? Machine.Proxy(), env))
        self.begin = begin
    }

    /// Ends the run of this host with ``TransducerError/cancelled``; its effects are cancelled and awaited.
    public nonisolated func cancel() { runs.present.owned.cancel() }

    /// Begins the machine again, whether it has ended or not.
    ///
    /// ```swift
    /// let host = TransducerHost(of: Counter.self, initialState: Counter.State())
    /// await host.restart(initialState: Counter.State())
    /// ```
    ///
    /// A run that has not ended is cancelled, as by ``cancel()``, and nobody waits for its end. The new run has a proxy
    /// of its own, with eight places for events, and gets the output receiver, the observer, the settings and the
    /// completion of this host, which is called once for each run. Until the former run has ended, the observer hears
    /// of both. A receiver for one run, such as an ``OutputSequence``, ends the next with
    /// ``TransducerError/outputAbandoned``.
    ///
    /// From now on, the properties and functions of this host speak of the new run. Proxies and inputs made before
    /// belong to the former run: they throw ``TransducerError/terminated``, its ``states`` end, and
    /// whoever waits hears how it ends. The completion may call this function.
    ///
    /// - Parameters:
    ///   - initialState: The first state.
    ///   - env: The dependencies of the effects.
    public func restart(initialState: sending Machine.State, env: sending Machine.Env) {
        _ = runs.replace(by: begin(initialState, Machine.Proxy(), env))
    }

    /// Whether the machine would process an event in its current state; see ``MachineModel/accepts(_:)``.
    ///
    /// - Parameter event: The event.
    public func accepts(_ event: sending Machine.Event) -> Bool { Machine.accepts(event, in: hosted.state) }

    /// Waits until the run has ended, with every effect.
    ///
    /// - Throws: The error of the run.
    package nonisolated func untilEnded() async throws {
        let run = runs.present
        await run.owned.task.value
        try await run.place.end(isolation: systemActor).get()
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
            let run = runs.present
            await run.owned.task.value
            return try await run.place.outcome(isolation: systemActor).get()
        }
    }
}

// MARK: - Other forms of creation

// Overloads that omit `output`, whose default the compiler cannot infer, or an `env` of `Void`; see Decision 0010.

extension TransducerHost {
    /// Creates a running machine, with at most a callback for its outputs.
    ///
    /// The parameters are those of the form with `env:` and `output:`.
    @inlinable public init(
        of type: Machine.Type = Machine.self, initialState: sending Machine.State,
        proxy: Machine.Proxy? = nil, env: sending Machine.Env, output: sending Callback<Machine.Output>? = nil,
        observer: sending some TransducerObserver & SendableMetatype = NoObserver(),
        settings: RunSettings = RunSettings(),
        completion: sending ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) {
        if let output {
            self.init(initialState, proxy, env, outlet: output, observer, settings, completion)
        } else {
            self.init(
                initialState, proxy, env, outlet: NoCallback<Machine.Output>(), observer, settings, completion)
        }
    }
}

extension TransducerHost where Machine.Env == Void {
    /// Creates a running machine that needs no environment.
    ///
    /// The parameters are those of the form with `env:` and `output:`.
    @inlinable
    @_disfavoredOverload
    public init(
        of type: Machine.Type = Machine.self, initialState: sending Machine.State,
        proxy: Machine.Proxy? = nil, output: sending some Subject<Machine.Output> & SendableMetatype,
        observer: sending some TransducerObserver & SendableMetatype = NoObserver(),
        settings: RunSettings = RunSettings(),
        completion: sending ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) where Machine.Output: Sendable {
        self.init(
            of: type, initialState: initialState, proxy: proxy, env: (), output: output, observer: observer,
            settings: settings, completion: completion)
    }

    /// Creates a running machine that needs no environment, with at most a callback for its outputs.
    ///
    /// The parameters are those of the form with `env:` and `output:`.
    @inlinable public init(
        of type: Machine.Type = Machine.self, initialState: sending Machine.State,
        proxy: Machine.Proxy? = nil, output: sending Callback<Machine.Output>? = nil,
        observer: sending some TransducerObserver & SendableMetatype = NoObserver(),
        settings: RunSettings = RunSettings(),
        completion: sending ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) {
        if let output {
            self.init(initialState, proxy, (), outlet: output, observer, settings, completion)
        } else {
            self.init(
                initialState, proxy, (), outlet: NoCallback<Machine.Output>(), observer, settings, completion)
        }
    }
}

extension TransducerHost where Machine.Env == Void {
    /// Begins a machine that needs no environment again; see ``restart(initialState:env:)``.
    ///
    /// - Parameter initialState: The first state.
    public func restart(initialState: sending Machine.State) { restart(initialState: initialState, env: ()) }
}

// MARK: - States

extension TransducerHost where Machine.State: Sendable {
    /// The states of the machine, from the current one on.
    ///
    /// Each iteration is a separate observer. A slow observer misses states, but never the latest state, and an
    /// abandoned observer leaves nothing behind. The sequence ends after the last state of the run, or when the reading
    /// task is cancelled. It does not keep the host alive.
    public nonisolated var states: States { States(hosted: runs.present.place, systemActor: systemActor) }

    /// Waits for a state that fulfils a condition.
    ///
    /// ```swift
    /// let host = TransducerHost(of: Counter.self, initialState: Counter.State())
    /// try host.send(.increment)
    /// let state = try await host.value(where: { $0.count == 1 })
    /// assert(state.count == 1)
    /// ```
    ///
    /// The current state counts, as does the last one of a machine that has ended. The condition is tested with every
    /// state, on the actor of the machine, so that no state is missed, however briefly it lasts; ``states`` delivers
    /// only the latest. The machine may have left the state by the time the caller resumes.
    ///
    /// - Parameter predicate: The condition; it should be quick, as the machine waits for it after each transition.
    /// - Returns: The first state that fulfils the condition.
    /// - Throws: If the machine ends without such a state, the error of the run, or ``TransducerError/stateNotReached``
    ///   if the run throws none; `CancellationError` when the calling task is cancelled first.
    /// - Complexity: One call of the condition for each transition, and O(1) to begin and to end the wait.
    public nonisolated func value(
        where predicate: @escaping @Sendable (Machine.State) -> Bool
    ) async throws -> Machine.State {
        try await runs.present.place.state(where: predicate, isolation: systemActor)
    }

    /// A sequence of the states of a machine that delivers the latest state to each reader, and never throws.
    public struct States: AsyncSequence, Sendable {
        /// A state of the machine.
        public typealias Element = Machine.State
        /// Reading never fails; `value` of the host throws the error of the run.
        public typealias Failure = Never

        let hosted: HostedState<Machine>
        let systemActor: DefaultSystemActor

        @_documentation(visibility: internal)
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(hosted: hosted, systemActor: systemActor)
        }

        /// Reads states, one at a time.
        @_documentation(visibility: internal) public struct AsyncIterator: AsyncIteratorProtocol {
            let hosted: HostedState<Machine>
            let systemActor: DefaultSystemActor
            var seen: Int?

            /// Waits for a state that this observer has not seen.
            ///
            /// - Returns: The latest state, or `nil` when the run has ended or the calling task is cancelled.
            public mutating func next() async -> Machine.State? {
                guard let next = await hosted.state(after: seen, isolation: systemActor) else { return nil }
                seen = next.changes
                return next.state
            }
        }
    }
}
