extension Lease.State {
    /// The events that may come: those of a process depend on its pace and the weather.
    var events: [Lease.Event] {
        let others: [Lease.Event] = [.orphanCommits, .orphanRollsBack, .clockAdvances]
        return processes.indices.flatMap(events) + others + (weather == .rough ? [.weatherCalms] : [])
    }

    private func events(of id: Int) -> [Lease.Event] {
        let misfortunes: [Lease.Event] = [
            .die(id), .freeze(id), .disconnect(id), .handOver(id), .ownClockExpires(id), .commitIsLost(id),
        ]
        let steps: [Lease.Event] = [
            .claim(id), .commitClaim(id), .renew(id), .begin(id), .check(id), .write(id), .commit(id), .look(id),
        ]
        // The database ends the connection of a silent process in calm weather, too.
        return switch (processes[id].pace, weather) {
        case (.running, .rough): steps + misfortunes
        case (.running, .calm): steps
        case (.frozen, .rough): [.thaw(id), .disconnect(id), .die(id)]
        case (.frozen, .calm): [.thaw(id), .disconnect(id)]
        case (.dead, _): [.start(id)]
        }
    }

    mutating func die(_ id: Int) {
        rollBack(id)
        processes[id] = Lease.Process(pace: .dead)
    }

    /// A process without a lease and a transaction does not freeze, because that has no visible effect.
    mutating func freeze(_ id: Int) {
        if processes[id] != Lease.Process() { processes[id].pace = .frozen }
    }

    mutating func rollBack(_ id: Int) {
        if fault == .lockOutlivesConnection, processes[id].writer.hasPassed { database.orphan = .lock }
        processes[id].claim = .none
        switch processes[id].writer {
        case .begun, .checked, .written: processes[id].writer = .idle
        case .idle, .unknown: break
        }
    }

    /// The clock is that of the database. In calm weather, processes that run renew in time.
    mutating func advanceClock() {
        if weather == .calm, processes.contains(where: \.isServing) { return }
        database.row.left = max(database.row.left - 1, 0)
        for id in processes.indices {
            if let left = processes[id].lease?.left { processes[id].lease?.left = max(left - 1, 0) }
            if case .uncommitted(let left) = processes[id].claim {
                processes[id].claim = .uncommitted(left: max(left - 1, 0))
            }
        }
    }
}

extension Lease.Process {
    /// Whether the process runs and has the lease, or is about to have it.
    fileprivate var isServing: Bool { pace == .running && (claim != .none || lease?.generation == .current) }
}
