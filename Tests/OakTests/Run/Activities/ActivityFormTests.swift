import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C27 Compositions as activities", .interleaved)
struct ActivityFormTests {
    @Test("Leaving a state cancels all parts of a composition that is an activity")
    func compositions() async throws {
        for make in [
            { ActivityScript.Effect.combine(id: $0, $1, $2) }, { ActivityScript.Effect.sequence(id: $0, $1, $2) },
        ]
            as [(String, ActivityScript.Effect, ActivityScript.Effect) -> ActivityScript.Effect]
        {
            let gate = Gate<Void>("the part")
            let parts = (
                ActivityScript.Effect { _, input in
                    try input.send(.told("part"))
                    try await gate.wait()
                    try input.send(.told("late"))
                }, ActivityScript.lasting("inner")
            )
            let composition = make("x", parts.0, parts.1)
            let log = try await Session<ActivityScript>.play(from: .init()) { session in
                try await session.send(.names(composition), .names(composition), .names())
                gate.open()
                await idle()
                try await session.send(.told("last"))
            }
            #expect(log.count("x began") == 1 && log.count("x stateLeft") == 1, "\(log.entries)")
            #expect(log.count("told part") == 1 && log.count("told late") == 0, "\(log.entries)")
        }
    }

    @Test("A sequence continues while the state lists it and returns with its last part")
    func sequence() async throws {
        let told = { (name: String) in ActivityScript.Effect { _, input in try input.send(.told(name)) } }
        let sequence = ActivityScript.Effect.sequence(id: "x", told("1"), told("2"), .event(.told("3")))
        let log = try await Session<ActivityScript>.play(from: .init(activities: [sequence])) { session in
            try await session.send(.told("after"))
        }
        #expect(log.entries.filter { $0.hasPrefix("told") } == ["told 1", "told 2", "told 3", "told after"])
        #expect(log.count("x returned") == 1 && log.count("x machineEnded") == 0, "\(log.entries)")
    }

    @Test("C27 A part of an activity is left alone by effects and by parts of other activities with its name")
    func names() async throws {
        let part = ActivityScript.lasting("part")
        let activities = ["x", "y"].map { ActivityScript.Effect.sequence(id: $0, part) }
        let log = try await Session<ActivityScript>.play(from: .init(activities: activities)) { session in
            try await session.send(.carryOut(.cancelTask("part")), .carryOut(ActivityScript.lasting("part")))
        }
        #expect(log.count("(part) began") == 3 && log.count("(part) machineEnded") == 3, "\(log.entries)")
    }
}
