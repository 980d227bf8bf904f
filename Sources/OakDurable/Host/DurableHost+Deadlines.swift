import Foundation
import Oak

/// The progress in firing deadlines.
struct DeadlineWatch {
    /// Deadlines up to this position have been fired.
    var position: DeadlineReference?
    var isScanning = false
    /// Whether another deadline has fallen due during a scan.
    var isDueAgain = false
    /// Counts the deadlines that were stored, by which a scan notices those that it may have missed.
    var changes = 0
    /// The time at which the host looks next.
    var next: Date?
    var task: Task<Void, Never>?

    static var pageLength: Int { 256 }
}

extension DurableHost {
    /// Notes deadlines that have been stored.
    func schedule(_ changes: [NamedChange<StoredDeadline>]) {
        for case .set(let deadline) in changes { schedule(deadline.due) }
    }

    /// Looks for due deadlines at a time, unless the host does so earlier.
    func schedule(_ due: Date) {
        guard case .open = condition else { return }
        deadlines.changes += 1
        // One in the past of the scan is found by a new scan.
        if let position = deadlines.position, due <= position.due { deadlines.position = nil }
        if let next = deadlines.next, next <= due { return }
        deadlines.next = due
        deadlines.task?.cancel()
        let clock = clock
        deadlines.task = tasks.start { [weak self] in
            do { try await clock.sleep(until: due) } catch { return }
            await self?.noteDeadline()
        }
    }

    private func noteDeadline() async {
        // Otherwise another task waits for an earlier one.
        guard !Task.isCancelled else { return }
        // The store may be read in this task, which the next schedule must not cancel.
        deadlines.task = nil
        await fireDeadlines()
    }

    /// Fires all deadlines that are due, in order.
    func fireDeadlines() async {
        deadlines.next = nil
        deadlines.isDueAgain = true
        guard !deadlines.isScanning else { return }
        deadlines.isScanning = true
        while deadlines.isDueAgain, case .open = condition {
            deadlines.isDueAgain = false
            await scanDeadlines()
        }
        deadlines.isScanning = false
    }

    private func scanDeadlines() async {
        while case .open = condition {
            let page: [DeadlineReference]
            let changes = deadlines.changes
            do {
                page = try await store.deadlines(after: deadlines.position, limit: DeadlineWatch.pageLength)
            } catch {
                return schedule(clock.now.addingTimeInterval(settings.retryInterval))
            }
            let now = clock.due
            let isStale = deadlines.changes != changes
            let due = page.prefix { $0.due <= now }
            for deadline in due {
                deadlines.position = deadline
                fire(deadline)
            }
            // A deadline that was stored in the meantime may come before those of the page.
            if isStale { (deadlines.position, deadlines.isDueAgain) = (nil, true) }
            if due.count < page.count { return schedule(page[due.count].due) }
            if page.count < DeadlineWatch.pageLength { return }
        }
    }

    private func fire(_ deadline: DeadlineReference) {
        let instance = awake(deadline.instance)
        switch instance.phase {
        case .running:
            instance.waiting.append(.timer(DueTimer(name: deadline.name, number: deadline.number)))
            feed(instance)
        // An instance that is read finds its due deadlines itself.
        case .loading: break
        // Read again when its run has ended and everything is stored.
        case .stopping, .stopped: instance.hasWork = true
        }
    }
}
