import Dispatch

/// An actor that counts its jobs: each return to it after leaving is one more.
package actor CountingActor {
    private let executor = CountingExecutor()

    package init() {}

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The number of jobs enqueued on this actor so far.
    package nonisolated var jobs: Int { executor.jobs.value }

    /// Runs a function on this actor.
    ///
    /// - Returns: The number of jobs enqueued on the actor meanwhile.
    package func jobs(
        of body: @Sendable (isolated CountingActor) async throws -> Void
    ) async rethrows -> Int {
        let before = jobs
        try await run(body)
        return jobs - before
    }

    /// Does something on this actor.
    package func run(_ body: @Sendable (isolated CountingActor) async throws -> Void) async rethrows {
        try await body(self)
    }
}

private final class CountingExecutor: SerialExecutor {
    let jobs = Counter()
    private let queue = DispatchQueue(label: "CountingActor")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.increment()
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
