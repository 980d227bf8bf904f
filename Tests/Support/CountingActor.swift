import Dispatch

/// An actor whose jobs are counted: who leaves it and comes back has one more.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package actor CountingActor {
    private let executor = CountingExecutor()

    package init() {}

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// How many jobs this actor has been given so far.
    package nonisolated var jobs: Int { executor.jobs.value }

    /// Does something on this actor.
    ///
    /// - Returns: How many jobs the actor was given meanwhile.
    package func jobs(
        of body: @Sendable (isolated CountingActor) async throws -> Void
    ) async rethrows -> Int {
        let before = jobs
        try await body(self)
        return jobs - before
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class CountingExecutor: SerialExecutor {
    let jobs = Counter()
    private let queue = DispatchQueue(label: "CountingActor")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.increment()
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
