import Foundation
import Oak

/// The progress in firing deadlines.
struct DeadlineWatch {
    /// Deadlines up to this position have been fired.
    var position: DeadlineReference?
    var isScanning = false
    /// How often in a row the store has not answered.
    var failures = 0
    /// Whether another deadline has fallen due during a scan.
    var isDueAgain = false
    /// The earliest of the deadlines that were stored since a page was asked for, which may lack them.
    var earliestNew: Date?
    /// The instances that this program cannot run, whose deadlines stay in the store.
    var obstructed: Set<InstanceKey> = []
    /// The time at which the host looks next.
    var next: Date?
    var task: Task<Void, Never>?

    static var pageLength: Int { 256 }

    /// Goes back to a time, so that the next page begins with the deadlines of that time.
    mutating func goBack(to due: Date) {
        // A store may keep a time to the millisecond.
        let due = due.addingTimeInterval(-0.001)
        guard let position, due <= position.due else { return }
        // Less than every deadline that falls due then: keys are greater than zero.
        self.position = DeadlineReference(
            due: due, key: 0, name: "", number: 0, instance: InstanceName(machine: "", id: ""))
    }
}

extension DurableHost {
    /// Notes deadlines that have been stored.
    func schedule(_ changes: [NamedChange<StoredDeadline>]) {
        for case .set(let deadline) in changes { schedule(deadline.due) }
    }

    /// Looks for due deadlines at a time, unless the host does so earlier.
    func schedule(_ due: Date) {
        guard case .open = condition else { return }
        deadlines.earliestNew = min(deadlines.earliestNew ?? due, due)
        deadlines.goBack(to: due)
        if let next = deadlines.next, next <= due { return }
        deadlines.next = due
        deadlines.task?.cancel()
        // A task that was cancelled has left it to another one, which waits for an earlier deadline.
        deadlines.task = later(at: due) { host in
            // The store may be read in this task, which the next schedule must not cancel.
            host.deadlines.task = nil
            await host.fireDeadlines()
        }
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
        while case .open(let leases) = condition {
            let page: [DeadlineReference]
            deadlines.earliestNew = nil
            do {
                page = try await store.deadlines(
                    in: Set(leases.keys), after: deadlines.position, limit: DeadlineWatch.pageLength)
            } catch {
                deadlines.failures += 1
                guard triesAgain(after: error, times: deadlines.failures) else { return }
                return schedule(clock.now.addingTimeInterval(settings.retryInterval))
            }
            deadlines.failures = 0
            let now = clock.due
            let due = page.prefix { $0.due <= now }
            await suspect(due.map { ($0.instance, $0.key) })
            for deadline in due {
                deadlines.position = deadline
                await fire(deadline)
            }
            // A deadline that was stored in the meantime may come before those of the page.
            if let new = deadlines.earliestNew {
                deadlines.goBack(to: new)
                if new <= now { deadlines.isDueAgain = true }
            }
            if due.count < page.count { return schedule(page[due.count].due) }
            if page.count < DeadlineWatch.pageLength { return }
        }
    }

    private func fire(_ deadline: DeadlineReference) async {
        // Read once, and no more: many deadlines of instances that cannot run would hold up all others.
        // A suspect finds its due deadlines when it is taken up.
        guard !deadlines.obstructed.contains(deadline.key), !suspicion.contains(deadline.instance) else { return }
        guard machines[deadline.instance.machine] != nil else {
            return leaveAlone(
                deadline.instance, deadline.key, because: .unregisteredMachine(deadline.instance.machine))
        }
        guard let instance = await takeUp(deadline.instance) else { return }
        switch instance.phase {
        case .running:
            let timer = DueTimer(name: deadline.name, number: deadline.number)
            instance.waiting.append(.timer(timer, due: deadline.due))
            feed(instance)
        // An instance that is read finds its due deadlines itself.
        case .loading: break
        // Read again when its run has ended and everything is stored.
        case .stopping, .stopped: instance.hasWork = true
        }
    }
}
