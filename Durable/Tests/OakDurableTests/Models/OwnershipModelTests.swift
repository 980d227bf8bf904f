import OakGraph
import Testing

/// Proves the design of a store's ownership on all states of its model.
struct OwnershipModelTests {
    typealias Property = TemporalProperty<Ownership>

    static func graph(
        processes count: Int = 2, _ protection: Ownership.Protection, faults: Set<Ownership.Fault> = []
    ) -> StateGraph<Ownership> {
        let events = (0..<count).flatMap { id -> [Ownership.Event] in
            [.open(id), .claim(id), .commit(id), .close(id), .freeze(id), .thaw(id), .kill(id)]
        }
        return StateGraph(
            of: Ownership.self, from: [.init(processes: count, protection: protection, faults: faults)],
            events: Alphabet(events + [.leaseExpires, .weatherCalms]), limits: .init(seconds: nil))
    }

    static var formerOwnerWrites: Property {
        Property.never("A former owner's write is accepted") {
            if case .writeOfFormerOwner = $0.store.record { true } else { false }
        }
    }

    static var secondWriter: Property {
        Property.never("Two processes write in one generation") {
            if case .secondWriter = $0.store.record { true } else { false }
        }
    }

    static var twoOwners: Property {
        Property.never("Two processes take the store for their own") { $0.owners.count > 1 }
    }

    /// Holds for every state, because the weather may calm in each.
    static var somebodyWrites: Property {
        Property.leadsTo(
            "Some process writes once no process freezes, dies or closes the store",
            from: { $0.weather == .calm && $0.store.record == .nothing },
            to: { if case .write = $0.store.record { true } else { false } }, under: .weak)
    }

    static var writeIsRefused: Property {
        Property.sometimes("A write is refused") { state in
            state.processes.contains { if case .ownershipLost = $0.phase { true } else { false } }
        }
    }

    static var refusedByFrozenOwner: Property {
        Property.sometimes("A frozen owner keeps a second process away") { state in
            state.processes.contains { process in
                guard case .refused(let owner) = process.phase else { return false }
                return state.processes[owner].pace == .frozen && state.owners == [owner]
            }
        }
    }

    static var properties: [Property] { [formerOwnerWrites, secondWriter, refusedByFrozenOwner, somebodyWrites] }

    @Test(arguments: [2, 3])
    func `A lock excludes every other process, even while its owner is frozen`(processes: Int) {
        let graph = Self.graph(processes: processes, .lock)
        let report = graph.check([], properties: Self.properties + [Self.twoOwners])
        #expect(report.verdict == .holds, "\(report)")
        #expect(graph.verdict(on: Self.writeIsRefused) == .fails)
    }

    @Test(arguments: [2, 3])
    func `Without a lock, a frozen owner can be replaced, and its late write is refused`(processes: Int) {
        let graph = Self.graph(processes: processes, .expiry)
        let report = graph.check([], properties: Self.properties + [Self.writeIsRefused])
        #expect(report.verdict == .holds, "\(report)")
        #expect(graph.verdict(on: Self.twoOwners) == .fails)
    }

    @Test(arguments: Ownership.Protection.allCases)
    func `Equal events have equal consequences`(protection: Ownership.Protection) {
        #expect(Self.graph(protection).verdict(on: .determinism) == .holds)
    }

    @Test func `The lock and the generation each prevent writes by a former owner, even without the other`() {
        let withoutGeneration = Self.graph(.lock, faults: [.generationUnchecked])
        #expect(withoutGeneration.verdict(on: Self.formerOwnerWrites) == .holds)
        let withoutLock = Self.graph(.lock, faults: [.lockFreedByFreezing])
        #expect(withoutLock.verdict(on: Self.formerOwnerWrites) == .holds)
        let withoutBoth = Self.graph(.lock, faults: [.generationUnchecked, .lockFreedByFreezing])
        #expect(withoutBoth.verdict(on: Self.formerOwnerWrites) == .fails)
    }

    struct PlantedFault: CustomTestStringConvertible {
        let fault: Ownership.Fault
        let protection: Ownership.Protection
        let finder: @Sendable () -> Property
        /// The number of events in the shortest way to it.
        let length: Int

        var testDescription: String { "\(fault), \(protection)" }
    }

    static let plantedFaults = [
        PlantedFault(fault: .generationUnchecked, protection: .expiry, finder: { formerOwnerWrites }, length: 6),
        PlantedFault(fault: .generationCheckedBefore, protection: .expiry, finder: { formerOwnerWrites }, length: 7),
        PlantedFault(fault: .generationKept, protection: .expiry, finder: { formerOwnerWrites }, length: 6),
        PlantedFault(fault: .generationKept, protection: .lock, finder: { secondWriter }, length: 7),
        PlantedFault(fault: .lockFreedByFreezing, protection: .lock, finder: { twoOwners }, length: 3),
    ]

    @Test(arguments: plantedFaults)
    func `A planted fault is found with a shortest path to it`(_ planted: PlantedFault) throws {
        let report = Self.graph(planted.protection, faults: [planted.fault]).check([], properties: [planted.finder()])
        let finding = try #require(report.findings.first, "\(report)")
        #expect(finding.path?.events.count == planted.length, "\(finding)")
    }

    @Test func `Every fault of the model is planted`() {
        #expect(Set(Self.plantedFaults.map(\.fault)) == Set(Ownership.Fault.allCases))
    }
}

extension Ownership.State {
    /// The processes that take the store for their own.
    var owners: [Ownership.ID] {
        processes.indices.filter { processes[$0].phase.hasStore }
    }
}
