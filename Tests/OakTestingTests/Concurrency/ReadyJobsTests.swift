import Testing

@testable import OakTesting

@Suite("The list of ready jobs")
struct ReadyJobsTests {
    /// Keeps the jobs of its tasks until the test runs them.
    private final class Source: TaskExecutor {
        let jobs = Protected<[UnownedJob]>([])

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobs.withLock { $0.append(job) }
        }

        func run() {
            for job in jobs.withLock({ $0 }) { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }

    @Test("Removing a job keeps the order of the others", arguments: [1, 255, 256, 257, 3_000])
    func order(_ count: Int) throws {
        let source = Source()
        Task(executorPreference: source) {}
        let job = try #require(source.jobs.withLock { $0.first })
        var jobs = ReadyJobs()
        var list: [Int] = []
        var random = SeededGenerator(seed: 1)
        for number in 1...count {
            jobs.append(ReadyJob(job: job, number: number, opener: number % 3 == 0 ? 1 : nil))
            list.append(number)
        }
        for _ in 0..<count / 2 {
            let place = random.index(below: list.count)
            #expect(jobs.remove(passing: place).number == list.remove(at: place))
        }
        #expect(jobs.removeAll { $0.opener != nil }.map(\.number) == list.filter { $0 % 3 == 0 })
        list.removeAll { $0 % 3 == 0 }
        #expect(jobs.count == list.count)
        #expect(list.map { _ in jobs.remove(passing: 0).number } == list)
        #expect(jobs.isEmpty)
        source.run()
    }
}
