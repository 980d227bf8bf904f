extension Ownership.State {
    private func isRunning(_ id: Int) -> Bool { processes[id].pace == .running }

    mutating func open(_ id: Int) {
        guard isRunning(id), !processes[id].phase.hasStore else { return }
        switch protection {
        case .lock:
            if let owner = store.lock {
                processes[id].phase = .refused(by: owner)
            } else {
                store.lock = id
                processes[id].phase = .locked
            }
        case .expiry:
            if case .held(let owner) = store.lease.ownership {
                processes[id].phase = .refused(by: owner)
            } else {
                takeOver(id)
            }
        }
    }

    mutating func claim(_ id: Int) {
        guard isRunning(id), processes[id].phase == .locked else { return }
        takeOver(id)
    }

    private mutating func takeOver(_ id: Int) {
        if !faults.contains(.generationKept) { store.lease.generation += 1 }
        store.lease.ownership = .held(by: id)
        processes[id].phase = .owner(generation: store.lease.generation)
    }

    mutating func commit(_ id: Int) {
        guard isRunning(id) else { return }
        switch processes[id].phase {
        case .owner(let generation):
            let isCurrent = generation == store.lease.generation
            if faults.contains(.generationUnchecked) {
                accept(from: id, generation)
            } else if !isCurrent {
                processes[id].phase = .ownershipLost(to: store.lease.owner)
                release(id)
            } else if faults.contains(.generationCheckedBefore) {
                processes[id].phase = .checked(generation: generation)
            } else {
                accept(from: id, generation)
            }
        case .checked(let generation):
            accept(from: id, generation)
            processes[id].phase = .owner(generation: generation)
        case .absent, .refused, .locked, .ownershipLost: break
        }
    }

    private mutating func accept(from id: Int, _ generation: Int) {
        if store.lease.owner != id {
            store.record = .writeOfFormerOwner(id)
        } else if case .write(let other, generation) = store.record, other != id {
            store.record = .secondWriter(id, generation: generation)
        } else {
            store.record = .write(by: id, generation: generation)
            store.lease.ownership = .held(by: id)
        }
    }

    mutating func close(_ id: Int) {
        guard weather == .rough, isRunning(id) else { return }
        if case .owner(store.lease.generation) = processes[id].phase, store.lease.owner == id {
            store.lease.ownership = .none
        }
        release(id)
        processes[id].phase = .absent
    }

    /// Freezes a process with the store; freezing any other process has no visible effect.
    mutating func freeze(_ id: Int) {
        guard weather == .rough, processes[id].phase.hasStore else { return }
        processes[id].pace = .frozen
        if faults.contains(.lockFreedByFreezing) { release(id) }
    }

    /// Ends a process. The operating system frees its lock, but the lease stays in its row.
    mutating func kill(_ id: Int) {
        guard weather == .rough else { return }
        release(id)
        processes[id] = Ownership.Process()
    }

    private mutating func release(_ id: Int) {
        if store.lock == id { store.lock = nil }
    }

    mutating func expire() {
        guard protection == .expiry, case .held(let owner) = store.lease.ownership else { return }
        if processes[owner].phase.hasStore, isRunning(owner) { return }
        store.lease.ownership = .expired(of: owner)
    }

    /// Clears the record, so that a write in calm weather is distinguished from an earlier write.
    mutating func calm() {
        guard weather == .rough else { return }
        weather = .calm
        switch store.record {
        case .nothing, .write: store.record = .nothing
        case .writeOfFormerOwner, .secondWriter: break
        }
    }
}

extension Ownership.Phase {
    /// Whether the process takes the store for its own.
    var hasStore: Bool {
        switch self {
        case .locked, .owner, .checked: true
        case .absent, .refused, .ownershipLost: false
        }
    }
}
