extension Crowd {
    /// The cost of a crowd without a machine: memory beyond the processor's caches slows down everything.
    public static let bareTasks = Workload("bare tasks cancelled and awaited") { count, stopwatch in
        let assembly = Assembly(of: count)
        let tasks = (0..<count).map { _ in Task { await assembly.stay() } }
        await assembly.complete()
        stopwatch.start()
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        stopwatch.stop()
    }
}
