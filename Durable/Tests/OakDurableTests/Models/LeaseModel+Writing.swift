extension Lease.State {
    /// The transaction is for the event that the process has seen in the inbox.
    mutating func begin(_ id: Int) {
        guard processes[id].writer == .idle, let lease = processes[id].lease, database.inbox == .event
        else { return }
        // A check at the time of BEGIN refuses a lease that has expired before.
        if fault == .checkAtTimeOfBegin, lease.left == 0 { return }
        processes[id].writer = .begun(lease.generation)
    }

    /// The row is locked and compared, once no claim has locked it.
    mutating func check(_ id: Int) {
        guard case .begun(let generation) = processes[id].writer, !isClaimed || fault == .checkWithoutLock
        else { return }
        if isCurrent(generation, of: id), !isExpired || fault == .checkAtTimeOfBegin {
            processes[id].writer = .checked(generation)
            if database.row.left == 0 { incidents.insert(.expiredLeasePassesCheck) }
        } else {
            processes[id].writer = .idle
            if processes[id].lease?.generation == generation { processes[id].lease = nil }
        }
    }

    /// The event is deleted and counted, once no other transaction has deleted it, unless it was consumed.
    mutating func write(_ id: Int) {
        guard case .checked(let generation) = processes[id].writer, !isEventLocked else { return }
        let isConsumedUnseen = fault == .repetitionUnchecked || fault == .repetitionCheckedBefore
        processes[id].writer = database.inbox == .event || isConsumedUnseen ? .written(generation) : .idle
        if fault == .eventDeletedBefore { database.inbox = .empty }
    }

    private var isEventLocked: Bool {
        if case .committing = database.orphan { return true }
        return processes.contains { if case .written = $0.writer { true } else { false } }
    }

    mutating func commit(_ id: Int) {
        guard case .written(let generation) = processes[id].writer else { return }
        processes[id].writer = .idle
        apply(generation)
    }

    private mutating func apply(_ generation: Lease.Generation) {
        database.inbox = .empty
        database.count = min(database.count + 1, 2)
        if generation == .former { incidents.insert(.formerGenerationWrites) }
    }

    mutating func loseCommit(_ id: Int) {
        guard case .written(let generation) = processes[id].writer else { return }
        processes[id].writer = .unknown
        database.orphan = .committing(generation)
    }

    mutating func commitOrphan() {
        guard case .committing(let generation) = database.orphan else { return }
        database.orphan = nil
        apply(generation)
    }

    mutating func rollBackOrphan() {
        if case .committing = database.orphan { database.orphan = nil }
    }

    /// An event that is still in the inbox after an unknown COMMIT is one to begin with again.
    mutating func look(_ id: Int) {
        guard processes[id].writer == .unknown else { return }
        if fault == .repetitionUnchecked {
            guard let lease = processes[id].lease else { return }
            processes[id].writer = .begun(lease.generation)
        } else {
            processes[id].writer = .idle
        }
    }
}

extension Lease.Writer {
    /// Whether the transaction is open and has passed the check.
    var hasPassed: Bool {
        switch self {
        case .checked, .written: true
        case .idle, .begun, .unknown: false
        }
    }
}
