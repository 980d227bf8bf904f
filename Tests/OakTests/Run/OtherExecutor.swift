import Dispatch

/// A task executor with its own queue.
final class OtherExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "OtherExecutor")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
