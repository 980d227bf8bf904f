#if Server
    public import CoreMetrics
    import Dispatch
    import Oak
    public import OakDurable

    extension DurableObserver {
        /// Counts and times what happens in a durable host.
        ///
        /// | name | kind | labels |
        /// |---|---|---|
        /// | `oak.durable.instances` | counter | `machine`, `change` |
        /// | `oak.durable.instances.removed` | counter | |
        /// | `oak.durable.instances.stored` | gauge | `machine`, `status`: running, ended, failed, cancelled |
        /// | `oak.durable.instances.in_memory` | gauge | |
        /// | `oak.durable.instances.interrupted` | gauge, of those that a start has yet to finish | |
        /// | `oak.durable.macrosteps` | counter | `machine`, `cause` |
        /// | `oak.durable.messages.refused` | counter | `machine`, of the sender |
        /// | `oak.durable.waiting` | gauge | `kind`: events, changes, activities |
        /// | `oak.durable.activities` | gauge, of those at work | |
        /// | `oak.durable.activity.duration` | timer | `machine`, `activity`, `outcome`: returned, failed, cancelled |
        /// | `oak.durable.activities.repeated` | counter | `machine` |
        /// | `oak.durable.activities.attempts_failed` | counter, of attempts that another one follows | `machine` |
        /// | `oak.durable.deadline.lateness` | timer | `machine` |
        /// | `oak.durable.schedule.lateness` | timer | `schedule` |
        /// | `oak.durable.schedule.skipped` | counter, of times | `schedule` |
        /// | `oak.durable.schedule.lost` | counter, of messages | `schedule` |
        /// | `oak.durable.commit.duration` | timer | |
        /// | `oak.durable.commit.changes` | recorder | |
        /// | `oak.durable.store.failures` | counter | |
        ///
        /// A change is `started`, `ended`, `cancelled`, `parked`, `retried` or `left_alone`. The cause of a macrostep
        /// is `event`, `unexpected_event`, `deadline`, `activity` or `revision`.
        ///
        /// No label has the id of an instance. There are at most a hundred names of machines, of activities and of
        /// schedules, the others being `other`. Timers record nanoseconds, which most systems show as seconds. The
        /// gauges change with `DurableOccurrence.load(_:)`; the instances in a store are those of all its hosts.
        ///
        /// - Parameter factory: The factory of the metrics; by default that of the process.
        public static func metrics(factory: (any MetricsFactory)? = nil) -> DurableObserver {
            let meters = HostMeters(factory)
            return DurableObserver { meters.note($0) }
        }
    }

    /// The metrics of a host, made when they are first needed.
    private final class HostMeters: @unchecked Sendable {
        private let meters: Meters
        private let changes: Recorder
        private let lock = Lock()
        // Guarded by the lock.
        private var machines = BoundedNames(limit: 100)
        private var activities = BoundedNames(limit: 100)
        private var schedules = BoundedNames(limit: 100)
        private var begun: [IdempotencyKey: DispatchTime] = [:]

        init(_ factory: (any MetricsFactory)?) {
            meters = .shared(by: factory)
            changes = Recorder(
                label: "oak.durable.commit.changes", dimensions: [], aggregate: true,
                factory: factory ?? MetricsSystem.factory)
        }

        func note(_ occurrence: DurableOccurrence) {
            switch occurrence {
            case .opened, .shardsChanged, .recovered, .asksForArrivals, .closed, .suspected, .migrated, .clockSetBack:
                break
            case .started(let name): count(name, "started")
            case .ended(let name): count(name, "ended")
            case .cancelled(let name): count(name, "cancelled")
            case .retried(let name): count(name, "retried")
            case .parked(let name, _): count(name, "parked")
            case .leftAlone(let name, _): count(name, "left_alone")
            case .messageRefused(let sender, _):
                meters.counter("oak.durable.messages.refused", machine(sender)).increment()
            case .removed(let number), .removedFailed(let number):
                meters.counter("oak.durable.instances.removed").increment(by: number)
            case .skipped(let name, _): meters.counter("oak.durable.events.skipped", machine(name)).increment()
            case .edited(let name, _): meters.counter("oak.durable.events.edited", machine(name)).increment()
            case .macrostep(let name, _, let cause):
                meters.counter("oak.durable.macrosteps", machine(name), ("cause", cause.label)).increment()
            case .deadlineFired(let name, _, let late):
                meters.timer("oak.durable.deadline.lateness", machine(name)).recordSeconds(max(0, late))
            case .scheduled(let name, _, let late):
                meters.timer("oak.durable.schedule.lateness", schedule(name)).recordSeconds(late)
            case .scheduleSkipped(let name, let count):
                meters.counter("oak.durable.schedule.skipped", schedule(name)).increment(by: count)
            case .scheduledMessageRefused(let name, _), .scheduleFailed(let name, _, _):
                meters.counter("oak.durable.schedule.lost", schedule(name)).increment()
            case .activityBegan(let key, let isRepetition):
                lock.withLock { begun[key] = .now() }
                if isRepetition { meters.counter("oak.durable.activities.repeated", machine(key.instance)).increment() }
            case .activityEnded(let key, let error):
                guard let start = lock.withLock({ begun.removeValue(forKey: key) }) else { return }
                let time = DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds
                let outcome = error.map { $0 is CancellationError ? "cancelled" : "failed" } ?? "returned"
                let activity = lock.withLock { activities.name(of: key.activityLabel) }
                meters.timer(
                    "oak.durable.activity.duration", machine(key.instance), ("activity", activity),
                    ("outcome", outcome)
                ).recordNanoseconds(time)
            case .attemptFailed(let key, _, _, _):
                meters.counter("oak.durable.activities.attempts_failed", machine(key.instance)).increment()
            case .storeFailed: meters.counter("oak.durable.store.failures").increment()
            case .committed(let number, let seconds):
                changes.record(number)
                meters.timer("oak.durable.commit.duration").recordSeconds(seconds)
            case .instances(let machine, let counts):
                for status in InstanceStatus.allCases {
                    meters.gauge(
                        "oak.durable.instances.stored", label(of: machine),
                        ("status", status.rawValue)
                    ).record(counts[status] ?? 0)
                }
            case .load(let load):
                meters.gauge("oak.durable.instances.in_memory").record(load.instancesInMemory)
                meters.gauge("oak.durable.instances.interrupted").record(load.interruptedInstances)
                meters.gauge("oak.durable.activities").record(load.activities)
                for (kind, count) in [
                    ("events", load.waitingEvents), ("changes", load.waitingChanges),
                    ("activities", load.waitingActivities),
                ] { meters.gauge("oak.durable.waiting", ("kind", kind)).record(count) }
            }
        }

        private func count(_ name: InstanceName, _ change: String) {
            meters.counter("oak.durable.instances", machine(name), ("change", change)).increment()
        }

        private func machine(_ name: InstanceName) -> (String, String) { label(of: name.machine) }

        private func schedule(_ name: String) -> (String, String) {
            ("schedule", lock.withLock { schedules.name(of: name) })
        }

        private func label(of machine: String) -> (String, String) {
            ("machine", lock.withLock { machines.name(of: machine) })
        }
    }
#endif
