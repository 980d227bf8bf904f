import Foundation
import IssueReporting
import Oak

/// A task executor that runs one job at a time, in an order decided by a seed, on the thread that drives it.
///
/// A task that prefers this executor (SE-0417) brings along its child tasks, the default actors that it calls, and
/// every operation of a machine that it runs. With everything on one executor there is one job at a time, and the
/// executor chooses which: one seed, one interleaving, the same each time. When no job is left, nothing more can happen
/// by itself. That is how this library detects at once that an awaited event will not come.
///
/// ```swift
/// let executor = DeterministicExecutor(seed: 42)
/// let task = executor.start { await Task.yield() }
/// await executor.runUntilIdle()
/// try await task.value
/// ```
///
/// Tasks without a preference and jobs of the main actor are jobs of this executor as well, if one of its jobs starts
/// them. Where a job of the main actor is ready, ``runUntilIdle(limit:)`` goes on as a job of the real main actor,
/// which does nothing else until no job is left. Callbacks, real clocks and actors with an executor of their own run
/// on other threads, in no order of this executor.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class DeterministicExecutor: TaskExecutor, WaitingRoom {
    /// The executor of the current task, if any; prefer it to bring unstructured tasks along.
    public static var current: DeterministicExecutor? {
        let executor = Scenario.current?.executor as? DeterministicExecutor ?? driving
        // A task that its test has left behind goes on without it.
        return executor?.isOver == true ? nil : executor
    }

    /// Whether the test is over.
    private var isOver: Bool { content.withLock { $0.isOver } }

    /// The receivers of failures; a detached task does not inherit them.
    let reporters = Protected<[any IssueReporter]>([])

    private let content: Protected<Agenda>
    /// Held by the one thread that runs jobs.
    private let turn = Lock()

    init(chooser: Chooser) { content = Protected(Agenda(chooser: chooser)) }

    /// Creates an executor that runs jobs in a random order.
    ///
    /// - Parameter seed: Decides the order; the same seed gives the same order each time.
    public convenience init(seed: UInt64) { self.init(chooser: Chooser(seed: seed)) }

    /// Creates an executor that repeats an order.
    ///
    /// - Parameter schedule: The order, as printed by a failed exploration; by default, jobs run in the order in which
    ///   they become ready.
    public convenience init(following schedule: Schedule = .firstComeFirstServed) {
        self.init(chooser: Chooser(following: schedule))
    }

    deinit { end() }

    public func enqueue(_ job: consuming ExecutorJob) { add(UnownedJob(job), to: .preferred) }

    func add(_ job: UnownedJob, to place: JobPlace) {
        let thread = ObjectIdentifier(Thread.current)
        let isOver = content.withLock { content in
            if content.isOver { return true }
            if content.driver == thread {
                content.add(job, to: place)
            } else {
                content.arrivals.append((job, place))
            }
            return false
        }
        if isOver { Self.release(job, to: place) }
    }

    /// The order so far.
    package var schedule: Schedule { content.withLock { $0.chooser.schedule } }

    /// Whether no job is ready to run.
    package var isIdle: Bool { content.withLock { $0.jobs.isEmpty && $0.arrivals.isEmpty } }

    /// Starts a task on this executor; it runs when the executor is driven.
    ///
    /// - Parameter body: The body of the task.
    /// - Returns: The task.
    @discardableResult
    public func start<Value: Sendable>(
        _ body: @escaping @Sendable @concurrent () async throws -> Value
    ) -> Task<Value, any Error> {
        Scenario.$current.withValue(.changed { $0.executor = self }) { Task(executorPreference: self, operation: body) }
    }

    /// Runs one job.
    ///
    /// - Returns: Whether a job was ready.
    @discardableResult
    package func runNext() -> Bool { !run(limit: 1) }

    /// The default number of jobs after which work counts as endless.
    package static var jobLimit: Int { 200_000 }

    /// Runs all jobs, and all that follow from them, on the calling thread.
    ///
    /// A job of the main actor, and the jobs after it, wait for a call on the main actor or ``runUntilIdle(limit:)``.
    ///
    /// - Parameter limit: The maximum number of jobs to run.
    /// - Returns: Whether all jobs have run.
    @discardableResult
    public func run(limit: Int = 200_000) -> Bool {
        var left = limit
        run(&left)
        return left > 0 && !content.withLock { $0.needsMainActor }
    }

    /// Runs all jobs, also on the main actor, and all that follow from them, until nothing more can happen.
    ///
    /// Clocks that advance when nothing else happens do so.
    ///
    /// - Parameter limit: The maximum number of jobs to run; each advance of such a clock counts as one.
    /// - Returns: Whether all jobs have run.
    @discardableResult
    public nonisolated(nonsending) func runUntilIdle(limit: Int = 200_000) async -> Bool {
        var left = limit
        repeat {
            await runUntilNobodyIsReady(&left)
            left -= 1
        } while left > 0 && letTimePass()
        // With turns left, only jobs that other threads have made ready since then have not run.
        return left > 0 || left == 0 && isIdle
    }

    /// Runs all jobs until every suspended task waits for something that does not come by itself.
    ///
    /// - Parameter left: The number of jobs that may still run.
    nonisolated(nonsending) func runUntilNobodyIsReady(_ left: inout Int) async {
        repeat {
            run(&left)
            if content.withLock({ $0.needsMainActor }) { left = await runOnMainActor(left) }
            // A job of the main actor may have made others ready.
            await mainActorsTurn()
        } while left > 0 && (!isIdle || resumeObserver())
    }

    @MainActor private func runOnMainActor(_ left: Int) -> Int {
        var left = left
        run(&left, isOnMainActor: true)
        return left
    }

    /// Runs jobs on the calling thread, once no other thread does.
    func run(_ left: inout Int, isOnMainActor: Bool = MainActorStandIn.isCurrent) {
        // Jobs that other threads make ready meanwhile have their turn later: the speed of threads must not decide the
        // order.
        content.withLock { $0.takeArrivals() }
        let thread = ObjectIdentifier(Thread.current)
        // A job may run others.
        if content.withLock({ $0.driver == thread }) { return runJobs(&left, isOnMainActor) }
        turn.withLock {
            content.withLock { $0.driver = thread }
            defer { content.withLock { $0.driver = nil } }
            driveThread { runJobs(&left, isOnMainActor) }
        }
    }

    private func runJobs(_ left: inout Int, _ isOnMainActor: Bool) {
        let outer = content.withLock { $0.running }
        defer { content.withLock { $0.running = outer } }
        while left > 0, let ready = content.withLock({ $0.takeJob(isOnMainActor: isOnMainActor) }) {
            switch ready.place {
            case .preferred, .anyThread: ready.job.runSynchronously(on: asUnownedTaskExecutor())
            case .mainActor:
                ready.job.runSynchronously(on: MainActorStandIn.shared.asUnownedSerialExecutor())
            }
            left -= 1
        }
    }

    /// Ends a test whose tasks go on for ever: they go no further.
    func abandon() { _ = content.withLock { $0.end() } }

    /// Ends the test: tasks that it leaves behind go on without it.
    func end() { for ready in content.withLock({ $0.end() }) { Self.release(ready.job, to: ready.place) } }

    /// Returns when nothing else can happen by itself, except that time passes.
    ///
    /// In a scenario, `await DeterministicExecutor.current?.idle()` lets all other tasks go on as far as they can.
    public nonisolated(nonsending) func idle() async { await idle(beforeTimePasses: false) }

    nonisolated(nonsending) func idle(beforeTimePasses letsTimePass: Bool) async {
        guard Self.current === self else {
            var left = Self.jobLimit
            return await runUntilNobodyIsReady(&left)
        }
        await withCheckedContinuation { continuation in
            content.withLock { content in
                if letsTimePass { content.holdRacersBack() }
                content.idleObservers.append((continuation, letsTimePass))
            }
        }
    }

    /// Resumes the observer that was the last to wait for idleness.
    ///
    /// - Returns: Whether anything more happens.
    private func resumeObserver() -> Bool {
        let observer = content.withLock { $0.takeObserver() }
        driveThread { observer?.resume() }
        // Without an observer to resume, jobs that were held back may be ready.
        return observer != nil || !isIdle
    }

    /// Returns when the main actor has finished the work that it had queued.
    private nonisolated(nonsending) func mainActorsTurn() async {
        await withCheckedContinuation { continuation in
            Task.detached { @MainActor in continuation.resume() }
        }
    }

    // MARK: Waiting

    /// The waits that only the test can end, each with the call that would end it; the longest wait first.
    package var waits: [String] {
        // Outside of the lock: describing a wait may take another lock.
        let waits = content.withLock { content in content.waits.sorted { $0.key < $1.key } }
        return waits.map { $0.value.describe() }
    }

    func enter(_ wait: Wait) -> Int {
        content.withLock { content in
            content.lastWait += 1
            content.waits[content.lastWait] = wait
            if let alarm = wait.alarm { content.alarms.insert(alarm, priority: alarm.offset, number: content.lastWait) }
            return content.lastWait
        }
    }

    func leave(_ number: Int, resuming task: () -> Void) {
        let isOver = content.withLock { content in
            content.waits[number] = nil
            _ = content.alarms.remove(number)
            return content.isOver
        }
        if isOver { task() } else { driveThread(task) }
    }

    func letGo(_ open: () -> Void) {
        let thread = ObjectIdentifier(Thread.current)
        let isDriving = content.withLock { $0.driver == thread }
        if isDriving { content.withLock { $0.isOpening = true } }
        open()
        if isDriving { content.withLock { $0.isOpening = false } }
    }

    func timeHasPassed() { content.withLock { $0.letRacersGo() } }

    /// Advances the clocks that advance by themselves to the next moment at which something happens.
    ///
    /// - Returns: Whether such a moment exists.
    func letTimePass() -> Bool {
        guard let next = content.withLock({ $0.alarms.least?.value }) else { return false }
        next.ring()
        return true
    }
}
