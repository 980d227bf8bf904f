import Counters
import CountersTerminal
import Oak
import OakTesting
import Terminal
import Testing

@MainActor
@Suite("The counters in a terminal")
struct CounterSessionTests {
    @Test("A script is carried out line by line")
    func counter() async throws {
        let text = try await SessionFixture(CounterFrontEnd(), Counter.State())
            .run(env: (), "increment", "  INCREMENT ", "", "reset", "decrement", "quit", "increment")
        #expect(
            text == """
                A counter.
                Type increment, decrement or reset; help shows more.
                0
                > increment
                1
                >   INCREMENT 
                2
                > 
                > reset
                0
                > decrement
                -1
                > quit

                """)
    }

    @Test("An unknown line is reported and does not affect the other lines")
    func unknown() async throws {
        let text = try await SessionFixture(CounterFrontEnd(), Counter.State())
            .run(env: (), "incremnt", "increment twice", "quit now", "\u{1B}[2Jx", "increment")
        let possible = "You can type now: increment, decrement, reset, help or quit."
        #expect(
            text.hasSuffix(
                """
                > incremnt
                Unknown command "incremnt". \(possible)
                > increment twice
                Unknown command "increment twice". \(possible)
                > quit now
                Unknown command "quit now". \(possible)
                > \u{FFFD}[2Jx
                Unknown command "\u{FFFD}[2Jx". \(possible)
                > increment
                1

                """))
    }

    @Test("Empty input ends the session")
    func noInput() async throws {
        let text = try await SessionFixture(CounterFrontEnd(), Counter.State(value: 7)).run(env: ())
        #expect(text.hasSuffix("\n7\n"))
    }

    @Test("A pending step ends before a line that has to wait for it, and before the end of the script")
    func effectCounter() async throws {
        let latch = Gate<Void>()
        let session = SessionFixture(EffectCounterFrontEnd(), EffectCounter.State())
        session.when("  quit   leave") { latch.open() }
        let text = try await session.run(
            env: EffectCounter.Env(increment: latch.wait, decrement: {}), "increment", "help", "decrement")
        #expect(
            text.hasSuffix(
                """
                > increment
                0, counting up …
                > help
                You can type now:
                  reset  call the step off and begin again at zero
                  help   show what can be typed now
                  quit   leave
                1
                > decrement
                1, counting down …
                0

                """))
    }

    @Test("A reset that arrives together with an increment cancels the step, however fast the service is")
    func callingOff() async throws {
        for _ in 1...100 {
            let text = try await SessionFixture(EffectCounterFrontEnd(), EffectCounter.State(value: 3))
                .run(env: EffectCounter.Env(increment: {}, decrement: {}), "increment", "reset")
            #expect(text.hasSuffix("> increment\n3, counting up …\n> reset\n0\n"))
        }
    }

    @Test("An error of the service ends the session")
    func failure() async throws {
        struct OutOfOrder: Error {}
        let session = SessionFixture(EffectCounterFrontEnd(), EffectCounter.State())
        await #expect(throws: OutOfOrder.self) {
            try await session.run(
                env: EffectCounter.Env(increment: { throw OutOfOrder() }, decrement: {}), "increment", "increment")
        }
    }
}
