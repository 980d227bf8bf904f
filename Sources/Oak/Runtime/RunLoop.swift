/// One run of a machine, from its initial state to its end.
///
/// There is one loop for every kind of transducer and every host. It begins in the task that calls `run`. That task
/// cannot be cancelled without cancelling the caller, so before the loop awaits a function of the user's — an
/// action or a subject — it moves, once, into a task of its own; there it is also isolated to an actor of its own if
/// the caller has none.
@usableFromInline
struct RunLoop<T, Store, Outlet, Observer>: ~Copyable
where
    T: ExecutableTransducer, Store: Storage<T.State>, Outlet: Subject<T.Output>,
    Observer: TransducerObserver
{
    @usableFromInline typealias Step = Stepper<T, Store, Outlet, Observer>
    @usableFromInline typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>
    @usableFromInline typealias Outcome = Result<T.Output, any Error>

    @usableFromInline var stepper: Step
    @usableFromInline let mailbox: Mailbox<T.Event>
    @usableFromInline let env: T.Env
    @usableFromInline let outlet: Outlet
    @usableFromInline let observer: Observer
    @usableFromInline let settings: RunSettings

    @usableFromInline var registry = Registry<Effect>()
    @usableFromInline var tasks = TaskStarter()
    /// What was to be done when the loop had to move.
    @usableFromInline var pause = Step.Pause?.some(.beginning)
    /// The actor of a loop that has moved into a task of its own.
    @usableFromInline var host: (any Actor)?
    @usableFromInline var outcome: Outcome?
    @usableFromInline var isEnding = false

    @inlinable
    init(
        storage: Store, mailbox: Mailbox<T.Event>, env: T.Env, outlet: Outlet, observer: Observer, settings: RunSettings
    ) {
        self.stepper = Stepper(
            storage: storage, mailbox: mailbox, observer: observer, actionLimit: settings.actionLimit)
        self.mailbox = mailbox
        self.env = env
        self.outlet = outlet
        self.observer = observer
        self.settings = settings
    }

    @inlinable
    func report(_ occurrence: @autoclosure () -> Occurrence<T.State, T.Event, T.Output>) {
        if Observer.isActive { observer.observe(occurrence()) }
    }

    /// Runs the machine until it has ended, or until it has to move.
    ///
    /// - Returns: How the run ended, or `nil` if the loop has to move first.
    @inlinable
    mutating func proceed(isolation: isolated (any Actor)?) async -> Outcome? {
        do {
            while true {
                let next = pause ?? stepper.advance()
                pause = nil
                guard host != nil || !needsHost(next, isolation: isolation) else {
                    pause = next
                    return nil
                }
                switch consume next {
                case .idle: await mailbox.wait(heedingInterruption: true)
                case .turnOver: await Task.yield()
                case .beginning:
                    let first = try begin()
                    if Step.delivers, let first { try await deliver(first) }
                    if T.isTerminal(stepper.storage.value) {
                        return await end(with: .success(try onlyOutput(first)), isolation: isolation)
                    }
                case .output(let output, let effect):
                    try await deliver(output)
                    if let effect { stepper.push(effect.content) }
                case .todo(let todo):
                    if let action = try carryOut(todo, actor: isolation) {
                        stepper.push(try await action(Unchecked(env), isolation).value.content)
                    }
                case .operationEnded(let operation): try noteEnd(of: operation)
                case .terminal(let output, let effect):
                    if Step.delivers { try await deliver(output) }
                    return await end(with: .success(output), exit: effect, isolation: isolation)
                case .interrupted: throw mailbox.interruption ?? TransducerError.cancelled
                case .runaway:
                    throw TransducerError.runawayActions(transducer: "\(T.self)", cycle: stepper.cycle)
                }
            }
        } catch {
            return await end(with: .failure(mailbox.interruption ?? error), isolation: isolation)
        }
    }
}
