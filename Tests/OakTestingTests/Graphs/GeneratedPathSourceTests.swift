import Foundation
import Oak
import OakGraph
import Testing

@testable import OakTesting

/// The tests generated from counterexamples are pasted into a file of this target, so that a compiler sees them, and
/// run.
///
/// To accept a change, run this suite with the environment variable `OAK_RECORD_GENERATED_TESTS` set.
@Suite("Tests generated from counterexamples compile and fail")
struct GeneratedPathSourceTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("GeneratedPathTests.swift")

    private static var fewParcels: TemporalProperty<Courier> {
        .always("Two parcels fit") { state in
            switch state {
            case .waiting(let parcels), .driving(let parcels): parcels < 3
            case .lost, .home: true
            }
        }
    }

    private static var graph: StateGraph<Courier> {
        let events: Alphabet<Courier> = [
            .parcel(named: "a\"b"), .drive, .turnBack, .broken(at: Date(timeIntervalSinceReferenceDate: 1)), .circle,
            .goHome,
        ]
        return StateGraph(
            of: Courier.self, from: [.waiting(parcels: 0)], events: events.answers(of: "ride", .arrived),
            limits: GraphLimits(seconds: nil, actionEvents: 1000))
    }

    private static var report: GraphReport<Courier> {
        graph.check(
            .all,
            properties: [
                fewParcels, .eventually("The courier comes home", under: .none) { $0 == .home },
                .leadsTo("A ride ends", from: { $0 == .driving(parcels: 1) }, to: { $0 == .home }, under: .progress),
            ])
    }

    private static func finding(_ subject: GraphFinding<Courier>.Subject) throws -> GraphFinding<Courier> {
        try #require(report.findings.first { $0.subject == subject }, "\(report)")
    }

    private static func everything() throws -> String {
        let leadsTo = try #require(finding(.property("A ride ends")).counterexample)
        let tests = [
            try finding(.check(.unexpectedEvents)).testSource(),
            try finding(.check(.endlessActions)).testSource(),
            try finding(.check(.deadEnds)).testSource(),
            try finding(.check(.outlivingOperations)).testSource(),
            try finding(.property("Two parcels fit")).testSource(condition: "{ $0 != .waiting(parcels: 3) }"),
            try finding(.property("The courier comes home")).testSource(condition: "{ $0 == .home }"),
            leadsTo.testSource(
                named: "A ride ends",
                expecting: """
                    .leadsTo(
                                "A ride ends", from: { $0 == .driving(parcels: 1) },
                                to: { $0 == .home })
                    """),
        ]
        return """
            // Written by GeneratedPathSourceTests, which compares it with what is generated now.
            // swift-format-ignore-file

            import Foundation
            import Oak
            import OakTesting
            import Testing

            /// Not tests by themselves, because they fail.
            struct GeneratedPathTests {
            \(tests.compactMap { $0.map(indented) }.joined(separator: "\n\n"))
            }

            """
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("@Test") }.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    }

    @Test("The generated tests equal the compiled ones")
    func generatedTestsThose() throws { try expectStored(try Self.everything(), in: Self.file) }

    @Test("A generated test fails as long as the fault exists")
    func generatedTestFails() async {
        let tests = GeneratedPathTests()
        let failures: [(name: String, messages: [String])] = [
            ("an unexpected event", Issues.of { tests.noEventIsUnexpected() }.messages),
            ("endless action events", Issues.of { tests.everyChainOfActionEventsEnds() }.messages),
            ("a dead end", Issues.of { tests.everyStateThatIsNotTerminalCanBeLeftOrChanged() }.messages),
            (
                "a useless answer",
                Issues.of { tests.noEffectIsLiveInAStateThatHandlesNoneOfItsAnswers() }.messages
            ),
            ("a forbidden state", Issues.of { tests.twoParcelsFit() }.messages),
            ("a state that never comes", Issues.of { tests.theCourierComesHome() }.messages),
            ("a lasso", Issues.of { tests.aRideEnds() }.messages),
        ]
        for failure in failures { #expect(failure.messages.count == 1, "\(failure.name)") }
    }

    @Test("A fault that no event triggers has no test")
    func faultNoEvents() throws {
        let graph = StateGraph(of: Courier.self, from: [.lost], events: [.wait])
        let finding = try #require(graph.check([.unhandledEvents]).findings.first)
        #expect(finding.testSource() == nil)
    }

    @Test("An unknown condition becomes a placeholder")
    func conditionNotGiven() throws {
        let source = try #require(Self.finding(.property("Two parcels fit")).testSource())
        #expect(source.contains(".everyState(\"Two parcels fit\") { state in <#whether state is allowed#> }"))
    }
}
