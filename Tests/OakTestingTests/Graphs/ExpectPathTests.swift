import Oak
import OakGraph
import Testing

@testable import OakTesting

@Suite("A machine follows a path")
struct ExpectPathTests {
    private static let start = Courier.State.waiting(parcels: 0)

    private func failures(
        from state: Courier.State = Self.start, _ events: [PathEvent<Courier.Event>],
        thenForEver cycle: [PathEvent<Courier.Event>] = [], _ expectation: PathExpectation<Courier.State>
    ) -> [String] {
        Issues.of {
            expectPath(of: Courier.self, from: state, through: events, thenForEver: cycle, expectation)
        }.messages
    }

    @Test("A late answer is unexpected, and the report shows the run")
    func lateAnswerUnexpected() {
        let found = failures(
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
    func expectationMetNot() {
        #expect(failures([.event(.drive), .answer(.arrived, of: "ride")], .everyEventIsExpected).isEmpty)
        #expect(failures([.event(.goHome)], .someState("home") { $0 == .home }).isEmpty)
        #expect(failures([.event(.drive)], .lastEventIsHandled).isEmpty)
        let circle: [PathEvent<Courier.Event>] = [.event(.drive), .answer(.arrived, of: "ride")]
        #expect(
            failures(
                [], thenForEver: circle,
                .leadsTo("a ride ends", from: { $0 == .driving(parcels: 0) }, to: { $0 == Self.start })
            ).isEmpty)
    }

    @Test("Each requirement of an expectation can fail")
    func eachRequirementCan() {
        #expect(failures([.event(.parcel(named: ""))], .everyState("none") { $0 == Self.start }).count == 1)
        #expect(failures([.event(.drive)], .someState("home") { $0 == .home }).count == 1)
        #expect(failures([.event(.turnBack)], .lastEventIsHandled).count == 1)
        #expect(
            failures(
                [.event(.drive)], .leadsTo("end", from: { $0 == .driving(parcels: 0) }, to: { $0 == .home })
            ).count == 1)
        // The run ends with an error.
        #expect(failures([.event(.circle)], .everyState("anything") { _ in true }).count == 1)
    }

    /// The warning about a step that the machine does not take.
    private func warning(at step: Int) -> [String] {
        ["The machine does not take step \(step) of the path, so the path proves nothing."]
    }

    @Test("An expectation about a path that the machine does not take does not fail, but warns")
    func pathMachineDoes() {
        #expect(failures([.answer(.arrived, of: "ride")], .someState("home") { $0 == .home }) == warning(at: 1))
        #expect(failures([.event(.goHome), .event(.drive)], .lastEventIsHandled) == warning(at: 2))
    }

    @Test("An activity answers as long as its state lasts")
    func activityAnswersLong() {
        let wait = PathEvent<Courier.Event>.answer(.wait, of: "engine", isLast: false)
        #expect(failures([.event(.drive), wait, wait], .lastEventIsHandled).count == 1)
        #expect(failures([.event(.drive), wait, .event(.turnBack), wait], .lastEventIsHandled) == warning(at: 4))
    }

    /// Asks for a name, packs and uploads; the packing may fail.
    private enum Backup: EffectTransducer {
        enum State: Equatable { case idle, named, packed, kept, broken }
        enum Event: Sendable { case begin, name, packed, uploaded, broken, touch }
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .begin:
                return .sequence(
                    Effect(action: { _ async throws -> Event in .name }), Effect(id: "pack") { _, _ in },
                    Effect(id: "upload", { _ in }, success: .uploaded)
                ).catch { _ in .broken }
            case .name: state = .named
            case .packed: state = .packed
            case .uploaded: state = .kept
            case .broken: state = .broken
            case .touch: return .postpone
            }
            return nil
        }
    }

    @Test(
        "Actions and operations answer, return and fail as the path says",
        arguments: [
            (path: [.ended(of: "pack"), .answer(.uploaded, of: "upload")], end: .kept),
            (path: [.actionEvents(.name), .ended(of: "pack")], end: .named),
            (path: [.answer(.packed, of: "pack", hasReturned: false), .ended(of: "pack")], end: .packed),
            (path: [.failed()], end: .broken),
            (path: [.failed(of: "pack", with: CancellationError())], end: .broken),
            (path: [.ended(), .event(.touch), .answer(.packed, of: "pack"), .ended(of: "upload")], end: .packed),
        ] as [(path: [PathEvent<Backup.Event>], end: Backup.State)])
    private func everyMove(_ path: [PathEvent<Backup.Event>], _ end: Backup.State) {
        func failures(_ path: [PathEvent<Backup.Event>], _ expectation: PathExpectation<Backup.State>) -> [String] {
            Issues.of { expectPath(of: Backup.self, from: .idle, through: [.event(.begin)] + path, expectation) }
                .messages
        }
        #expect(failures(path, .everyState("another state") { $0 != end }).count == 1)
        #expect(failures(path, .someState("nothing") { _ in false }).count == 1)
        // An effect that has returned answers no more, and an incomplete path proves nothing.
        #expect(
            failures(path + [.answer(.packed, of: "pack")], .someState("nothing") { _ in false })
                == warning(at: path.count + 2))
    }

    @Test("Of operations with one identity, the latest comes first and the cancelled ones last")
    func placesOfOperations() {
        let arrived = { PathEvent<Courier.Event>.answer(.arrived, of: "ride", place: $0) }
        let rides: [PathEvent<Courier.Event>] = [.event(.drive), .event(.turnBack), .event(.drive)]
        #expect(failures(rides + [arrived(0)], .someState("home") { $0 == .home }).count == 1)
        // The first ride was replaced, so its answer is none.
        #expect(failures(rides + [arrived(2)], .someState("home") { $0 == .home }) == warning(at: 4))
    }

    /// Starts an operation, alone or as the first step of a sequence.
    private enum Relay: EffectTransducer {
        enum State: Equatable, NonTerminal { case idle, noted, arrived }
        enum Event: Equatable, Sendable { case ride, stop, rideOn, noted, arrived }

        static func update(_ state: inout State, event: Event) -> Effect? {
            let ride = Effect(id: "ride") { _, _ in }
            switch event {
            case .ride: return ride
            case .stop: return .cancelTask("ride")
            case .rideOn: return .sequence(ride, .event(.arrived))
            case .noted: state = .noted
            case .arrived: state = .arrived
            }
            return nil
        }
    }

    @Test("Of operations that can only return, one that something follows comes first")
    func placesOfReturns() {
        let path: [PathEvent<Relay.Event>] = [
            .event(.ride), .event(.stop), .event(.rideOn),
            .answer(.noted, of: "ride", isLast: true, hasReturned: false), .ended(of: "ride"),
        ]
        let found = Issues.of {
            expectPath(of: Relay.self, from: .idle, through: path, .someState("arrived") { $0 == .arrived })
        }
        #expect(found.messages.isEmpty)
    }
}
