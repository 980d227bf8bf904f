/// The loop of a host, driven by the task of the host, or by a sender on the host's actor while the machine is at rest.
///
/// Only that actor touches it, and no access lasts while the machine is at rest.
@usableFromInline final class HostedLoop<T, Store, Outlet, Observer>
where
    T: ExecutableTransducer, Store: Storage<T.State>, Outlet: Subject<T.Output>,
    Observer: TransducerObserver
{
    @usableFromInline let mailbox: Mailbox<T.Event>
    @exclusivity(unchecked) @usableFromInline var loop: RunLoop<T, Store, Outlet, Observer>?
    /// Called when the run has ended.
    @exclusivity(unchecked) @usableFromInline var end: ((Result<T.Output, any Error>) -> Void)?
    /// Whether the task of the host is between two macrosteps, and has given up its turn.
    @exclusivity(unchecked) @usableFromInline var isAtRest = true
    /// Whether nobody else hears of an error that ends the run.
    @usableFromInline let logsFailure: Bool
    /// Whether other code may have written the state since the loop last looked.
    @exclusivity(unchecked) @usableFromInline var needsReview = false
    /// The task of the host, once it has called an action or a subject.
    @exclusivity(unchecked) @usableFromInline var runTask: RunTask?

    @inlinable init(
        _ loop: consuming RunLoop<T, Store, Outlet, Observer>, logsFailure: Bool,
        end: @escaping (Result<T.Output, any Error>) -> Void
    ) {
        self.logsFailure = logsFailure
        mailbox = loop.mailbox
        self.loop = consume loop
        self.end = end
    }

    /// Processes the events that wait, in the frame of a sender.
    ///
    /// The task stays parked meanwhile, so that other senders wake it as always.
    @inlinable func drive(for driver: Driver) {
        guard isAtRest, !RunTask.isCurrent(on: driver) else { return mailbox.wake() }
        takeReview()
        if case .event? = loop?.driveInFrame(on: driver.actor) { return }
        isAtRest = false
        mailbox.wake()
    }

    /// Runs the machine in the task of the host.
    ///
    /// - Parameter refusal: The reason why the machine does not begin, if it does not.
    @inlinable func run(on host: isolated any Actor, refusal: (any Error)?) async {
        if let refusal { return finish(with: .failure(refusal)) }
        isAtRest = false
        var wait = loop?.drive(on: host)
        while let next = wait {
            switch next {
            case .event:
                let heedsInterruption = loop?.heedsInterruption ?? true
                if needsReview { break }
                isAtRest = true
                await mailbox.wait(heedingInterruption: heedsInterruption)
            case .turn:
                isAtRest = true
                await Task.yield()
            case .call:
                wait = await makeCalls(on: host)
                continue
            case .move: loop?.carrier.host = host
            case .end: return finish(with: loop?.outcome ?? .failure(CancellationError()))
            }
            isAtRest = false
            takeReview()
            wait = loop?.drive(on: host)
        }
    }

    /// Lets the task of the host begin and end activities after other code has written the state.
    ///
    /// The caller may be a view that is evaluated, so nothing happens in its frame.
    @usableFromInline func review() {
        guard T._mayHaveActivities else { return }
        needsReview = true
        mailbox.wake()
    }

    @inlinable func takeReview() {
        guard T._mayHaveActivities, needsReview else { return }
        needsReview = false
        loop?.reviewState()
    }

    // Not inlined, so that an idle machine needs no room for it in its frame.
    @inlinable
    @inline(never)
    func makeCalls(on host: isolated any Actor) async -> RunLoop<T, Store, Outlet, Observer>.Wait? {
        loop?.carrier.host = host
        let task = runTask ?? RunTask(of: T.self, on: host, at: mailbox)
        runTask = task
        var wait: RunLoop<T, Store, Outlet, Observer>.Wait?
        await task.perform { wait = await self.loop?.makeCalls(isolation: host) }
        return wait
    }

    /// Releases all values of the user's, and then tells the result.
    @inlinable func finish(with result: Result<T.Output, any Error>) {
        if logsFailure, case .failure(let error) = result { log(error) }
        loop = nil
        runTask?.end()
        end.take()?(result)
    }

    /// Logs the error that has ended the run, unless somebody has cancelled it.
    @usableFromInline func log(_ error: any Error) {
        guard mailbox.interruption == nil else { return }
        let state = (loop?.interpreter.storage.storedValue).map { nameWithoutValues(of: $0) } ?? "?"
        let culprit = (loop?.existingCarrier?.culprit).map { ", in \($0)" } ?? ""
        PlatformLog.write(
            "\(T.self) has failed, and neither a completion nor an observer hears of it.",
            details: "In the state \(state)\(culprit): \(error)")
    }
}
