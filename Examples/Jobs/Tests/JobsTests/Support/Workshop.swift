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
        /// A thing that should not have happened.
        var mistakes: [String] = []
    }

    private let plan: Plan
    private let behaviours: [String: Behaviour]
    private let clock: TestClock
    private let book = Mutex(Book())

    init(_ plan: Plan, _ behaviours: [String: Behaviour], clock: TestClock) {
        self.plan = plan
        self.behaviours = behaviours
        self.clock = clock
    }

    var account: Book { book.withLock { $0 } }

    var env: Jobs.Env {
        Jobs.Env(
            job: Job.Env(
                clock: clock,
                run: { attempt, leftBehind in await self.run(attempt, leftBehind) },
                stop: { attempt, insistence in self.book.withLock { $0.stops[attempt] = insistence } }),
            record: { entries in
                // The disk is slow, which exposes code that does not wait for it.
                for _ in 0..<3 { await Task.yield() }
                self.book.withLock { $0.entries += entries }
            },
            answer: { _ in })
    }

    private func run(_ attempt: Attempt, _ leftBehind: @Sendable () -> Void) async -> Ending {
        let behaviour = behaviours[attempt.job] ?? Behaviour()
        begin(attempt)
        defer { book.withLock { _ = $0.running.remove(attempt.job) } }
        for _ in 0..<behaviour.seconds {
            if let ending = await wait(attempt, behaviour) { return ending }
        }
        let ending = Ending.exited(attempt.number > behaviour.failures ? 0 : 1)
        guard behaviour.leavesProcessesBehind else { return ending }
        leftBehind()
        while true {
            if await wait(attempt, behaviour) != nil { return ending }
        }
    }

    /// Lets a second pass. Answers with how the command ends if it has to.
    private func wait(_ attempt: Attempt, _ behaviour: Behaviour) async -> Ending? {
        guard (try? await clock.sleep(for: .seconds(1))) != nil else { return .notRun("cancelled") }
        return switch account.stops[attempt] {
        case .request? where !behaviour.isDeaf: .signalled(15)
        case .force?: .signalled(9)
        case .request?, nil: nil
        }
    }

    private func begin(_ attempt: Attempt) {
        book.withLock { book in
            let name = attempt.job
            if !book.running.insert(name).inserted { book.mistakes.append("\(name) runs twice at once") }
            book.mostAtOnce = max(book.mostAtOnce, book.running.count)
            if !book.entries.contains(Entry(name, JobReport(.started, attempt: attempt.number))) {
                book.mistakes.append("\(name) runs before that is written down")
            }
            for dependency in plan.jobs[name]?.dependencies ?? [] where book.result(of: dependency) != .succeeded {
                book.mistakes.append("\(name) runs before \(dependency) has succeeded")
            }
        }
    }
}

extension Workshop.Book {
    /// How a job has ended.
    func result(of name: String) -> JobResult? {
        for case .ended(let result) in entries.lazy.filter({ $0.job == name }).map(\.report.news) { return result }
        return nil
    }
}

/// The work of a command.
struct Behaviour: Sendable {
    var seconds = 1
    /// How many attempts fail.
    var failures = 0
    var isDeaf = false
    var leavesProcessesBehind = false
}
