extension Lease.State {
    /// Whether a claim has locked the row, FOR UPDATE.
    var isClaimed: Bool { processes.contains { $0.claim != .none } }

    /// Whether a write has locked the row, FOR SHARE.
    private var isShared: Bool {
        switch database.orphan {
        case .lock: true
        case .committing: fault != .checkWithoutLock
        case nil: fault != .checkWithoutLock && processes.contains { $0.writer.hasPassed }
        }
    }

    private var isLocked: Bool { isClaimed || isShared }

    /// Whether the owner and the generation are those of the row.
    func isCurrent(_ generation: Lease.Generation, of id: Int) -> Bool {
        database.row.owner == id && (generation == .current || fault == .generationKept)
    }

    /// Whether a check or a renewal finds that the lease has expired.
    var isExpired: Bool { database.row.left == 0 && fault != .expiryByOwnClock }

    /// A locked row is skipped.
    mutating func claim(_ id: Int) {
        guard processes[id].lease == nil, processes[id].claim == .none, !isLocked || fault == .claimIgnoresLock,
            database.row.owner == nil || database.row.left == 0 || fault == .expiryByOwnClock
        else { return }
        processes[id].claim = .uncommitted(left: Lease.length)
    }

    mutating func commitClaim(_ id: Int) {
        guard case .uncommitted(let left) = processes[id].claim else { return }
        endGeneration()
        database.row = Lease.Row(owner: id, left: left)
        processes[id].claim = .none
        processes[id].lease = Lease.Grant(left: left)
    }

    private mutating func endGeneration() {
        for id in processes.indices {
            processes[id].lease?.generation = .former
            switch processes[id].writer {
            case .begun: processes[id].writer = .begun(.former)
            case .checked: processes[id].writer = .checked(.former)
            case .written: processes[id].writer = .written(.former)
            case .idle, .unknown: break
            }
        }
        switch database.orphan {
        case .committing: database.orphan = .committing(.former)
        case .lock, nil: break
        }
    }

    /// An update waits for every lock, also for that of a write of the same process.
    mutating func renew(_ id: Int) {
        guard let lease = processes[id].lease, !isLocked else { return }
        if isCurrent(lease.generation, of: id) && !isExpired || fault == .renewalUnchecked {
            database.row.left = Lease.length
            processes[id].lease?.left = Lease.length
        } else {
            processes[id].lease = nil
        }
    }

    /// A drained process gives up the row, unless it has lost it.
    mutating func handOver(_ id: Int) {
        guard processes[id].writer == .idle, let lease = processes[id].lease, !isLocked else { return }
        if isCurrent(lease.generation, of: id) { database.row = Lease.Row() }
        processes[id].lease = nil
    }
}
