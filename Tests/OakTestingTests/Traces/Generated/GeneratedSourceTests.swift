import Foundation
import Oak
import OakGraph
import Testing

@testable import OakTesting

/// What the library offers to be pasted is pasted into a file of this target, so that a compiler has looked at it.
///
/// To accept a change, run this suite with the environment variable `OAK_RECORD_GENERATED_TESTS` set.
@Suite("Generated tests compile")
struct GeneratedSourceTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("GeneratedTests.swift")

    @Test("The generated source equals the compiled source")
    func compiled() async throws {
        try expectStored(try await Self.everything(), in: Self.file)
    }

    @Test("The source of an effect's description creates an equal effect")
    func effects() {
        let expected = Self.effects
        #expect(GeneratedValues.effects.count == expected.count)
        for (pasted, effect) in zip(GeneratedValues.effects, expected) { #expect(pasted == effect) }
    }

    @Test("The source of an event's text creates an equal event")
    func events() {
        let expected = Self.events
        #expect(GeneratedValues.events.count == expected.count)
        for (pasted, event) in zip(GeneratedValues.events, expected) { #expect(areAlike(pasted, event)) }
    }

    // MARK: - What is generated

    private static func everything() async throws -> String {
        return """
            // Written by GeneratedSourceTests, which compares it with what is generated now.
            // swift-format-ignore-file

            import Foundation
            import Oak
            import OakTesting
            import Testing

            @Suite("Tests made of recorded runs")
            struct GeneratedTests {
            \(try await recordedRuns().map(indented).joined(separator: "\n\n"))
            }

            enum GeneratedValues {
                static var effects: [EffectDescription<Workshop.Event>] {
                    [
            \(effects.map { "            \($0),\n" }.joined())        ]
                }

                static var events: [Workshop.Event] {
                    [
            \(events.map { "            \(swiftSource(of: $0)),\n" }.joined())        ]
                }
            }

            """
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    }

    private static func recordedRuns() async throws -> [String] {
        let recorder = TraceRecorder(of: Workshop.self)
        let lift = TraceRecorder(of: Lift.self)
        let proxy = Workshop.Proxy(bufferSize: 40)
        try proxy.send(contentsOf: events + [.`init`])
        _ = try await Workshop.run(initialState: .idle, proxy: proxy, observer: recorder)
        async let ride: Void = Lift.run(
            initialState: .init(), proxy: Lift.Proxy(initialEvent: .called), observer: Cancelling(lift))
        _ = try? await ride
        return [
            recorder.trace.testSource(of: Workshop.self, named: "All kinds of \"values\", with effects"),
            lift.trace.testSource(of: Lift.self, named: "default"),
            try await TraceRecorderTests.loaderTrace().testSource(of: Loader.self, named: "2 attempts"),
        ]
    }

    private static var events: [Workshop.Event] {
        [
            .detailed(.init()), .ordered(.init(number: 1)), .later(.ordered(.init(number: 2))), .started(job: "a"),
            .job("a", .begin), .job("a", .stop),
            .machine(.begin), .maybe(nil), .maybe(.some(nil)), .maybe(3), .nothing(()), .finished(.success(-1)),
            .finished(.failure(.missing(part: "\u{1F333}\0"))), .failed(Workshop.Problem.broken),
            .moved(x: -.infinity, y: 1e20),
            .priced(
                Decimal(string: "-0.1") ?? .nan, URL(string: "a?b", relativeTo: URL(string: "https://oak.example/c/d"))),
            .ranged(3..., ..<(.seconds(1)), ...(-0.5)), .ranged((-3)..., ..<(.zero), ...(.infinity)),
            .paired(.success((1, name: "a"))), .paired(.failure(.missing(part: "b"))),
            .chosen(.none, .some(.none), .some(.some(.none))), .chosen(.some(1), .some(.some(2)), .some(nil)),
            .chosen(.none, nil, nil), .chosen(.none, nil, .some(nil)),
            .choices([.some(.none), nil], ["a": .some(.some(.none)), "b": .some(nil)], .some(.some(nil))), .`init`,
        ]
    }

    private static var effects: [EffectDescription<Workshop.Event>] {
        let price = Decimal(string: "1.25") ?? .nan
        let room = Workshop.child("room", Workshop.self, event: { $0 }, env: { $0 }, failure: .endsTheRun)
        return [
            .operation(id: Workshop.machine.id(Job.Work.process)),
            .operation(id: Workshop.jobs["a"].id("process")),
            .isolatedOperation(id: EffectID(Job.Work.default, in: room.name, Workshop.jobs["b"].name)),
            .operation(id: EffectID(1, in: .first)),
            .operation(id: EffectID(UInt8(1), in: .second)),
            .operation(id: Workshop.OrderID(number: 3)), .operation(id: [Job.Work.process]),
            .operation(id: Set([1])), .operation(id: Optional("a")), .operation(id: 1 as Float),
            .operation(id: AnyHashableName(base: Workshop.Problem.broken)), .operation(id: EffectID("e")),
            .operation(id: Duration.seconds(1)), .operation(id: [Duration.seconds(1)]), .operation(id: Double.infinity),
            .operation(id: EffectID(-Double.infinity, in: .first)),
            .operation(id: -3 ... -1), .operation(id: 1..<2 as Range<UInt8>), .operation(id: price),
            .operation(id: Workshop.default.class.a), .operation(id: [Workshop.default.class.`two words`]),
            .operation(id: [Workshop.default.`in two words`()]), .operation(id: Workshop.default.`in two words`()),
            .operation(id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)), after: .nanoseconds(1)),
            .operation(after: .seconds(1.9)), .isolatedOperation(after: .milliseconds(20)),
            .departure(of: Workshop.machine), .departure(of: room.name, Workshop.jobs["b"].name), .rejection,
            .cancelTask(Workshop.jobs["a"].id("process")), .action, .isolatedAction,
            .event(.later(.nothing(()))), .events([]), .events([.maybe(1), .job("a", .begin)]),
            .list([.sequence(id: "s", [.action]), .combination(id: 2, [])]), .sequence([]), .combination([.operation]),
        ]
    }
}

/// A name that holds another one.
struct AnyHashableName: Hashable, Sendable { let base: Workshop.Problem }

/// Lets another observer observe, and the run end with the first transition.
private struct Cancelling: TransducerObserver, Sendable {
    private let recorder: TraceRecorder<Lift, NoOutput>

    init(_ recorder: TraceRecorder<Lift, NoOutput>) { self.recorder = recorder }

    func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        recorder.observe(occurrence)
        if case .transition = occurrence { withUnsafeCurrentTask { $0?.cancel() } }
    }
}
