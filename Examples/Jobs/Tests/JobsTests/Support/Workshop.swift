import Jobs
import OakTesting
import Synchronization

/// Runs commands that only take time, and keeps account of them.
final class Workshop: Sendable {
    struct Book: Sendable {
        var entries: [Entry] = []
        var running: Set<String> = []
        var mostAtOnce = 0
        var stops: [Attempt: Job.Insistence] = [:]
        /// Things that should not have happened.
        var mistakes: [String] = []

        /// The results of a job, which should be one.
        func results(of name: String) -> [JobResult] {
            entries.filter { $0.job == name }.compactMap {
                if case .ended(let result) = $0.report.news { result } else { nil }
            }
        }
    }

    private let random: RandomPlan
    private let clock: TestClock
    private let book = Mutex(Book())

    init(_ random: RandomPlan, clock: TestClock) {
        self.random = random
        self.clock = clock
    }

    var account: Book { book.withLock { $0 } }

    var env: Jobs.Env {
        Jobs.Env(
            job: Job.Env(
                clock: clock, run: { await self.run($0) },
                stop: { attempt, insistence in self.book.withLock { $0.stops[attempt] = insistence } }),
            record: { entries in
                // The disk is slow, which exposes code that does not wait for it.
                for _ in 0..<3 { await Task.yield() }
                self.book.withLock { $0.entries += entries }
            })
    }

    private func run(_ attempt: Attempt) async -> Ending {
        guard let work = random.work[attempt.job] else { return .notRun("unknown") }
        begin(attempt)
        defer { book.withLock { _ = $0.running.remove(attempt.job) } }
        for _ in 0..<work.seconds {
            guard (try? await clock.sleep(for: .seconds(1))) != nil else { return .notRun("cancelled") }
            switch account.stops[attempt] {
            case .force?: return .signalled(9)
            case .request? where !work.isDeaf: return .signalled(15)
            case .request?, nil: break
            }
        }
        return .exited(attempt.number > work.failures ? 0 : 1)
    }

    private func begin(_ attempt: Attempt) {
        book.withLock { book in
            let name = attempt.job
            if !book.running.insert(name).inserted { book.mistakes.append("\(name) runs twice at once") }
            book.mostAtOnce = max(book.mostAtOnce, book.running.count)
            if !book.entries.contains(Entry(name, JobReport(.started, attempt: attempt.number))) {
                book.mistakes.append("\(name) runs before that is written down")
            }
            for dependency in random.plan.jobs[name]?.dependencies ?? []
            where book.results(of: dependency) != [.succeeded] {
                book.mistakes.append("\(name) runs before \(dependency) has succeeded")
            }
        }
    }
}
