import OakGraph
import Testing

/// Proves the design of shards that processes share, on all states of its model.
@Suite("D25 Leases of shards in a database")
struct LeaseModelTests {
    typealias Property = TemporalProperty<Lease>

    /// The graph without calm weather, in which nothing happens that rough weather excludes.
    static let rough = graph()
    static let calming = graph(calming: true)

    static func graph(_ fault: Lease.Fault? = nil, calming: Bool = false, depth: Int? = nil) -> StateGraph<Lease> {
        StateGraph(
            of: Lease.self, from: [.init(fault: fault)],
            events: .generated { state in calming ? state.events : state.events.filter { $0 != .weatherCalms } },
            limits: .init(depth: depth, seconds: nil))
    }

    static var lateWrite: Property {
        Property.never("A write is committed after a later claim") { $0.incidents.contains(.formerGenerationWrites) }
    }

    static var expiredCheck: Property {
        Property.never("A write begins after the lease has expired") {
            $0.incidents.contains(.expiredLeasePassesCheck)
        }
    }

    static var twoLeases: Property {
        Property.never("Two processes have leases that have not expired") { state in
            state.processes.count { ($0.lease?.left ?? 0) > 0 } > 1
        }
    }

    static var lostEvent: Property {
        Property.never("An event is consumed and not counted") { $0.database.inbox == .empty && $0.database.count == 0 }
    }

    static var repeatedEvent: Property {
        Property.never("An event is counted twice") { $0.database.count > 1 }
    }

    /// The assumption that each event comes which stays enabled. A process may stay dead or frozen for ever.
    static func fairness(unless isExcepted: @escaping (Lease.Event) -> Bool = { _ in false }) -> Fairness<Lease> {
        .weak { event in
            switch event {
            case .start, .thaw, .die, .freeze, .handOver, .ownClockExpires, .commitIsLost, .weatherCalms: false
            case .disconnect, .claim, .commitClaim, .renew, .begin, .check, .write, .commit, .look: !isExcepted(event)
            case .orphanCommits, .orphanRollsBack, .clockAdvances: !isExcepted(event)
            }
        }
    }

    /// Holds for every state with a process that runs, because the weather may calm in each.
    static func isOwned(under fairness: Fairness<Lease> = fairness()) -> Property {
        Property.leadsTo(
            "A process that runs owns the shard, once there is one in calm weather", from: \.isCalmWithProcess,
            to: \.hasRunningOwner, under: fairness)
    }

    static var isConsumed: Property {
        Property.leadsTo(
            "The event is consumed, once a process runs in calm weather", from: \.isCalmWithProcess,
            to: { $0.database.inbox == .empty }, under: fairness())
    }

    static var heldByFrozenWriter: Property {
        Property.sometimes("A frozen process keeps the others away by its lock, after its lease has expired") { state in
            state.database.row.left == 0
                && state.processes.contains { $0.pace == .frozen && $0.writer.hasPassed }
                && state.processes.contains { $0.pace == .running && $0.lease == nil }
        }
    }

    static var tooLateForCheck: Property {
        Property.sometimes("A transaction has begun, and another process has the shard") { state in
            state.hasRunningOwner && state.processes.contains { $0.writer == .begun(.former) }
        }
    }

    static var lookedTooEarly: Property {
        Property.sometimes("A process has looked for an event, and repeats before the lost COMMIT is carried out") {
            $0.database.orphan == .committing(.current) && $0.processes.contains { $0.writer == .checked(.current) }
        }
    }

    @Test func `A process that has lost its lease writes nothing, and an event is consumed exactly once`() {
        let report = Self.rough.check(
            [],
            properties: [
                Self.lateWrite, Self.expiredCheck, Self.twoLeases, Self.lostEvent, Self.repeatedEvent,
                Self.heldByFrozenWriter, Self.tooLateForCheck, Self.lookedTooEarly,
            ])
        #expect(report.verdict == .holds, "\(report)")
    }

    @Test func `The shard gets an owner while some process runs`() {
        let report = Self.calming.check([], properties: [Self.isOwned()])
        #expect(report.verdict == .holds, "\(report)")
    }

    @Test func `The event is consumed while some process runs`() {
        let report = Self.calming.check([], properties: [Self.isConsumed])
        #expect(report.verdict == .holds, "\(report)")
    }

    @Test func `A frozen process holds up the shard unless the database ends its connection`() {
        let fairness = Self.fairness { if case .disconnect = $0 { true } else { false } }
        #expect(Self.calming.verdict(on: Self.isOwned(under: fairness)) == .fails)
    }

    @Test(arguments: [Lease.Fault.checkAtTimeOfBegin, .expiryByOwnClock])
    func `The lock and the generation prevent late writes, even if clocks are wrong`(fault: Lease.Fault) {
        let report = Self.graph(fault).check([], properties: [Self.lateWrite, Self.repeatedEvent])
        #expect(report.verdict == .holds, "\(report)")
    }

    @Test func `Equal events have equal consequences`() {
        let report = Self.rough.check([.determinism, .unhandledEvents, .deadEnds])
        #expect(report.verdict == .holds, "\(report)")
    }

    typealias Planted = PlantedFault<Lease, Lease.Fault>

    static let plantedFaults = [
        Planted(fault: .checkWithoutLock, finder: { lateWrite }, length: 10),
        Planted(fault: .checkAtTimeOfBegin, finder: { expiredCheck }, length: 6),
        Planted(fault: .claimIgnoresLock, finder: { twoLeases }, length: 4),
        Planted(fault: .claimIgnoresLock, finder: { lateWrite }, length: 10),
        Planted(fault: .generationKept, finder: { lateWrite }, length: 11),
        Planted(fault: .renewalUnchecked, finder: { twoLeases }, length: 7),
        Planted(fault: .expiryByOwnClock, finder: { twoLeases }, length: 4),
        Planted(fault: .eventDeletedBefore, finder: { lostEvent }, length: 5),
        Planted(fault: .repetitionUnchecked, finder: { repeatedEvent }, length: 11),
        Planted(fault: .repetitionCheckedBefore, finder: { repeatedEvent }, length: 12),
        Planted(fault: .lockOutlivesConnection, finder: { isOwned() }, length: 8),
    ]

    @Test(arguments: plantedFaults)
    func `A planted fault is found with a shortest path to it`(_ planted: Planted) throws {
        let graph = Self.graph(planted.fault, calming: true, depth: planted.length + 1)
        try planted.expect(in: graph)
    }

    @Test func `Every fault of the model is planted`() {
        #expect(Set(Self.plantedFaults.map(\.fault)) == Set(Lease.Fault.allCases))
    }
}

extension Lease.State {
    var isCalmWithProcess: Bool { weather == .calm && processes.contains { $0.pace == .running } }

    /// Whether a process that runs has the shard.
    var hasRunningOwner: Bool {
        guard let owner = database.row.owner, database.row.left > 0 else { return false }
        return processes[owner].pace == .running && processes[owner].lease?.generation == .current
    }
}
