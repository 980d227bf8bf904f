import OakGraph
import Orders
import Testing

@Suite("Orders in every state of a process that crashes")
struct CrashModelTests {
    typealias Property = TemporalProperty<CrashModel>

    static func graph(_ initial: [CrashModel.State], depth: Int? = nil) -> StateGraph<CrashModel> {
        StateGraph(
            of: CrashModel.self, from: initial, events: .generated(by: \.events),
            limits: .init(depth: depth, seconds: nil))
    }

    static var chargedTwice: Property {
        Property.never("An order is charged twice") { $0.services.charges > 1 }
    }

    static var unpaidParcel: Property {
        Property.never("A parcel is sent without a charge") { $0.services.hasParcel && $0.services.charges == 0 }
    }

    static var leftovers: Property {
        Property.never("A rejected order keeps a charge, a reservation or a parcel") { state in
            guard case .rejected = state.row.state else { return false }
            return state.services.charges > 0 || state.services.reservation == .reserved || state.services.hasParcel
        }
    }

    static var lostMessage: Property {
        Property.never("An acknowledged message is lost before the order ends") { state in
            !state.row.state.isTerminal
                && state.acknowledged.contains { !state.inbox.contains($0) && !state.journal.contains($0) }
        }
    }

    static var repeatedMessage: Property {
        Property.never("A message is processed twice") { $0.journal.count > Set($0.journal).count }
    }

    static var unknownActivity: Property {
        Property.never("The model does not know an activity of the machine") { state in
            !state.row.state.isTerminal && Order.activities(in: state.row.state).count != state.row.work.count
        }
    }

    static var ends: Property {
        Property.leadsTo(
            "An order ends", from: { _ in true }, to: \.row.state.isTerminal,
            under: .strong { event in
                switch event {
                case .processCrashes, .send, .strayArrives, .strayIsLost: false
                case .serviceAnswers(.charge, _): false
                case _: true
                }
            })
    }

    static var safety: [Property] {
        [chargedTwice, unpaidParcel, leftovers, lostMessage, repeatedMessage, unknownActivity]
    }

    static var repeatedRequest: Property {
        Property.sometimes("The same request is on its way from a process and from one that has crashed") { state in
            state.process?.calls.contains { work, call in
                guard case .asked = call else { return false }
                return state.strays.contains { $0.work == work }
            } ?? false
        }
    }

    static var shipment: Property {
        Property.sometimes("An order is shipped after a charge with the last attempt") { state in
            if case .shipped = state.row.state { state.row.number >= 8 } else { false }
        }
    }

    static let graph = graph([.init(.knowsOrders)])

    @Test("Wherever processes crash, an order can end, and money, articles and messages are where they belong")
    func safety() {
        let report = Self.graph.check([.termination], properties: Self.safety + [Self.repeatedRequest, Self.shipment])
        #expect(report.verdict == .holds, "\(report)")
    }

    @Test("An order ends although processes crash again and again and the bank never answers a charge")
    func everyOrderEnds() {
        let report = Self.graph.check([], properties: [Self.ends])
        #expect(report.verdict == .holds, "\(report)")
    }

    @Test("A bank that knows only keys charges an order once if it can always be reached")
    func keysAlone() {
        let report = Self.graph([.init(.knowsKeys)]).check([.termination], properties: Self.safety)
        #expect(report.verdict == .holds, "\(report)")
    }

    struct PlantedFault: CustomTestStringConvertible {
        let fault: CrashModel.Fault
        var bank = CrashModel.Bank.knowsOrders
        let finder: @Sendable () -> Property
        /// The number of events in the shortest way to it.
        let length: Int

        var testDescription: String { "\(fault)" }
    }

    static let plantedFaults = [
        PlantedFault(fault: .keyOfProcess, bank: .knowsKeys, finder: { chargedTwice }, length: 12),
        PlantedFault(fault: .keyOfAttempt, bank: .knowsKeys, finder: { chargedTwice }, length: 15),
        PlantedFault(fault: .activityBeginsBeforeCommit, finder: { unpaidParcel }, length: 15),
        PlantedFault(fault: .activityBeginsBeforeCommit, finder: { leftovers }, length: 9),
        PlantedFault(fault: .acknowledgedBeforeCommit, finder: { lostMessage }, length: 2),
        PlantedFault(fault: .repetitionNotRecognised, finder: { repeatedMessage }, length: 9),
        PlantedFault(fault: .activitiesForgotten, finder: { ends }, length: 7),
        PlantedFault(fault: .timeoutsForgotten, finder: { ends }, length: 1),
        PlantedFault(fault: .refusalForgotten, finder: { leftovers }, length: 11),
    ]

    @Test("A planted fault is found with a shortest path to it", arguments: plantedFaults)
    func fault(_ planted: PlantedFault) throws {
        let graph = Self.graph([.init(planted.bank, planted.fault)], depth: planted.length + 1)
        let report = graph.check([], properties: [planted.finder()])
        let finding = try #require(report.findings.first, "\(report)")
        #expect(finding.path?.steps.count == planted.length, "\(finding)")
    }

    @Test("Every fault of the model is planted")
    func everyFault() { #expect(Set(Self.plantedFaults.map(\.fault)) == Set(CrashModel.Fault.allCases)) }
}
