public import Observation

#if canImport(Combine)
    public import Combine
#endif

/// A running machine whose state can be observed, for user interfaces.
///
/// ```swift
/// @MainActor
/// final class CounterModel {
///     private let counter = ObservableTransducer(of: Counter.self, initialState: Counter.State())
///
///     var title: String { "\(counter.state.count) so far" }
///
///     func increment() throws { try counter.send(.increment) }
/// }
/// ```
///
/// The machine runs on the main actor from the creation of the object until the machine ends or is cancelled: an event
/// that is sent there is processed before `send` returns. Releasing the object ends the run with `CancellationError`.
/// In each case the effects under way are cancelled and awaited, then released.
///
/// SwiftUI evaluates the initial value of a `@State` again for each value of the view and keeps the first result. Each
/// further machine is released at once: none of its effects begins, and its completion is called. A `@StateTransducer`
/// has one machine in the lifetime of the view.
@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public final class ObservableTransducer<Machine: ExecutableTransducer>: nonisolated MachineHost,
    nonisolated Observable
{
    @usableFromInline typealias Run = HostedRun<Machine, Place>
    @usableFromInline typealias Place = (hosted: ObservedState<Machine>, end: ObservedOutcome<Machine.Output>)

    @usableFromInline nonisolated let runs: HostRuns<Machine, Place>
    /// Begins a run, with all that its predecessors had but state and environment.
    @usableFromInline let begin: (Machine.State, Machine.Proxy, Machine.Env) -> Run

    /// The handle to the run.
    @inlinable public nonisolated var proxy: Machine.Proxy { runs.proxy }

    var hosted: ObservedState<Machine> { runs.current.place.hosted }

    /// The current state, or the last one when the machine has ended.
    ///
    /// Within a transition of this machine, the state is the argument of `update` alone; reading it here is a fault.
    public var state: Machine.State {
        hosted.machine.audience.noteReading(of: .state)
        return hosted.state
    }

    /// The outcome of the run; unless the machine is running, every effect has ended, too.
    public var outcome: MachineOutcome<Machine.Output> { runs.current.place.end.outcome }

    /// Whether the ``outcome`` is still open.
    public var isRunning: Bool { if case .running = outcome { true } else { false } }

    /// Creates a running machine.
    ///
    /// - Parameters:
    ///   - type: The machine.
    ///   - initialState: The first state.
    ///   - proxy: The proxy of the run; `nil` creates one with 1,024 places for events. If the proxy drives another run
    ///     already, this run ends with ``TransducerError/proxyAlreadyInUse``.
    ///   - env: The dependencies of the effects.
    ///   - output: The receiver of the outputs; `nil` ignores them.
    ///   - observer: The receiver of everything that happens in the run.
    ///   - settings: The limits of the run.
    ///   - completion: A function that is called once for each run, with its result, which is the ``outcome`` then.
    ///     This object keeps it for another run, so it should not keep this object. Without it, and without an
    ///     observer, an error that ends the run is logged.
    @inlinable public init(
        of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
        env: Machine.Env, output: (any Subject<Machine.Output>)? = nil,
        observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings(),
        completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) {
        // A restart may come from a task that prefers another executor.
        let order = ObservedOrder<Machine, _>(output, observer, TaskSource(settings).settings, completion)
        let begin = { (initialState: Machine.State, proxy: Machine.Proxy, env: Machine.Env) -> Run in
            let audience = ObservingAudience()
            let hosted = ObservedState<Machine>(initialState, for: audience)
            let end = ObservedOutcome<Machine.Output>(for: audience)
            let run = order.start(in: hosted, proxy, env) { result in
                hosted.end()
                end.outcome = MachineOutcome(result)
            }
            return Run(in: (hosted, end), proxy, run)
        }
        let first = begin(initialState, proxy ?? .roomy, env)
        runs = HostRuns(first)
        self.begin = begin
        first.owned.begin()
    }

    /// Ends the run of this object with ``TransducerError/cancelled``; its effects are cancelled and awaited.
    public nonisolated func cancel() { runs.present.owned.cancel() }

    /// Begins the machine again, whether it has ended or not.
    ///
    /// ```swift
    /// @MainActor
    /// func reset(_ counter: ObservableTransducer<Counter>) {
    ///     counter.restart(initialState: Counter.State())
    ///     assert(counter.isRunning)
    /// }
    /// ```
    ///
    /// A run that has not ended is cancelled, as by ``cancel()``, and nobody waits for its end. The new run has a proxy
    /// of its own, with 1,024 places for events, and gets the output receiver, the observer, the settings and the
    /// completion of this object, which is called once for each run. Until the former run has ended, the observer hears
    /// of both. A receiver for one run, such as an ``OutputSequence``, ends the next with
    /// ``TransducerError/outputAbandoned``.
    ///
    /// From now on, the properties and functions of this object speak of the new run, and whoever has read them hears
    /// of the change. Proxies, inputs and references made before belong to the former run: they throw
    /// ``TransducerError/terminated``, references keep its last state, and its ``states`` end. The completion may call
    /// this function, as may whatever the machine calls but `update`.
    ///
    /// - Parameters:
    ///   - initialState: The first state.
    ///   - env: The dependencies of the effects.
    public func restart(initialState: Machine.State, env: Machine.Env) {
        let next = begin(initialState, .roomy, env)
        let former = runs.replace(by: next)
        former.hosted.announceSuccession()
        next.owned.begin()
    }
}

@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservableTransducer where Machine.Env == Void {
    /// Creates a running machine that needs no environment.
    ///
    /// The parameters are those of ``init(of:initialState:proxy:env:output:observer:settings:completion:)``.
    @inlinable public convenience init(
        of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
        output: (any Subject<Machine.Output>)? = nil, observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings(), completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) {
        self.init(
            of: type, initialState: initialState, proxy: proxy, env: (), output: output, observer: observer,
            settings: settings, completion: completion)
    }
}

@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservableTransducer where Machine.Env == Void {
    /// Begins a machine that needs no environment again; see ``restart(initialState:env:)``.
    ///
    /// - Parameter initialState: The first state.
    public func restart(initialState: Machine.State) { restart(initialState: initialState, env: ()) }
}

@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservableTransducer: MachineModel {
    /// A reference to the machine, which does not keep this object alive.
    public var reference: MachineReference<Machine> {
        MachineReference(to: hosted, through: InputPort(runs.current.proxy.mailbox))
    }
}

@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservableTransducer where Machine.Proxy == Oak.Proxy<Machine.Event> {
    /// Sends an event to the machine, which processes it before the call returns if it is at rest.
    ///
    /// The event stays on the main actor, so it need not be `Sendable`, and the sender may keep it.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: ``TransducerError/bufferOverflow`` when the mailbox is full, ``TransducerError/terminated`` when the
    ///   machine has ended.
    @inlinable public func send(_ event: Machine.Event) throws {
        try runs.current.proxy.mailbox.send(Disconnected(event).value, from: nil)
    }

    /// Sends several events to the machine with nothing between them, or none of them.
    ///
    /// - Parameter events: The events to be processed, in this order.
    /// - Throws: The same errors as for a single event.
    @inlinable public func send(contentsOf events: [Machine.Event]) throws {
        try runs.current.proxy.mailbox.send(contentsOf: Disconnected(events).value, from: nil)
    }
}

@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservableTransducer where Machine.Proxy == Oak.Proxy<Machine.Event>, Machine.Event: Sendable {
    /// Sends an event to the machine from any actor; on the main actor, a machine at rest processes it before the call
    /// returns.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: The same errors as from the main actor.
    @inlinable public nonisolated func send(_ event: Machine.Event) throws {
        try proxy.mailbox.send(event, from: nil)
    }

    /// Sends several events to the machine from any actor, with nothing between them, or none of them.
    ///
    /// - Parameter events: The events to be processed, in this order.
    /// - Throws: The same errors as for a single event.
    @inlinable public nonisolated func send(contentsOf events: [Machine.Event]) throws {
        try proxy.mailbox.send(contentsOf: events, from: nil)
    }
}

// MARK: - States

@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservableTransducer where Machine.State: Sendable {
    /// The states of the machine, from the current one on.
    ///
    /// A slow reader misses states, but never the latest state. The sequence ends after the last state of the run, or
    /// when the reading task is cancelled. It does not keep this object alive, and is for one reader: make another one
    /// for the next.
    public var states: AsyncStream<Machine.State> {
        let hosted = hosted
        // Only the main actor touches it.
        nonisolated(unsafe) var seen: Int?
        return AsyncStream { @MainActor in
            guard let next = await hosted.state(after: seen, isolation: MainActor.shared) else { return nil }
            seen = next.changes
            return next.state
        }
    }
}

#if canImport(Combine)
    @available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension ObservableTransducer {
        /// A publisher of the states of the machine, from the current one on, which completes at the end of the run.
        ///
        /// It publishes each state within the transition's frame, before `send` returns, and does not keep this object
        /// alive.
        public var publisher: AnyPublisher<Machine.State, Never> {
            let known = hosted.publisher as? CurrentValueSubject<Machine.State, Never>
            let subject = known ?? CurrentValueSubject(hosted.state)
            hosted.publisher = subject
            hosted.publish = { [weak subject] state in
                if let state { subject?.send(state) } else { subject?.send(completion: .finished) }
            }
            if hosted.observers.hasEnded { subject.send(completion: .finished) }
            return subject.eraseToAnyPublisher()
        }
    }
#endif
