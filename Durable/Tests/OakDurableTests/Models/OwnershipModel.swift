import Oak

/// The ownership of a store, with processes that open, freeze, crash and write.
///
/// Freezing stands for everything that makes a process slow: anything that may happen to a slow owner may also happen
/// to a frozen one.
enum Ownership: Transducer {
    /// A process, by its place in ``State/processes``.
    typealias ID = Int

    struct State: Hashable {
        var store = Store()
        var processes: [Process]
        var weather = Weather.rough
        let protection: Protection
        let faults: Set<Fault>

        init(processes count: Int, protection: Protection, faults: Set<Fault> = []) {
            processes = Array(repeating: Process(), count: count)
            self.protection = protection
            self.faults = faults
        }
    }

    /// The means that keep a second process away.
    enum Protection: CaseIterable, Hashable {
        /// A lock of the operating system, which a process keeps until it ends.
        case lock
        /// The age of the lease: that of a silent owner expires.
        case expiry
    }

    struct Store: Hashable {
        var lock: ID?
        var lease = Lease()
        var record = Record.nothing
    }

    /// The row that says which process owns the store.
    struct Lease: Hashable {
        var generation = 0
        var ownership = Ownership.none

        enum Ownership: Hashable { case none, held(by: ID), expired(of: ID) }

        var owner: ID? {
            switch ownership {
            case .none: nil
            case .held(let owner), .expired(let owner): owner
            }
        }
    }

    /// The last write that was accepted, as an observer of all processes judges it.
    enum Record: Hashable {
        case nothing
        case write(by: ID, generation: Int)
        case writeOfFormerOwner(ID)
        case secondWriter(ID, generation: Int)
    }

    struct Process: Hashable {
        var phase = Phase.absent
        var pace = Pace.running
    }

    enum Pace: Hashable { case running, frozen }

    enum Phase: Hashable {
        case absent
        case refused(by: ID)
        /// The process has the lock, and not yet a lease.
        case locked
        case owner(generation: Int)
        /// The process has compared the generation in a transaction of its own; only a fault leads here.
        case checked(generation: Int)
        case ownershipLost(to: ID?)
    }

    /// Processes freeze, die and close their stores until the weather is calm.
    enum Weather: Hashable { case rough, calm }

    enum Event: Hashable {
        case open(ID), claim(ID), commit(ID), close(ID), freeze(ID), thaw(ID), kill(ID)
        case leaseExpires, weatherCalms
    }

    enum Fault: CaseIterable, Hashable {
        case generationUnchecked, generationCheckedBefore, generationKept, lockFreedByFreezing
    }

    static func update(_ state: inout State, event: Event) {
        switch event {
        case .open(let id): state.open(id)
        case .claim(let id): state.claim(id)
        case .commit(let id): state.commit(id)
        case .close(let id): state.close(id)
        case .freeze(let id): state.freeze(id)
        case .thaw(let id): state.processes[id].pace = .running
        case .kill(let id): state.kill(id)
        case .leaseExpires: state.expire()
        case .weatherCalms: state.calm()
        }
        state.renumberGenerations()
    }
}
