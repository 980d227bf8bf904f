/// A run in a task that its host owns.
///
/// The host ends it by cancelling the task, not the proxy, which may be that of another run.
@usableFromInline
struct HostRun<Machine, Store, Outlet, Observer>
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

    @inlinable
    init(
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

    /// Starts the run on the actor to which everything belongs that it was made of.
    @inlinable
    func start(on actor: any Actor) -> Task<Void, Never> {
        // The host has given all of it away, to this one task.
        let run = Unchecked(self)
        let body = Unchecked { (actor: isolated any Actor) async in await run.value.perform(on: actor) }
        var tasks = TaskStarter(settings)
        return tasks.start(body, on: actor)
    }

    @inlinable
    func perform(on actor: isolated any Actor) async {
        let result: Result<Machine.Output, any Error>
        do {
            result = .success(
                try await Machine.run(
                    storage: storage, proxy: proxy, env: env, output: output, observer: observer, settings: settings))
        } catch {
            result = .failure(error)
        }
        end(result)
    }
}
