#if Server
    public import CoreMetrics
    import Dispatch
    import Foundation
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
            let meters = HostMeters(factory ?? MetricsSystem.factory)
            return DurableObserver { meters.note($0) }
        }
    }

    /// The metrics of a host, made when they are first needed.
    private final class HostMeters: @unchecked Sendable {
        private let factory: any MetricsFactory
        private let lock = NSLock()
        // Guarded by the lock.
        private var counters = Made<Counter>()
        private var timers = Made<CoreMetrics.Timer>()
        private var gauges = Made<Gauge>()
        private var machines = BoundedNames(limit: 100)
        private var activities = BoundedNames(limit: 100)
        private var schedules = BoundedNames(limit: 100)
        private var begun: [IdempotencyKey: DispatchTime] = [:]

        private let inMemory: Gauge
        private let interrupted: Gauge
        private let atWork: Gauge
        private let waiting: (events: Gauge, changes: Gauge, activities: Gauge)
        private let changes: Recorder

        init(_ factory: any MetricsFactory) {
            self.factory = factory
            func gauge(_ label: String, _ labels: [(String, String)] = []) -> Gauge {
                Gauge(label: label, dimensions: labels, factory: factory)
            }
            inMemory = gauge("oak.durable.instances.in_memory")
            interrupted = gauge("oak.durable.instances.interrupted")
            atWork = gauge("oak.durable.activities")
            func waiting(_ kind: String) -> Gauge { gauge("oak.durable.waiting", [("kind", kind)]) }
            self.waiting = (waiting("events"), waiting("changes"), waiting("activities"))
            changes = Recorder(label: "oak.durable.commit.changes", dimensions: [], aggregate: true, factory: factory)
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
                counter("oak.durable.messages.refused", machine(sender)).increment()
            case .removed(let number), .removedFailed(let number):
                counter("oak.durable.instances.removed").increment(by: number)
            case .skipped(let name, _): counter("oak.durable.events.skipped", machine(name)).increment()
            case .edited(let name, _): counter("oak.durable.events.edited", machine(name)).increment()
            case .macrostep(let name, _, let cause):
                counter("oak.durable.macrosteps", machine(name), ("cause", cause.label)).increment()
            case .deadlineFired(let name, _, let late):
                timer("oak.durable.deadline.lateness", machine(name)).recordSeconds(max(0, late))
            case .scheduled(let name, _, let late):
                timer("oak.durable.schedule.lateness", schedule(name)).recordSeconds(late)
            case .scheduleSkipped(let name, let count):
                counter("oak.durable.schedule.skipped", schedule(name)).increment(by: count)
            case .scheduledMessageRefused(let name, _), .scheduleFailed(let name, _, _):
                counter("oak.durable.schedule.lost", schedule(name)).increment()
            case .activityBegan(let key, let isRepetition):
                lock.withLock { begun[key] = .now() }
                if isRepetition { counter("oak.durable.activities.repeated", machine(key.instance)).increment() }
            case .activityEnded(let key, let error):
                guard let start = lock.withLock({ begun.removeValue(forKey: key) }) else { return }
                let time = DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds
                let outcome = error.map { $0 is CancellationError ? "cancelled" : "failed" } ?? "returned"
                let activity = lock.withLock { activities.name(of: key.activityLabel) }
                timer(
                    "oak.durable.activity.duration", machine(key.instance), ("activity", activity),
                    ("outcome", outcome)
                ).recordNanoseconds(time)
            case .attemptFailed(let key, _, _, _):
                counter("oak.durable.activities.attempts_failed", machine(key.instance)).increment()
            case .storeFailed: counter("oak.durable.store.failures").increment()
            case .committed(let number, let seconds):
                changes.record(number)
                timer("oak.durable.commit.duration").recordSeconds(seconds)
            case .instances(let machine, let counts):
                for status in InstanceStatus.allCases {
                    gauge(
                        "oak.durable.instances.stored", label(of: machine),
                        ("status", status.rawValue)
                    ).record(counts[status] ?? 0)
                }
            case .load(let load):
                inMemory.record(load.instancesInMemory)
                interrupted.record(load.interruptedInstances)
                atWork.record(load.activities)
                waiting.events.record(load.waitingEvents)
                waiting.changes.record(load.waitingChanges)
                waiting.activities.record(load.waitingActivities)
            }
        }

        private func count(_ name: InstanceName, _ change: String) {
            counter("oak.durable.instances", machine(name), ("change", change)).increment()
        }

        private func machine(_ name: InstanceName) -> (String, String) { label(of: name.machine) }

        private func schedule(_ name: String) -> (String, String) {
            ("schedule", lock.withLock { schedules.name(of: name) })
        }

        private func label(of machine: String) -> (String, String) {
            ("machine", lock.withLock { machines.name(of: machine) })
        }

        private func counter(_ label: String, _ labels: (String, String)...) -> Counter {
            lock.withLock {
                counters.metric(label, labels) { Counter(label: label, dimensions: labels, factory: factory) }
            }
        }

        private func gauge(_ label: String, _ labels: (String, String)...) -> Gauge {
            lock.withLock {
                gauges.metric(label, labels) { Gauge(label: label, dimensions: labels, factory: factory) }
            }
        }

        private func timer(_ label: String, _ labels: (String, String)...) -> CoreMetrics.Timer {
            lock.withLock {
                timers.metric(label, labels) {
                    CoreMetrics.Timer(
                        label: label, dimensions: labels, preferredDisplayUnit: .seconds, factory: factory)
                }
            }
        }
    }

    /// The metrics of one kind that were made.
    private struct Made<Metric> {
        private var metrics: [String: Metric] = [:]

        mutating func metric(_ label: String, _ labels: [(String, String)], _ make: () -> Metric) -> Metric {
            let name = labels.reduce(label) { "\($0) \($1.1)" }
            if let metric = metrics[name] { return metric }
            let metric = make()
            metrics[name] = metric
            return metric
        }
    }
#endif
