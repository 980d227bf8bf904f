// Written by GeneratedPathSourceTests, which compares it with what is generated now.
// swift-format-ignore-file

import Foundation
import Oak
import OakTesting
import Testing

/// Not tests by themselves, because they fail.
struct GeneratedPathTests {
    func noEventIsUnexpected() {
        expectPath(
            of: Courier.self, from: .waiting(parcels: 0),
            through: [
                .event(.drive),  // → .driving(parcels: 0)
                .event(.turnBack),  // → .waiting(parcels: 0)
                .result(.arrived, of: "ride"),  // unexpected in .waiting(parcels: 0)
            ],
            .everyEventIsExpected)
    }

    func everyChainOfActionEventsEnds() {
        expectPath(
            of: Courier.self, from: .waiting(parcels: 0),
            through: [
                .event(.circle),  // endless in .waiting(parcels: 0)
            ],
            .everyEventIsExpected)
    }

    func everyStateThatIsNotTerminalCanBeLeftOrChanged() {
        expectPath(
            of: Courier.self, from: .waiting(parcels: 0),
            through: [
                .event(.drive),  // → .driving(parcels: 0)
                .event(.broken(at: Date(timeIntervalSinceReferenceDate: 1.0))),  // → .lost
            ],
            .everyState("Every state that is not terminal can be left or changed") { state in state != .lost })
    }

    func noEffectIsLiveInAStateThatHandlesNoneOfItsAnswers() {
        expectPath(
            of: Courier.self, from: .waiting(parcels: 0),
            through: [
                .event(.drive),  // → .driving(parcels: 0)
                .event(.turnBack),  // → .waiting(parcels: 0)
                .result(.arrived, of: "ride"),  // unexpected in .waiting(parcels: 0)
            ],
            .lastEventIsHandled)
    }

    func twoParcelsFit() {
        expectPath(
            of: Courier.self, from: .waiting(parcels: 0),
            through: [
                .event(.parcel(named: "a\"b")),  // → .waiting(parcels: 1)
                .event(.parcel(named: "a\"b")),  // → .waiting(parcels: 2)
                .event(.parcel(named: "a\"b")),  // → .waiting(parcels: 3)
            ],
            .everyState("Two parcels fit") { $0 != .waiting(parcels: 3) })
    }

    func theCourierComesHome() {
        expectPath(
            of: Courier.self, from: .waiting(parcels: 0),
            through: [],
            .someState("The courier comes home") { $0 == .home })
    }

    func aRideEnds() {
        expectPath(
            of: Courier.self, from: .waiting(parcels: 0),
            through: [
                .event(.parcel(named: "a\"b")),  // → .waiting(parcels: 1)
                .event(.drive),  // → .driving(parcels: 1)
                .event(.broken(at: Date(timeIntervalSinceReferenceDate: 1.0))),  // → .lost
            ],
            .leadsTo(
                "A ride ends", from: { $0 == .driving(parcels: 1) },
                to: { $0 == .home }))
    }
}
