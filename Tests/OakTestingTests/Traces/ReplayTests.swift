import Foundation
import Oak
import Testing

@testable import OakTesting

@Suite("Replaying a trace")
struct ReplayTests {
    typealias LoaderTrace = Trace<Loader.State, Loader.Event, String>

    @Test("C24 A machine replays its recorded events without a divergence")
    func same() async throws {
        #expect(try await TraceRecorderTests.loaderTrace().replay(on: Loader.self) == nil)
        #expect(try await TraceRecorderTests.barrierTrace().replay(on: Barrier.self) == nil)
    }

    @Test("A missing or repeated entry that follows from a transition is a divergence")
    func everythingCounts() async throws {
        let trace = try await TraceRecorderTests.loaderTrace()
        for (index, entry) in trace.entries.enumerated() {
            switch entry {
            case .effect(_, .ended), .effect(_, .cancelled), .effect(_, .overdue), .sendRejected, .runEnded: continue
            // The end of the machine cancels the sequence: whether this part had begun cannot be known.
            case .effect(TracedEffect(kind: .action), .started): continue
            case .runStarted, .eventTaken, .transition, .eventPostponed, .eventUnexpected, .output,
                .effect(_, .started), .runFailed:
                break
            }
            var (less, more) = (trace, trace)
            less.entries.remove(at: index)
            #expect(less.replay(on: Loader.self) != nil, "without \(index): \(entry)")
            if index == 0 { continue }
            more.entries.insert(entry, at: index)
            switch entry {
            // The function of the action may answer with any number of events.
            case .eventTaken, .transition: continue
            case .runStarted, .eventPostponed, .eventUnexpected, .output, .effect, .sendRejected, .runEnded, .runFailed:
                #expect(more.replay(on: Loader.self) != nil, "twice \(index): \(entry)")
            }
        }
    }

    @Test(
        "The first difference is reported with its step, the recorded value and the present one",
        arguments: [
            (Divergence.Subject.state, 4, ".loading(attempt: 3)", ".loading(attempt: 2)"),
            (.output, 1, #"− "Loading""#, #"+ "loading""#),
            (.effect, 1, #"− .operation(id: "fetch")"#, #"+ .operation(id: "load")"#),
            (.actionEvent, 2, "− .stop follows", "+ .log follows"),
            (.end, 7, #"− "unchecked""#, #"+ "checked""#),
        ] as [(Divergence.Subject, Int, String, String)])
    func difference(subject: Divergence.Subject, step: Int, recorded: String, now: String) async throws {
        var trace = try await TraceRecorderTests.loaderTrace()
        let load = TracedEffect(kind: .operation, id: #""load""#, number: 1)
        switch subject {
        case .state: trace.replace(.transition(to: .loading(attempt: 2)), by: .transition(to: .loading(attempt: 3)))
        case .output: trace.replace(.output("loading"), by: .output("Loading"))
        case .effect:
            trace.replace(
                .effect(load, .started),
                by: .effect(TracedEffect(kind: .operation, id: #""fetch""#, number: 1), .started))
        case .actionEvent: trace.replace(.eventTaken(.log, from: .action), by: .eventTaken(.stop, from: .action))
        case .end: trace.replace(.runEnded("checked"), by: .runEnded("unchecked"))
        }
        let divergence = try #require(trace.replay(on: Loader.self))
        #expect(divergence.subject == subject)
        #expect(divergence.step == step)
        #expect(divergence.difference.contains(recorded), "\(divergence)")
        #expect(divergence.difference.contains(now), "\(divergence)")
        #expect(divergence.eventsBefore == Array(Self.loaderEvents.prefix(step - 1)))
    }

    private static let loaderEvents = [".load", ".failed", ".log", ".retry", ".loaded(7)", ".log", ".checked"]

    /// A machine that has a combination under way, in which each change drops one effect or identity.
    private enum Poll<Change>: EffectTransducer {
        typealias State = Int
        typealias Event = PollEvent
        static func update(_ state: inout Int, event: Event) -> Effect? {
            state += 1
            func work(_ id: String?) -> Effect {
                id.map { Effect(id: $0) { _, _ in } } ?? Effect { _, _ in }
            }
            switch event {
            case .begin:
                let retry = Change.self == Pause.self ? [work("b")] : [work(nil), work("b")]
                return .combine([work(Change.self == Name.self ? nil : "a"), .sequence(retry)])
            case .stop: return Change.self == Cancellation.self ? nil : .cancelTask("a")
            }
        }
    }
    private enum PollEvent: Sendable { case begin, stop }
    private enum Pause {}
    private enum Name {}
    private enum Cancellation {}

    @Test("An effect that is missing while a combination is live is a divergence")
    func missingWhileLive() {
        func started(_ kind: EffectKind, _ id: String?, _ number: Int) -> Trace<Int, PollEvent, NoOutput>.Entry {
            .effect(TracedEffect(kind: kind, id: id.map { "\"\($0)\"" }, number: number), .started)
        }
        func divergence<Change>(of machine: Poll<Change>.Type) -> Int? {
            let trace = Trace<Int, PollEvent, NoOutput>(
                transducer: "Poll",
                entries: [
                    .runStarted(0), .eventTaken(.begin, from: .external), .transition(to: 1),
                    started(.combination, nil, 1), started(.operation, "a", 2), started(.sequence, nil, 3),
                    started(.operation, nil, 4), .eventTaken(.stop, from: .external), .transition(to: 2),
                    started(.cancelTask, "a", 0), .effect(TracedEffect(kind: .sequence, number: 3), .ended(error: nil)),
                ])
            return trace.replay(on: machine)?.step
        }
        #expect(divergence(of: Poll<Void>.self) == nil)
        #expect(divergence(of: Poll<Pause>.self) == 1)
        #expect(divergence(of: Poll<Name>.self) == 1)
        #expect(divergence(of: Poll<Cancellation>.self) == 2)
    }

    @Test("The description of a divergence is a readable report")
    func report() async throws {
        var trace = try await TraceRecorderTests.barrierTrace()
        trace.replace(.transition(to: .unlocked), by: .transition(to: .locked))
        #expect(
            trace.replay(on: Barrier.self)?.description == """
                Barrier does not do what was recorded at event 1, .coin(1). The state differs:

                − Barrier.State.locked
                + Barrier.State.unlocked

                (Expected: −, Actual: +)
                """)
        let long = Trace<Barrier.State, Barrier.Event, NoOutput>(
            transducer: "Barrier",
            entries: [.runStarted(.locked)]
                + (1...13).flatMap {
                    [.eventTaken(.push, from: .external), .transition(to: $0 < 13 ? .locked : .unlocked)]
                }
        )
        #expect(
            long.replay(on: Barrier.self)?.description.hasSuffix(
                "(2 more)\n  3 .push" + (4...12).map { "\n  \($0) .push" }.joined()) == true)
    }

    @Test("A stored trace is replayed by one line, and a difference is an issue at that line")
    func stored() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        var trace = try await TraceRecorderTests.loaderTrace()
        try trace.write(to: file)
        expectReplay(of: Loader.self, from: file)
        // Seen from the directory of this file.
        let up = String(repeating: "../", count: "\(#filePath)".split(separator: "/").count - 1)
        expectReplay(of: Loader.self, from: up + file.dropFirst())

        trace.replace(.output("again"), by: .output("once more"))
        try trace.write(to: file)
        let issues = Issues.of {
            expectReplay(of: Loader.self, from: file, line: 5)
            expectReplay(of: Barrier.self, from: file, line: 6)
        }
        #expect(issues.lines == [5, 6])
        #expect(issues.message(0).contains("at event 4, .retry. The output differs"))
        #expect(issues.message(1).contains("The trace is one of Loader, not of Barrier"))
    }
}

extension Trace where State: Equatable, Event: Equatable, Output: Equatable {
    /// Puts an entry in the place of another, the first time that one appears.
    fileprivate mutating func replace(_ entry: Entry, by other: Entry) {
        if let index = entries.firstIndex(of: entry) { entries[index] = other }
    }
}
