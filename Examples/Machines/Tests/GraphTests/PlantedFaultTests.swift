import Oak
import OakGraph
import Testing

/// The checks and properties of the examples find the faults that they are there for, and nothing else.
@Suite(.timeLimit(.minutes(5)))
struct PlantedFaultTests {
    static let faults = counterFaults + timerFaults + callFaults + compositeFaults + pipeFaults

    @Test(arguments: faults)
    func `A planted fault is found with a shortest path to it`(_ fault: PlantedFault) {
        let discovery = fault.discovery()
        #expect(discovery.verdict == .fails, "\(discovery)")
        guard let length = discovery.lengths[fault.finder] else {
            Issue.record("'\(fault.finder)' does not find it.\n\(discovery)")
            return
        }
        #expect(length == fault.length, "\(discovery)")
    }

    static let unchanged: [@Sendable () -> Discovery] = [
        { Discovery(effectCounter().report(on: Fault(), findingTraps: false)) },
        { Discovery(effectCounter().report(on: Fault(), findingTraps: true)) },
        { Discovery(timers().report(on: Fault(), findingTraps: false)) },
        { Discovery(timerBoard().report(on: Fault(), findingTraps: false)) },
        { Discovery(serviceCall().report(on: unchangedCall, findingTraps: false)) },
        { Discovery(loadingList().report(on: Fault(), findingTraps: false)) },
        { Discovery(checkout().report(on: Fault(), findingTraps: false)) },
        { Discovery(login().report(on: Fault(), findingTraps: false)) },
        { discovery(in: Ringing.self) },
    ]

    @Test(arguments: unchanged.indices)
    func `The checks hold for the machine without the fault`(_ index: Int) {
        let discovery = Self.unchanged[index]()
        #expect(discovery.verdict == .holds, "\(discovery)")
    }
}
