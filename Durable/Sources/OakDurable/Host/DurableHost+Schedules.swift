import Foundation
import Oak

/// The schedules of a host.
struct ScheduleWatch {
    /// In the order of their registration.
    var all: [DurableSchedule] = []
    /// The progress of those whose shards the host owns, by their names.
    var progress: [String: ScheduleProgress] = [:]
    var isAtWork = false
    /// Whether a schedule may be due since the host began to look.
    var isDueAgain = false
    /// How often in a row the store has not answered.
    var failures = 0
    /// Waits for the earliest time.
    var task: Task<Void, Never>?
}

/// The progress of a schedule under one lease of its shard.
struct ScheduleProgress {
    let shard: StoreShard
    let generation: Int
    /// When the host took the schedule up; earlier times are missed.
    let since: Date
    /// The last time; `nil` if it has to be read.
    var last: Date?
    /// A run that the store may have, and what the observer hears of if it does.
    var uncertain: (time: Date, occurrences: [DurableOccurrence])?
}

/// Ends the work on a schedule for now; the observer has heard the reason.
private struct Interrupted: Error {}

extension DurableHost {
    /// Makes a schedule known to the host, which has to be done before the host is opened.
    ///
    /// - Parameter schedule: The schedule.
    /// - Throws: ``DurableError/scheduleRegisteredTwice(_:)`` if the host has a schedule of this name;
    ///   ``DurableError/scheduleRegisteredTooLate(_:)`` if the host was opened before.
    public func register(_ schedule: DurableSchedule) throws {
        guard case .new = condition else { throw DurableError.scheduleRegisteredTooLate(schedule.name) }
        guard !schedules.all.contains(where: { $0.name == schedule.name }) else {
            throw DurableError.scheduleRegisteredTwice(schedule.name)
        }
        schedules.all.append(schedule)
    }

    /// Runs all schedules that are due, and waits for the next one.
    func runSchedules() async {
        schedules.isDueAgain = true
        guard !schedules.isAtWork else { return }
        schedules.isAtWork = true
        schedules.task?.cancel()
        var next: Date?
        while schedules.isDueAgain, case .open = condition {
            schedules.isDueAgain = false
            next = nil
            for schedule in schedules.all {
                guard let time = await run(schedule) else { continue }
                next = min(next ?? time, time)
            }
        }
        schedules.isAtWork = false
        if let next { waitForSchedule(until: next) }
    }

    private func waitForSchedule(until time: Date) {
        guard case .open = condition else { return }
        // If the task was cancelled, the host has been looking since.
        schedules.task = later(at: time) { host in
            // The store is read in this task, which nobody may cancel.
            host.schedules.task = nil
            await host.runSchedules()
        }
    }

    /// Runs a schedule for the times that have come.
    ///
    /// - Returns: When to look again; `nil` if there is no such time, or another process owns the schedule.
    private func run(_ schedule: DurableSchedule) async -> Date? {
        let shard = store.shard(ofSchedule: schedule.name)
        guard case .open(let leases) = condition, let lease = leases[shard] else {
            schedules.progress[schedule.name] = nil
            return nil
        }
        var progress =
            schedules.progress[schedule.name].flatMap { $0.generation == lease.generation ? $0 : nil }
            ?? ScheduleProgress(shard: shard, generation: lease.generation, since: clock.now)
        do {
            try await run(schedule, &progress)
            schedules.progress[schedule.name] = progress
            return progress.last.flatMap(schedule.times.next)
        } catch {
            progress.last = nil
            schedules.progress[schedule.name] = progress
            return clock.now.addingTimeInterval(trouble.pause ?? settings.retryInterval)
        }
    }

    private func run(_ schedule: DurableSchedule, _ progress: inout ScheduleProgress) async throws {
        let last = try await lastRun(of: schedule, &progress)
        let due = await schedule.times.due(after: last, through: clock.due, keeping: schedule.missed.kept)
        guard let latest = due.latest.last else { return }
        let times = schedule.missed.runs(of: due, since: progress.since)
        let skipped = due.count - times.count
        var news: [DurableOccurrence] = skipped > 0 ? [.scheduleSkipped(schedule.name, times: skipped)] : []
        if times.isEmpty { try await record(latest, of: schedule, [], news, &progress) }
        for time in times {
            let now = clock.now
            var messages: [StoredMessage] = []
            do {
                messages = [try schedule.message(time).message.stored(at: now)]
                news.append(.scheduled(schedule.name, at: time, late: max(0, now.timeIntervalSince(time))))
            } catch {
                news.append(.scheduleFailed(schedule.name, at: time, error))
            }
            try await record(time, of: schedule, messages, news, &progress)
            news = []
        }
    }

    /// The last time of a schedule; for one that the store does not know, the present time.
    private func lastRun(of schedule: DurableSchedule, _ progress: inout ScheduleProgress) async throws -> Date {
        if let last = progress.last { return last }
        do {
            progress.last = try await store.lastRun(of: schedule.name)
            schedules.failures = 0
        } catch {
            schedules.failures += 1
            _ = triesAgain(after: error, times: schedules.failures)
            throw Interrupted()
        }
        if let uncertain = progress.uncertain.take(), uncertain.time == progress.last {
            tell(uncertain.occurrences)
        }
        if let last = progress.last { return last }
        try await record(progress.since, of: schedule, [], [], &progress)
        return progress.since
    }

    /// Notes that a schedule has run, and carries out its messages.
    ///
    /// - Parameter news: What the observer hears of when it is durable.
    private func record(
        _ time: Date, of schedule: DurableSchedule, _ messages: [StoredMessage], _ news: [DurableOccurrence],
        _ progress: inout ScheduleProgress
    ) async throws {
        guard case .open(let leases) = condition, leases[progress.shard]?.generation == progress.generation else {
            throw Interrupted()
        }
        let now = clock.now
        let change = StoreChange.run(schedule: schedule.name, at: time, after: progress.last, messages: messages)
        do {
            // Another process, or this one before an error of the store, was first.
            let answer = try await withCheckedThrowingContinuation { continuation in
                // At once, so that no event of a later transaction overtakes the messages.
                write(change, in: progress.shard) { [self] result in
                    if case .success(.sent(let answers)) = result {
                        tell(news)
                        note(answers, to: messages, of: schedule.name, at: now)
                    }
                    continuation.resume(with: result.mapError { $0 })
                }
            }
            guard case .sent = answer else { throw Interrupted() }
            progress.last = time
        } catch {
            progress.uncertain = (time, news)
            readTargets(of: messages)
            throw error
        }
    }

    private func note(_ answers: [StoreAnswer], to messages: [StoredMessage], of schedule: String, at time: Date) {
        for (answer, message) in zip(answers, messages) {
            switch answer {
            case .missing, .refused:
                reporter.report(problem: .scheduledMessageRefused(schedule, to: message.target))
            case .created, .exists, .stored, .storedForRetry, .duplicate, .done, .sent, .told, .arrived, .returned,
                .conflict, .noEvent, .removed:
                note(answer, to: message, at: time)
            }
        }
    }

    private func tell(_ news: [DurableOccurrence]) {
        for occurrence in news {
            if occurrence.isProblem { reporter.report(problem: occurrence) } else { reporter.report(occurrence) }
        }
    }
}

extension MissedRuns {
    /// The greatest number of times that have runs at once.
    var kept: Int {
        switch self {
        case .skip, .once: 1
        case .all(let limit): 1 + min(max(0, limit), .max - 1)
        }
    }

    /// The times that have a run, among those that have come.
    ///
    /// - Parameter start: When the host took the schedule up.
    func runs(of due: DueTimes, since start: Date) -> ArraySlice<Date> {
        // The host was open at the latest time, and no later one has come: that run is not missed.
        if let latest = due.latest.last, latest >= start { return due.latest.suffix(kept) }
        return switch self {
        case .skip: []
        case .once: due.latest.suffix(1)
        case .all(let limit): due.latest.suffix(max(0, limit))
        }
    }
}
