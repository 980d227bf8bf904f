import Oak
import OakGraph
import Testing

@testable import OakTesting

@Suite("A running machine follows a path")
struct ExpectPathTests {
    private static let start = Courier.State.waiting(parcels: 0)

    private func failures(
        from state: Courier.State = Self.start, _ events: [PathEvent<Courier.Event>],
        thenForEver cycle: [PathEvent<Courier.Event>] = [], _ expectation: PathExpectation<Courier.State>
    ) async -> [String] {
        await Issues.of {
            await expectPath(of: Courier.self, from: state, through: events, thenForEver: cycle, expectation)
        }.messages
    }

    @Test("A late answer is unexpected, and the report shows the run")
    func lateAnswerUnexpected() async {
        let found = await failures(
            [.event(.drive), .event(.turnBack), .answer(.arrived, of: "ride")], .everyEventIsExpected)
        #expect(
            found == [
                """
                "Every event is expected" does not hold: .arrived is unexpected in .waiting(parcels: 0).

                .waiting(parcels: 0)
                  .drive
                    .driving(parcels: 0)
                    started .operation(id: "ride")
                    started .activity(.operation(id: "engine"))
                  .turnBack
                    .waiting(parcels: 0)
                    cancelled .activity(.operation(id: "engine"))
                  .arrived
                    unexpected
                """
            ])
    }

    @Test("A met expectation is not reported")
    func expectationMetNot() async {
        #expect(await failures([.event(.drive), .answer(.arrived, of: "ride")], .everyEventIsExpected).isEmpty)
        #expect(await failures([.event(.goHome)], .someState("home") { $0 == .home }).isEmpty)
        #expect(await failures([.event(.drive)], .lastEventIsHandled).isEmpty)
        let circle: [PathEvent<Courier.Event>] = [.event(.drive), .answer(.arrived, of: "ride")]
        #expect(
            await failures(
                [], thenForEver: circle,
                .leadsTo("a ride ends", from: { $0 == .driving(parcels: 0) }, to: { $0 == Self.start })
            ).isEmpty)
    }

    @Test("Each requirement of an expectation can fail")
    func eachRequirementCan() async {
        #expect(await failures([.event(.parcel(named: ""))], .everyState("none") { $0 == Self.start }).count == 1)
        #expect(await failures([.event(.drive)], .someState("home") { $0 == .home }).count == 1)
        #expect(await failures([.event(.turnBack)], .lastEventIsHandled).count == 1)
        #expect(
            await failures(
                [.event(.drive)], .leadsTo("end", from: { $0 == .driving(parcels: 0) }, to: { $0 == .home })
            ).count == 1)
        // The run ends with an error.
        #expect(await failures([.event(.circle)], .everyState("anything") { _ in true }).count == 1)
    }

    @Test("An expectation about a path that the machine does not take does not fail")
    func pathMachineDoes() async {
        #expect(await failures([.answer(.arrived, of: "ride")], .someState("home") { $0 == .home }).isEmpty)
        #expect(await failures([.event(.goHome), .event(.drive)], .lastEventIsHandled).isEmpty)
    }

    @Test("An activity answers as long as its state lasts")
    func activityAnswersLong() async {
        let wait = PathEvent<Courier.Event>.answer(.wait, of: "engine", isLast: false)
        #expect(await failures([.event(.drive), wait, wait], .lastEventIsHandled).count == 1)
        #expect(await failures([.event(.drive), wait, .event(.turnBack), wait], .lastEventIsHandled).isEmpty)
    }
}
