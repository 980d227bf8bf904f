import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C27 Activities", .interleaved)
struct ActivityTests {
    @Test("An activity listed before and after a macrostep continues unchanged, whatever its new value")
    func untouched() async throws {
        let second = Recorder<String>()
        let log = try await Session<ActivityScript>.play(from: .init()) { session in
            let gate = Gate<Void>()
            try await session.send(
                .names(
                    ActivityScript.Effect(id: "x") { _, input in
                        try await gate.wait()
                        try input.send(.told("the first"))
                    }))
            try await session.send(.names(ActivityScript.Effect(id: "x") { _, _ in second.record("begun") }))
            try await session.send(.told("again"))
            gate.open()
            await idle()
        }
        #expect(log.activities == ["x began", "x returned"], "\(log.entries)")
        #expect(log.entries.contains("told the first"))
        #expect(second.values == [], "the new value was carried out")
    }

    @Test(
        "An activity that the state no longer lists is cancelled within the macrostep, and its late events are dropped")
    func gone() async throws {
        let log = try await Session<ActivityScript>.play(from: .init()) { session in
            let gate = Gate<Void>()
            let deaf = ActivityScript.Effect(id: "x") { _, input in
                await gate.waitIgnoringCancellation()
                try input.send(.told("late"))
            }
            try await session.send(.names(deaf), .names(), .told("after"))
            gate.open()
            await idle()
            try await session.send(.told("last"))
        }
        #expect(Array(log.entries.prefix(5)) == ["told names", "x began", "told names", "x stateLeft", "told after"])
        #expect(!log.entries.contains("told late"))
    }

    @Test("Events of an activity that the state no longer lists are skipped")
    func queued() async throws {
        let log = try await Session<ActivityScript>.play(from: .init()) { session in
            let gate = Gate<Void>()
            let quick = ActivityScript.Effect(id: "x") { _, input in
                try await gate.wait()
                try input.send(.told("late"))
            }
            try await session.send(.names(quick))
            // Both are in the mailbox before either is taken.
            try session.proxy.send(
                .carryOut(
                    ActivityScript.Effect(action: { _ async throws -> [ActivityScript.Event] in
                        gate.open()
                        for _ in 0..<5 { await Task.yield() }
                        return [.names()]
                    })))
            await idle()
        }
        #expect(log.count("x stateLeft") == 1 && !log.entries.contains("told late"))
    }

    @Test("Leaving a state and returning begins a new activity, but not within one macrostep")
    func thereAndBack() async throws {
        let apart = try await Session<ActivityScript>.play(from: .init()) { session in
            try await session.send(.names(ActivityScript.lasting("x")), .names(), .names(ActivityScript.lasting("x")))
        }
        #expect(apart.activities == ["x began", "x stateLeft", "x began", "x machineEnded"], "\(apart.entries)")
        let within = try await Session<ActivityScript>.play(from: .init()) { session in
            try await session.send(.names(ActivityScript.lasting("x")))
            var leave = ActivityScript.Event.names()
            leave.effects = [.events([.told("between"), .names(ActivityScript.lasting("x"))])]
            try await session.send(leave)
        }
        #expect(within.activities == ["x began", "x machineEnded"], "\(within.entries)")
        // An activity that only an intermediate state names does not begin.
        let passing = try await Session<ActivityScript>.play(from: .init()) { session in
            var pass = ActivityScript.Event.names(ActivityScript.lasting("x"))
            pass.effects = [.event(.names())]
            try await session.send(pass)
        }
        #expect(passing.activities == [], "\(passing.entries)")
    }

    @Test("An activity that has returned begins again only after the state has omitted it")
    func returned() async throws {
        let short = ActivityScript.Effect(id: "x") { _, _ in }
        let log = try await Session<ActivityScript>.play(from: .init()) { session in
            try await session.send(
                .names(short), .names(short), .told("stays"), .names(short, ActivityScript.lasting("y")))
            session.log.note("--")
            try await session.send(.names(), .names(short))
        }
        #expect(
            log.activities == [
                "x began", "x returned", "y began", "--", "y stateLeft", "x began", "x returned",
            ], "\(log.entries)")
    }

    @Test("An error of an activity becomes the event of its handler, and otherwise ends the run")
    func failed() async throws {
        let failing = ActivityScript.Effect(id: "x") { _, _ in throw Failure(name: "broken") }
        let handled = try await Session<ActivityScript>.play(from: .init()) { session in
            let caught = failing.catch { ActivityScript.Event.told("\(($0 as? Failure)?.name ?? "?")") }
            try await session.send(.names(caught), .names(caught))
        }
        #expect(handled.count("x began") == 1 && handled.count("told broken") == 1, "\(handled.entries)")
        let outcome = await result {
            try await ActivityScript.run(
                initialState: .init(activities: [ActivityScript.lasting("y"), failing]), proxy: .init())
        }
        guard case .failure(let error) = outcome else { return expectThat(false, "the run goes on") }
        #expect(error as? Failure == Failure(name: "broken"))
    }

    @Test("An activity with a different value in its identity is a different activity")
    func identity() async throws {
        struct Search: Hashable, CustomStringConvertible {
            let text: String
            var description: String { "search for \(text)" }
        }
        let log = try await Session<ActivityScript>.play(from: .init()) { session in
            for text in ["a", "a", "ab"] { try await session.send(.names(ActivityScript.lasting(Search(text: text)))) }
        }
        #expect(
            log.activities == [
                "search for a began", "search for a stateLeft", "search for ab began", "search for ab machineEnded",
            ], "\(log.entries)")
    }

    @Test("The identities of activities are separate from those of other effects")
    func names() async throws {
        let log = try await Session<ActivityScript>.play(from: .init(activities: [ActivityScript.lasting("x")])) {
            session in
            try await session.send(.carryOut(ActivityScript.lasting("x")), .carryOut(ActivityScript.lasting("x")))
            try await session.send(.carryOut(.cancelTask("x")), .carryOut(.cancelTask("x")))
            try await session.send(.carryOut(.sequence(.cancelTask("x"), ActivityScript.lasting("z"))))
            session.log.note("--")
            try await session.send(.carryOut(ActivityScript.lasting("x")), .names())
        }
        #expect(
            log.entries.filter { !$0.hasPrefix("told") && !$0.contains("sequence") && !$0.contains("z") } == [
                "x began", "(x) began", "(x) replaced", "(x) began", "(x) cancelTask", "--", "(x) began",
                "x stateLeft",
                "(x) machineEnded",
            ])
    }
}
