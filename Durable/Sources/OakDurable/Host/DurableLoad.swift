import Foundation
import Oak

/// The work of a host at a moment, and its backlog.
public struct DurableLoad: Hashable, Sendable {
    /// The number of instances in memory: those with something to do, and some that are idle.
    public let instancesInMemory: Int
    /// The number of instances that were interrupted by the end of a host, and have something to do since.
    public let interruptedInstances: Int
    /// Whether the host has yet to take up others that were interrupted.
    public let isRecovering: Bool
    /// The number of events and time-outs that wait for their machines, without the postponed ones.
    public let waitingEvents: Int
    /// The number of changes that wait for the next transaction.
    public let waitingChanges: Int
    /// The number of activities at work; each operation of a composition is one.
    public let activities: Int
    /// The number of activities that wait for a place, or for their turn in a queue, in memory.
    public let waitingActivities: Int
}

extension DurableLoad: CustomStringConvertible {
    public var description: String {
        """
        \(instancesInMemory) instances are in memory, \(interruptedInstances) of them interrupted\
        \(isRecovering ? ", and more to be taken up" : ""); \(activities) activities are at work; \(waitingEvents) \
        events, \(waitingChanges) changes and \(waitingActivities) activities wait.
        """
    }
}

extension DurableHost {
    /// The work of the host at this moment, and its backlog.
    ///
    /// The observer of the host receives it regularly while there are transactions, as ``DurableOccurrence/load(_:)``.
    ///
    /// - Complexity: O(*n*) for *n* instances in memory.
    public var load: DurableLoad {
        let (activities, waitingForPlaces) = places.counts
        return DurableLoad(
            instancesInMemory: live.count, interruptedInstances: interrupted.count, isRecovering: recoveries > 0,
            waitingEvents: live.values.reduce(0) { $0 + $1.waiting.count + $1.underWay },
            waitingChanges: pending.count, activities: activities,
            waitingActivities: waitingForPlaces + queues.waitingCount)
    }

    /// Tells the observer of the load after a while, unless it is about to hear of it.
    ///
    /// Without transactions the load changes no more, so that a host at rest wakes up for nothing.
    func reportLoadLater() {
        guard reporter.isObserved, loadReport == nil else { return }
        let interval = settings.loadInterval > 0 ? settings.loadInterval : 10
        loadReport = later(at: clock.now.addingTimeInterval(interval)) { host in await host.reportLoad() }
    }

    private func reportLoad() async {
        loadReport = nil
        guard case .open = condition else { return }
        let load = load
        reporter.report(.load(load))
        // Work may end without a transaction.
        if load != lastLoad { reportLoadLater() }
        lastLoad = load
        await reportCounts()
    }

    /// Tells the observer how many instances of its machines the store has, if it knows.
    func reportCounts() async {
        guard reporter.isObserved else { return }
        for machine in machines.keys.sorted() {
            do {
                guard let counts = try await store.counts(of: machine) else { continue }
                // The last ones come before the end of the host.
                guard (try? leases(alsoWhenClosing: true)) != nil else { return }
                reporter.report(.instances(of: machine, counts))
            } catch {
                // The next transaction tells of a store that has failed.
                return
            }
        }
    }
}
