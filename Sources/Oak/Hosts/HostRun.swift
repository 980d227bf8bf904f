/// The ingredients of a run that a host starts in a task of its own.
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
    /// Called when the run has ended.
    @usableFromInline let end: (Result<Machine.Output, any Error>) -> Void

    @inlinable init(
        of machine: Machine.Type, storage: Store, proxy: Machine.Proxy, env: Machine.Env, output: Outlet,
        observer: Observer, settings: RunSettings, end: @escaping (Result<Machine.Output, any Error>) -> Void
    ) {
        self.storage = storage
        self.proxy = proxy
        self.env = env
        self.output = output
        self.observer = observer
        self.settings = settings
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
        let proxy = refusal == nil ? proxy : nil
        var tasks = TaskStarter(settings)
        // The host has given the ingredients away to this task. The closure is released off the actor, so the task
        // takes them out of it: the last references to the environment and the subject end on the actor.
        var handedOver: Disconnected<Self>? = Disconnected(self)
        let body = SystemIsolated { [refusal] (actor: isolated any Actor) async in
            guard let run = handedOver.take() else { return }
            await run.value.perform(on: actor, refusal: refusal)
        }
        return OwnedRun(tasks.start(body, on: actor), through: proxy)
    }

    @inlinable func perform(on actor: isolated any Actor, refusal: (any Error)?) async {
        let result: Result<Machine.Output, any Error>
        do {
            if let refusal { throw refusal }
            result = .success(
                try await Machine.executeOpened(
                    storage: storage, mailbox: proxy.mailbox, env: env, outlet: output, observer: observer,
                    settings: settings, isolation: actor))
        } catch {
            result = .failure(error)
        }
        end(result)
    }
}

/// A run in a task of its own, which is cancelled when its owner is released, on any thread.
@usableFromInline final class OwnedRun: Sendable {
    @usableFromInline let task: Task<Void, Never>
    private let proxy: (any TransducerProxy)?

    /// - Parameters:
    ///   - task: The task of the run.
    ///   - proxy: The proxy of the run; `nil` if it drives another run.
    @usableFromInline init(_ task: Task<Void, Never>, through proxy: (any TransducerProxy)?) {
        self.task = task
        self.proxy = proxy
    }

    deinit { task.cancel() }

    /// Ends the run with ``TransducerError/cancelled``.
    func cancel() { proxy?.cancel() }
}
