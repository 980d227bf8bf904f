import Synchronization

/// An executor that runs everything on the waiting thread, which makes two runs identical.
final class LoneThread: TaskExecutor {
    private struct Content {
        var waiting: [UnownedJob] = []
        var running: [UnownedJob] = []
    }

    private let content = Mutex(Content())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        content.withLock { $0.waiting.append(job) }
    }

    /// Performs work, and everything that follows from it, until nothing is left to do.
    func perform(_ work: @escaping @Sendable () async -> Void) {
        Task(executorPreference: self, operation: work)
        while true {
            let jobs = content.withLock { content in
                swap(&content.waiting, &content.running)
                return content.running
            }
            guard !jobs.isEmpty else { return }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            content.withLock { $0.running.removeAll(keepingCapacity: true) }
        }
    }
}
