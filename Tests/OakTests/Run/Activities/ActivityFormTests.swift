import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C27 Effects of each form as activities", .timeLimit(.minutes(20)))
struct ActivityFormTests {
    @Test("A composition with an identity is one activity, which goes with all its parts")
    func compositions() async throws {
        try await interleave(seed: 1) {
            for make in [{ Busy.Effect.combine(id: $0, $1, $2) }, { Busy.Effect.sequence(id: $0, $1, $2) }]
                as [(String, Busy.Effect, Busy.Effect) -> Busy.Effect]
            {
                let gate = Gate<Void>("the part")
                let parts = (
                    Busy.Effect { _, input in
                        try input.send(.told("part"))
                        try await gate.wait()
                        try input.send(.told("late"))
                    }, Busy.lasting("inner")
                )
                let composition = make("x", parts.0, parts.1)
                let log = try await Session<Busy>.play(from: .init()) { session in
                    try await session.send(.names(composition), .names(composition), .names())
                    gate.open()
                    await idle()
                    try await session.send(.told("last"))
                }
                expectThat(log.count("x began") == 1 && log.count("x stateLeft") == 1, "\(log.entries)")
                expectThat(log.count("told part") == 1 && log.count("told late") == 0, "\(log.entries)")
            }
        }
    }

    @Test("A sequence goes on while the state names it, and has returned with its last part")
    func sequence() async throws {
        try await interleave(seed: 1) {
            let told = { (name: String) in Busy.Effect { _, input in try input.send(.told(name)) } }
            let sequence = Busy.Effect.sequence(id: "x", told("1"), told("2"), .event(.told("3")))
            let log = try await Session<Busy>.play(from: .init(activities: [sequence])) { session in
                try await session.send(.told("after"))
            }
            expectThat(
                log.entries.filter { $0.hasPrefix("told") } == ["told 1", "told 2", "told 3", "told after"],
                "\(log.entries)")
            expectThat(log.count("x returned") == 1 && log.count("x machineEnded") == 0, "\(log.entries)")
        }
    }

    @Test("Time-outs, beats, sequences of elements and attempts go on in the state, and end with it")
    func timed() async throws {
        try await interleave(seed: 1) {
            let (clock, attempts) = (TestClock(), Counter())
            let (elements, source) = AsyncStream<Int>.makeStream()
            let all: [Busy.Effect] = [
                .timeout(.seconds(10), id: "timeout", sending: .told("too late"), clock: { _ in clock }),
                .every(.seconds(1), id: "beat", sending: .told("tick"), clock: { _ in clock }),
                .stream(id: "stream", { _ in elements }, event: { .told("element \($0)") }),
                .retry(
                    id: "retry", attempts: 100, backoff: .constant(.seconds(2)), clock: { _ in clock },
                    { _ in
                        attempts.increment()
                        throw Failure()
                    }, success: { .told("never") }, failure: { _ in .told("given up") }),
            ]
            let log = try await Session<Busy>.play(from: .init()) { session in
                // Of no account that each transition makes them anew.
                for _ in 1...3 {
                    try await session.send(Busy.Event(name: "names", activities: all))
                    await clock.advance(by: .seconds(1))
                    await idle()
                }
                source.yield(7)
                await idle()
                try await session.send(.names())
                session.log.note("--")
                source.yield(8)
                await clock.advance(by: .seconds(60))
                await idle()
            }
            let told = log.entries.filter { $0.hasPrefix("told") && $0 != "told names" }
            expectThat(told == ["told tick", "told tick", "told tick", "told element 7"], "\(log.entries)")
            expectThat(attempts.value == 2, "\(attempts.value) attempts")
            expectThat(
                Set(log.entries.filter { $0.hasSuffix("stateLeft") })
                    == Set(
                        ["timeout", "beat", "stream", "retry"].map { "\($0) stateLeft" }), "\(log.entries)")
            expectThat(log.entries.last == "--" || !log.entries.suffix(1)[0].hasPrefix("told"), "\(log.entries)")
        }
    }

    @Test("A time-out falls due once in the state, and again when the state is entered again")
    func timeout() async throws {
        try await interleave(seed: 1) {
            let clock = TestClock()
            let timeout = Busy.Effect.timeout(.seconds(10), sending: .told("too late"), clock: { _ in clock })
            let log = try await Session<Busy>.play(from: .init(activities: [timeout])) { session in
                for _ in 1...2 {
                    await clock.advance(by: .seconds(60))
                    await idle()
                }
                try await session.send(.names(), .names(timeout))
                await clock.advance(by: .seconds(10))
                await idle()
            }
            expectThat(log.count("told too late") == 2, "\(log.entries)")
        }
    }
}
