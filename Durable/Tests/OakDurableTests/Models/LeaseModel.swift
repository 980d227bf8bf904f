import Oak

/// A shard in a database, with processes that share it by a lease: they claim, renew, write, freeze, die and lose their
/// connections.
///
/// A process has a connection for its lease and another one for its writes, so it may claim the shard anew while a
/// transaction of an earlier lease is still open. Freezing stands for everything that makes a process slow.
enum Lease: Transducer {
    /// A process, by its place in ``State/processes``.
    typealias ID = Int

    /// The length of a lease, in steps of the database's clock.
    static let length = 2

    struct State: Hashable {
        var database = Database()
        var processes: [Process]
        var weather = Weather.rough
        var incidents: Set<Incident> = []
        let fault: Fault?

        /// Creates a state in which all processes run, nobody owns the shard, and an event waits in its inbox.
        init(processes count: Int = 2, fault: Fault? = nil) {
            processes = Array(repeating: Process(), count: count)
            self.fault = fault
        }
    }

    struct Database: Hashable {
        var row = Row()
        var inbox = Inbox.event
        /// The number of times that the event was counted, two at most.
        var count = 0
        var orphan: Orphan?
    }

    /// The committed row of the shard.
    struct Row: Hashable {
        var owner: ID?
        /// The time until the expiry, by the database's clock.
        var left = 0
    }

    /// The generation of a lease or transaction, relative to that of the row.
    ///
    /// Generations are only compared with that of the row, which never returns to an earlier one.
    enum Generation: Hashable { case current, former }

    enum Inbox: Hashable { case event, empty }

    /// The rest of a transaction whose connection is gone.
    enum Orphan: Hashable {
        /// The database has a COMMIT before it, and nobody waits for the answer.
        case committing(Generation)
        /// The transaction was rolled back, and its lock is left; only a fault leads here.
        case lock
    }

    /// An event that a correct database excludes, as an observer of all processes sees it.
    enum Incident: Hashable {
        /// A write was committed after a claim that followed the one of its own generation.
        case formerGenerationWrites
        case expiredLeasePassesCheck
    }

    struct Process: Hashable {
        var pace = Pace.running
        var lease: Grant?
        var claim = Claim.none
        var writer = Writer.idle
    }

    enum Pace: Hashable { case dead, running, frozen }

    /// A lease in the memory of a process.
    struct Grant: Hashable {
        var generation = Generation.current
        /// The time until the expiry that the database has granted; an observer knows it, and no process.
        var left: Int
    }

    enum Claim: Hashable {
        case none
        /// The process has locked and updated the row, and not committed.
        case uncommitted(left: Int)
    }

    /// The transaction in which a process writes.
    enum Writer: Hashable {
        case idle
        case begun(Generation)
        /// The lease was compared, and the row is locked.
        case checked(Generation)
        /// The event is deleted and counted.
        case written(Generation)
        /// The answer to COMMIT is lost.
        case unknown
    }

    /// Processes freeze, die and lose connections until the weather is calm; then those that run are quick enough.
    enum Weather: Hashable { case rough, calm }

    enum Event: Hashable {
        case start(ID), die(ID), freeze(ID), thaw(ID)
        /// The connections of the process end, even while it is frozen.
        case disconnect(ID)
        case claim(ID), commitClaim(ID), renew(ID), handOver(ID)
        /// The clock of the process, right or wrong, says that its lease has expired.
        case ownClockExpires(ID)
        case begin(ID), check(ID), write(ID), commit(ID), look(ID)
        /// The process sends COMMIT and loses its connection.
        case commitIsLost(ID)
        case orphanCommits, orphanRollsBack
        case clockAdvances, weatherCalms
    }

    enum Fault: CaseIterable, Hashable {
        /// The check is a plain SELECT.
        case checkWithoutLock
        /// The check compares the expiry with `now()`.
        case checkAtTimeOfBegin
        case claimIgnoresLock, generationKept
        /// The renewal updates the row, whoever owns it.
        case renewalUnchecked
        /// Expiries are compared with the clock of the process, which may be wrong enough for every comparison.
        case expiryByOwnClock
        /// The event is deleted in a transaction of its own, before that of the write.
        case eventDeletedBefore
        /// The transaction of an unknown COMMIT is repeated, be the event consumed or not.
        case repetitionUnchecked
        /// The process looks for the event before the transaction that repeats, and not in it.
        case repetitionCheckedBefore
        case lockOutlivesConnection
    }

    static func update(_ state: inout State, event: Event) {
        switch event {
        case .start(let id): state.processes[id].pace = .running
        case .die(let id): state.die(id)
        case .freeze(let id): state.freeze(id)
        case .thaw(let id): state.processes[id].pace = .running
        case .disconnect(let id): state.rollBack(id)
        case .claim(let id): state.claim(id)
        case .commitClaim(let id): state.commitClaim(id)
        case .renew(let id): state.renew(id)
        case .handOver(let id): state.handOver(id)
        case .ownClockExpires(let id): state.processes[id].lease = nil
        case .begin(let id): state.begin(id)
        case .check(let id): state.check(id)
        case .write(let id): state.write(id)
        case .commit(let id): state.commit(id)
        case .look(let id): state.look(id)
        case .commitIsLost(let id): state.loseCommit(id)
        case .orphanCommits: state.commitOrphan()
        case .orphanRollsBack: state.rollBackOrphan()
        case .clockAdvances: state.advanceClock()
        case .weatherCalms: state.weather = .calm
        }
    }
}
