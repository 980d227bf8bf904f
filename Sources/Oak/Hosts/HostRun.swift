/// The ingredients of a run in a host.
@usableFromInline struct HostRun<Machine, Store, Outlet, Observer>
where
    Machine: ExecutableTransducer, Store: Storage<Machine.State>, Outlet: Subject<Machine.Output>,
    Observer: TransducerObserver
{
    @usableFromInline let storage: Store
    @usableFromInline let proxy: Machine.Proxy
    @usableFromInline let env: Machine.Env
    @usableFromInline let output: Outlet
    @usableFromInline let observer: Observer
    @usableFromInline let settings: RunSettings
    @usableFromInline let hearer: Hearer
    /// Called when the run has ended.
    @usableFromInline let end: (Result<Machine.Output, any Error>) -> Void

    @inlinable init(
        of machine: Machine.Type, storage: Store, proxy: Machine.Proxy, env: Machine.Env, output: Outlet,
        observer: Observer, settings: RunSettings, hearer: Hearer,
        end: @escaping (Result<Machine.Output, any Error>) -> Void
    ) {
        self.storage = storage
        self.proxy = proxy
        self.env = env
        self.output = output
        self.observer = observer
        self.settings = settings
        self.hearer = hearer
        self.end = end
    }

    /// Starts the run on the actor that isolates all of its ingredients.
    ///
    /// The mailbox is opened at once, so that the host learns whether the proxy is its own to cancel.
    @inlinable consuming func start(on actor: any Actor) -> OwnedRun {
        var refusal: (any Error)?
        do {
            try RunLoop<Machine, Store, Outlet, Observer>.open(proxy.mailbox, for: output)
        } catch {
            refusal = error
        }
        return Machine.isInScenario ? launchInScenario(on: actor, refusal) : launch(on: actor, refusal)
    }

    // Not inlined: only tests use it, and it should not enlarge clients.
    @usableFromInline func launchInScenario(on actor: any Actor, _ refusal: (any Error)?) -> OwnedRun {
        func launch<Instrument: RunInstrument>(_ instrument: Instrument) -> OwnedRun {
            HostRun<Machine, Store, Outlet, CombinedObserver<Instrument, Observer>>(
                of: Machine.self, storage: storage, proxy: proxy, env: env, output: output,
                observer: CombinedObserver(instrument, observer), settings: settings, hearer: hearer, end: end
            ).launch(on: actor, refusal)
        }
        guard let instrument = Machine.instrumentOfScenario else { return self.launch(on: actor, refusal) }
        return launch(instrument)
    }

    @inlinable func launch(on actor: any Actor, _ refusal: (any Error)?) -> OwnedRun {
        // A sender may prefer another executor, so the preference is looked up here.
        let settings = TaskSource(settings).settings
        let mailbox = proxy.mailbox
        let loop = RunLoop<Machine, Store, Outlet, Observer>(
            storage: storage, mailbox: mailbox, env: env, outlet: output, observer: observer, settings: settings)
        let logsFailure = hearer == .nobody && Observer.standing < .listener
        let hosted = SystemIsolated(HostedLoop(loop, logsFailure: logsFailure, end: end))
        let driver = Driver(on: actor, { hosted.value.drive(for: $0) }, review: { hosted.value.review() })
        let body = SystemIsolated { (actor: isolated any Actor) async in
            await hosted.value.run(on: actor, refusal: refusal)
        }
        var tasks = TaskStarter(settings)
        guard refusal == nil else { return OwnedRun(tasks.start(body, on: actor), of: nil, through: driver) }
        mailbox.lend(
            to: driver, loggingRejections: Observer.standing == .listener ? .isNeeded : [.isNeeded, .isUnheard])
        let task = tasks.start(body, on: actor)
        mailbox.attach(host: task)
        return OwnedRun(task, of: proxy, through: driver)
    }
}

extension ExecutableTransducer {
    /// Runs a machine on an actor that owns it, without a subject or an observer.
    ///
    /// - Parameter end: Called when the run has ended, on the actor.
    @inlinable
    package static func start(
        _ initialState: State, proxy: Proxy, env: Env, settings: RunSettings, on actor: any Actor,
        end: @escaping (Result<Output, any Error>) -> Void
    ) -> OwnedRun {
        HostRun(
            of: Self.self, storage: LocalStorage(value: initialState), proxy: proxy, env: env,
            output: NoCallback<Output>(), observer: NoObserver(), settings: settings, hearer: .completion, end: end
        ).start(on: actor)
    }
}

/// The parts that a host on the main actor hands to each of its runs.
@usableFromInline struct ObservedOrder<Machine: ExecutableTransducer, Observer: TransducerObserver> {
    @usableFromInline let output: (any Subject<Machine.Output>)?
    @usableFromInline let observer: Observer
    @usableFromInline let settings: RunSettings
    @usableFromInline let completion: ((Result<Machine.Output, any Error>) -> Void)?

    @inlinable init(
        _ output: (any Subject<Machine.Output>)?, _ observer: Observer, _ settings: RunSettings,
        _ completion: ((Result<Machine.Output, any Error>) -> Void)?
    ) {
        (self.output, self.observer, self.completion) = (output, observer, completion)
        self.settings = settings
    }

    /// Starts a run.
    ///
    /// - Parameter end: Called before the completion.
    @inlinable func start(
        in storage: some Storage<Machine.State>, _ proxy: Machine.Proxy, _ env: Machine.Env,
        _ end: @escaping (Result<Machine.Output, any Error>) -> Void
    ) -> OwnedRun {
        let completion = completion
        func start(_ output: some Subject<Machine.Output>) -> OwnedRun {
            HostRun(
                of: Machine.self, storage: storage, proxy: proxy, env: env, output: output, observer: observer,
                settings: settings, hearer: completion == nil ? .nobody : .completion
            ) { result in
                end(result)
                completion?(result)
            }
            .start(on: MainActor.shared)
        }
        return if let callback = output as? Callback<Machine.Output> {
            start(callback.forHostOnMainActor)
        } else if let output {
            start(output)
        } else {
            start(NoCallback<Machine.Output>())
        }
    }
}

/// The receiver of errors and rejected events in a run without an observer.
@usableFromInline enum Hearer {
    /// The owner of the host, which throws the errors of the run.
    case owner
    /// A completion hears of the error of the run, and nobody of rejected events.
    case completion
    case nobody
}

/// A run in a task of its own, which is cancelled when its owner is released, on any thread.
@usableFromInline package final class OwnedRun: Sendable {
    @usableFromInline let task: Task<Void, Never>
    private let proxy: (any TransducerProxy)?
    private let driver: Driver

    /// - Parameters:
    ///   - task: The task of the run.
    ///   - proxy: The proxy of the run; `nil` if it drives another run.
    ///   - driver: The access to the loop.
    @usableFromInline init(_ task: Task<Void, Never>, of proxy: (any TransducerProxy)?, through driver: Driver) {
        self.task = task
        self.proxy = proxy
        self.driver = driver
    }

    deinit { proxy?.cancel(with: CancellationError()) }

    /// Begins the run at once, as far as it needs no task; the caller is on the actor of the machine.
    @usableFromInline func begin() {
        if proxy != nil, LoopRecord.current == nil { driver.drive(driver) }
    }

    /// Lets the machine begin and end activities if other code on its actor has written the state.
    func review() { if proxy != nil { driver.review() } }

    /// Ends the run with ``TransducerError/cancelled``.
    func cancel() { proxy?.cancel() }
}

/// A run of a host, with the place of its state.
@usableFromInline struct HostedRun<Machine: ExecutableTransducer, Place> {
    @usableFromInline let place: Place
    @usableFromInline let proxy: Machine.Proxy
    @usableFromInline let owned: OwnedRun

    @inlinable init(in place: Place, _ proxy: Machine.Proxy, _ owned: OwnedRun) {
        self.place = place
        self.proxy = proxy
        self.owned = owned
    }
}

/// The runs of a host, one after the other, of which it owns the present one.
@usableFromInline final class HostRuns<Machine: ExecutableTransducer, Place>: @unchecked Sendable {
    /// Kept as long as the host, so that senders need no lock before the first restart.
    @usableFromInline let firstProxy: Machine.Proxy
    // It orders nothing: what a restart has written is read under the lock.
    @usableFromInline let restarts = RelaxedCounter()
    @usableFromInline let lock = Lock()

    /// The present run, for the actor of the host, which alone replaces it, under the lock.
    @exclusivity(unchecked) @usableFromInline private(set) var current: HostedRun<Machine, Place>

    @inlinable init(_ first: HostedRun<Machine, Place>) {
        firstProxy = first.proxy
        current = first
    }

    /// The present run, for any thread.
    @usableFromInline var present: HostedRun<Machine, Place> { lock.withLock { current } }

    /// The handle to the present run, for any thread.
    @inlinable var proxy: Machine.Proxy { restarts.load() == 0 ? firstProxy : present.proxy }

    /// Cancels the present run, and puts another in its place.
    ///
    /// - Returns: The place of the state of the former run.
    func replace(by next: HostedRun<Machine, Place>) -> Place {
        let former = lock.withLock {
            defer { current = next }
            restarts.increment()
            return current
        }
        former.owned.cancel()
        return former.place
    }
}
