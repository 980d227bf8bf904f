import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C27 Activities", .timeLimit(.minutes(20)))
struct ActivityTests {
    @Test("Named before and after, an activity goes on untouched, whatever its new value holds")
    func untouched() async throws {
        try await interleave(seed: 1) {
            let second = Recorder<String>()
            let log = try await Session<Busy>.play(from: .init()) { session in
                let gate = Gate<Void>()
                try await session.send(
                    .names(
                        Busy.Effect(id: "x") { _, input in
                            try await gate.wait()
                            try input.send(.told("the first"))
                        }))
                try await session.send(.names(Busy.Effect(id: "x") { _, _ in second.record("begun") }))
                try await session.send(.told("again"))
                gate.open()
                await idle()
            }
            expectThat(log.activities == ["x began", "x returned"], "\(log.entries)")
            expectThat(log.entries.contains("told the first"), "\(log.entries)")
            expectThat(second.values == [], "the new value was carried out")
        }
    }

    @Test("An activity has one task for any number of transitions")
    func oneTask() async throws {
        let transitions = Effort.size(100_000, attack: 1_000_000)
        let (begun, asked) = (Counter(), Counter())
        let proxy = Steady.Proxy(bufferSize: transitions + 1)
        try proxy.send(contentsOf: Array(repeating: Steady.Event.go, count: transitions) + [.end])
        let total = try await Steady.run(
            initialState: .init(), proxy: proxy, env: .init(begun: begun, asked: asked),
            output: Callback { (_: Int) in })
        #expect(total == transitions)
        #expect(begun.value == 1)
    }

    /// Names one activity, with another value after each transition.
    private enum Steady: EffectTransducer {
        enum Event: Sendable { case go, end }
        struct Env: Sendable { let begun, asked: Counter }
        struct State: Terminable { var count = 0, isTerminal = false }
        typealias Output = Int

        static func activities(in state: State) -> [Effect] {
            [
                Effect(id: "steady") { [count = state.count] env, _ in
                    env.begun.increment()
                    try await Gate<Void>("\(count)").wait()
                }
            ]
        }

        static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
            switch event {
            case .go: state.count += 1
            case .end: state.isTerminal = true
            }
            return (nil, state.count)
        }
    }

    @Test("Named no more, an activity is cancelled within the macrostep, and its late events are silent")
    func gone() async throws {
        try await interleave(seed: 1) {
            let log = try await Session<Busy>.play(from: .init()) { session in
                let gate = Gate<Void>()
                let deaf = Busy.Effect(id: "x") { _, input in
                    await gate.waitIgnoringCancellation()
                    try input.send(.told("late"))
                }
                try await session.send(.names(deaf), .names(), .told("after"))
                gate.open()
                await idle()
                try await session.send(.told("last"))
            }
            expectThat(
                Array(log.entries.prefix(5)) == ["told names", "x began", "told names", "x stateLeft", "told after"],
                "\(log.entries)")
            expectThat(!log.entries.contains("told late"), "\(log.entries)")
        }
    }

    @Test("Events that an activity had already sent are skipped when the state names it no more")
    func queued() async throws {
        try await interleave(seed: 1) {
            let log = try await Session<Busy>.play(from: .init()) { session in
                let gate = Gate<Void>()
                let quick = Busy.Effect(id: "x") { _, input in
                    try await gate.wait()
                    try input.send(.told("late"))
                }
                try await session.send(.names(quick))
                // Both are in the mailbox before either is taken.
                try session.proxy.send(
                    .carryOut(
                        Busy.Effect(action: { _ async throws -> [Busy.Event] in
                            gate.open()
                            for _ in 0..<5 { await Task.yield() }
                            return [.names()]
                        })))
                await idle()
            }
            expectThat(log.count("x stateLeft") == 1 && !log.entries.contains("told late"), "\(log.entries)")
        }
    }

    @Test("There and back again is another activity; within one macrostep it is the same")
    func thereAndBack() async throws {
        try await interleave(seed: 1) {
            let apart = try await Session<Busy>.play(from: .init()) { session in
                try await session.send(.names(Busy.lasting("x")), .names(), .names(Busy.lasting("x")))
            }
            expectThat(apart.activities == ["x began", "x stateLeft", "x began", "x machineEnded"], "\(apart.entries)")
            let within = try await Session<Busy>.play(from: .init()) { session in
                try await session.send(.names(Busy.lasting("x")))
                var leave = Busy.Event.names()
                leave.effects = [.events([.told("between"), .names(Busy.lasting("x"))])]
                try await session.send(leave)
            }
            expectThat(within.activities == ["x began", "x machineEnded"], "\(within.entries)")
            // As little begins of what is named only on the way.
            let passing = try await Session<Busy>.play(from: .init()) { session in
                var pass = Busy.Event.names(Busy.lasting("x"))
                pass.effects = [.event(.names())]
                try await session.send(pass)
            }
            expectThat(passing.activities == [], "\(passing.entries)")
        }
    }

    @Test("One that has returned by itself is not begun again until it was absent once")
    func returned() async throws {
        try await interleave(seed: 1) {
            let short = Busy.Effect(id: "x") { _, _ in }
            let log = try await Session<Busy>.play(from: .init()) { session in
                try await session.send(.names(short), .names(short), .told("stays"), .names(short, Busy.lasting("y")))
                session.log.note("--")
                try await session.send(.names(), .names(short))
            }
            expectThat(
                log.activities == [
                    "x began", "x returned", "y began", "--", "y stateLeft", "x began", "x returned",
                ], "\(log.entries)")
        }
    }

    @Test("An error of an activity is an event where it has a handler, and ends the run where it has none")
    func failed() async throws {
        try await interleave(seed: 1) {
            let failing = Busy.Effect(id: "x") { _, _ in throw Failure(name: "broken") }
            let handled = try await Session<Busy>.play(from: .init()) { session in
                let caught = failing.catch { Busy.Event.told("\(($0 as? Failure)?.name ?? "?")") }
                try await session.send(.names(caught), .names(caught))
            }
            expectThat(handled.count("x began") == 1 && handled.count("told broken") == 1, "\(handled.entries)")
            let outcome = await result {
                try await Busy.run(initialState: .init(activities: [Busy.lasting("y"), failing]), proxy: .init())
            }
            guard case .failure(let error) = outcome else { return expectThat(false, "the run goes on") }
            expectThat(error as? Failure == Failure(name: "broken"), "\(error)")
        }
    }

    @Test("Another value in its identity is another activity")
    func identity() async throws {
        struct Search: Hashable, CustomStringConvertible {
            let text: String
            var description: String { "search for \(text)" }
        }
        try await interleave(seed: 1) {
            let log = try await Session<Busy>.play(from: .init()) { session in
                for text in ["a", "a", "ab"] { try await session.send(.names(Busy.lasting(Search(text: text)))) }
            }
            expectThat(
                log.activities == [
                    "search for a began", "search for a stateLeft", "search for ab began", "search for ab machineEnded",
                ], "\(log.entries)")
        }
    }

    @Test("They have names of their own, which cancellations and other effects do not touch")
    func names() async throws {
        try await interleave(seed: 1) {
            let log = try await Session<Busy>.play(from: .init(activities: [Busy.lasting("x")])) { session in
                try await session.send(.carryOut(Busy.lasting("x")), .carryOut(Busy.lasting("x")))
                try await session.send(.carryOut(.cancelTask("x")), .carryOut(.cancelTask("x")))
                try await session.send(.carryOut(.sequence(.cancelTask("x"), Busy.lasting("z"))))
                session.log.note("--")
                try await session.send(.carryOut(Busy.lasting("x")), .names())
            }
            expectThat(
                log.entries.filter { !$0.hasPrefix("told") && !$0.contains("sequence") && !$0.contains("z") } == [
                    "x began", "(x) began", "(x) replaced", "(x) began", "(x) cancelTask", "--", "(x) began",
                    "x stateLeft",
                    "(x) machineEnded",
                ], "\(log.entries)")
        }
    }
}
