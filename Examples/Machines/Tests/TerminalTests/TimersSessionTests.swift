import Oak
import OakTesting
import Terminal
import Testing
import Timers
import TimersTerminal

@MainActor
@Suite("The timer in a terminal")
struct TimersSessionTests {
    let clock = TestClock()

    /// Lets an interval pass for each permission, as soon as the timer waits for it.
    func tick(_ permissions: AsyncStream<Void>) async {
        for await _ in permissions {
            try? await clock.untilAsleep()
            await clock.advance(by: .seconds(1))
        }
    }

    @Test("A script can wait for ticks, and the end of the input ends a running timer")
    func waiting() async throws {
        let (permissions, permission) = AsyncStream.makeStream(of: Void.self)
        let session = SessionFixture(TimersFrontEnd(), Timers.State())
        for shown in ["0, ticking …", "1", "2, ticking …"] { session.when(shown) { permission.yield() } }
        async let ticking: Void = tick(permissions)
        let text = try await session.run(
            env: Timers.Env(clock: clock), "stop", "start", "wait 2", "stop", "start", "wait 1")
        permission.finish()
        await ticking
        #expect(
            text == """
                A timer that can be started and stopped.
                Type start or terminate; help shows more.
                0
                > stop
                "stop" is not possible now. You can type now: start, terminate, help or quit.
                > start
                0, ticking …
                > wait 2
                1
                2
                > stop
                2, stopped.
                > start
                2, ticking …
                > wait 1
                3

                """)
        #expect(clock.sleepers.isEmpty)
    }

    @Test(
        "A missing or invalid number is asked for",
        arguments: ["wait", "wait 0", "wait x", "wait -1", "wait 99999999999999999999"])
    func badNumber(line: String) async throws {
        let text = try await SessionFixture(TimersFrontEnd(), Timers.State())
            .run(env: Timers.Env(clock: clock), "start", line)
        #expect(text.hasSuffix("> \(line)\nType a number from 1 behind it: wait <number>.\n"))
    }

    @Test(
        "Lines left over after the end of the machine are reported",
        arguments: [
            ([], ""), (["start"], "Not used any more: \"start\".\n"),
            (["a", "b", "c", "d"], "Not used any more: \"a\", \"b\", \"c\" and 1 more line.\n"),
            (["a", "b", "c", "d", "e"], "Not used any more: \"a\", \"b\", \"c\" and 2 more lines.\n"),
        ])
    func leftLines(left: [String], message: String) async throws {
        let session = SessionFixture(TimersFrontEnd(), Timers.State())
        try await session.run(env: Timers.Env(clock: clock), input: .batches([["terminate"] + left]))
        #expect(session.text.hasSuffix("> terminate\nThe timer has ended.\n" + message))
    }

    @Test("A typed line is answered without waiting for the timer")
    func typing() async throws {
        let (input, lines) = AsyncStream.makeStream(of: [String].self)
        let style = Screen.Style(isInteractive: true, canErase: true, hasColours: false)
        let session = SessionFixture(TimersFrontEnd(), Timers.State(), style: style)
        session.when("0, ticking …") {
            lines.yield(["wait 1000"])
            lines.yield(["stop"])
        }
        session.when("0, stopped.") { lines.finish() }
        lines.yield(["start"])
        try await session.run(env: Timers.Env(clock: clock), input: input, pace: .typed)
        #expect(session.text.hasSuffix("> 0, ticking …\n> 0, stopped.\n> \n"))
    }
}
