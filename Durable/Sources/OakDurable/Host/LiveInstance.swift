import Foundation
import Oak

/// An instance in the memory of a host.
final class LiveInstance {
    /// The part of its life that an instance is in.
    enum Phase {
        /// The host reads it from the store.
        case loading
        /// Its machine runs.
        case running(any MachineRun)
        /// Its run is about to end.
        case stopping
        /// Its run has ended; the store has not confirmed everything.
        case stopped
    }

    let name: InstanceName
    let shard: StoreShard
    var phase = Phase.loading
    /// The number of its present run.
    var run = 0
    /// The key in the store; zero until the instance was read.
    var key: InstanceKey = 0

    /// Deliveries that the run has not received.
    var waiting = NumberedQueue<Delivery>()
    /// Events that the run has received and has not processed.
    var received: [Ticket.ID: Ticket] = [:]
    /// The received events that the machine has postponed.
    var postponed: Set<Ticket.ID> = []
    /// The events that the run has received since it last reported the postponed ones.
    var unseen: [Ticket] = []
    /// Whether the host is about to ask the run for the postponed ones.
    var isUnmarked = false
    /// Time-outs that the run has received and has not processed.
    var fired: [DueTimer: Ticket.ID] = [:]
    /// The received time-outs that the machine has postponed.
    var postponedTimers: Set<DueTimer> = []
    var inbox = InboxReading()

    /// Macrosteps that wait for the number of an event that is being stored.
    var deferred: [DeferredStep] = []
    /// Changes that the store has not confirmed.
    var unconfirmed = Unconfirmed()
    /// Waiting for the confirmation of changes.
    var barriers: [Barrier] = []
    /// Whether activities are under way, or the instance has to be read again.
    var hasWork = false
    /// The activities that are under way.
    var work = WorkLeft.none
    /// The activities that wait for their turns.
    var waitingTurns: Set<ActivityTurn> = []
    /// Whether it was started by this host, and has had no run.
    var isNew = false
    /// Whether it was started by this host.
    var beganHere = false
    /// The number of times that it was started, cancelled or retried; a reading that this has overtaken is repeated.
    var statusChanges = 0
    /// The error of the store that has stopped the run.
    var storeError: DurableError?
    /// Waits to read the instance again after an error of the store.
    var retry: Task<Void, Never>?
    /// The number of the latest use, by which the host finds those that have been idle for long.
    var lastUse = 0
    /// Whether it is among those that were idle when the host looked last.
    var isListedIdle = false

    init(name: InstanceName, shard: StoreShard) {
        self.name = name
        self.shard = shard
    }

    /// The number of events and time-outs that the run has received and neither processed nor postponed.
    var underWay: Int { received.count - postponed.count + fired.count - postponedTimers.count }

    /// The number of events in the inbox that the run has received and not processed.
    var acknowledged = 0

    /// Whether its run has ended, and the store has confirmed everything.
    var isAtRest: Bool {
        if case .stopped = phase { return unconfirmed.isEmpty }
        return false
    }

    /// Whether it has a run that goes on.
    var isRunning: Bool { if case .running = phase { true } else { false } }

    /// Whether nothing is left to do for now.
    var isIdle: Bool { hasNothingToProcess && (!hasWork || waitsForTurns) }

    /// Whether all its activities wait for their turns, which the store has.
    private var waitsForTurns: Bool {
        guard case .queued(let turns) = work else { return false }
        return turns.isSubset(of: waitingTurns)
    }

    /// Whether the run has received events or time-outs, and has neither processed nor postponed them.
    var hasUnprocessed: Bool { received.count != postponed.count || fired.count != postponedTimers.count }

    /// Whether nothing is left to do for now, except for activities.
    var hasNothingToProcess: Bool {
        guard case .running = phase else { return false }
        return waiting.isEmpty && !hasUnprocessed && unconfirmed.isEmpty && barriers.isEmpty && !inbox.hasMore
    }
}

/// The changes of an instance that the store has not confirmed, by numbers in the order of their beginnings.
struct Unconfirmed {
    /// The number of the next change.
    private(set) var next = 0
    private var oldest = 0
    /// Confirmed before an older one.
    private var early: Set<Int> = []

    var isEmpty: Bool { oldest == next }

    mutating func begin() -> Int {
        defer { next += 1 }
        return next
    }

    mutating func end(_ number: Int) {
        early.insert(number)
        while early.remove(oldest) != nil { oldest += 1 }
    }

    /// Whether all changes before one are confirmed.
    func isConfirmed(before number: Int) -> Bool { oldest >= number }
}

/// A run that waits until the changes before a number are confirmed.
typealias Barrier = (number: Int, waiting: CheckedContinuation<Void, any Error>)

/// A macrostep that waits for the number of an event: the event that began it, if it came from outside, and a function
/// that hands the macrostep to the writer, or fails it with the error of the store.
typealias DeferredStep = (ticket: Ticket?, write: (DurableError?) -> Void)

/// The progress in reading the inbox of an instance.
struct InboxReading {
    /// The number of the last event that was read, or stored and delivered.
    var last: EventNumber = 0
    /// The number of the last event that was stored.
    var lastStored: EventNumber = 0
    /// The number of events in the inbox, or on their way there.
    var count = 0
    /// Whether the inbox may hold more events.
    var hasMore = false
    var isUnderWay = false

    static var pageLength: Int { 256 }
}

/// A message to the run of an instance.
enum Delivery {
    case event(Ticket)
    case timer(DueTimer, due: Date)
}

/// A time-out that has fallen due.
@usableFromInline struct DueTimer: Hashable, Sendable {
    @usableFromInline let name: String
    @usableFromInline let number: Int

    @usableFromInline init(name: String, number: Int) {
        self.name = name
        self.number = number
    }
}

/// The run of an instance's machine.
protocol MachineRun: AnyObject {
    /// Sends an event to the machine.
    func deliver(_ ticket: Ticket, on host: isolated DurableHost) throws(DurableError)
    /// Asks the machine to report when it has seen all events up to one.
    func mark(_ ticket: Ticket.ID, on host: isolated DurableHost)
    /// Sends the event of a time-out.
    func fire(_ timer: DueTimer, on host: isolated DurableHost)
    /// Ends the run without ending the instance.
    func stop()
}
