import Counters
import CountersTerminal
import Oak
import OakTesting
import Terminal
import Testing

@MainActor
@Suite("A session")
struct SessionTests {
    @Test("A command that finds the mailbox full waits for room")
    func fullMailbox() async throws {
        let (input, lines) = AsyncStream.makeStream(of: [String].self)
        let fixture = SessionFixture(FloodFrontEnd(), Flood.State())
        let poked = Gate<Void>()
        // Until the session has tried to send its event, the machine does not take any.
        fixture.when("> poke") { poked.open() }
        fixture.when("poked after 8 drops") { lines.finish() }
        lines.yield(["flood"])
        try await fixture.run(env: Flood.Env(poked: poked, flooded: { lines.yield(["poke"]) }), input: input)
        #expect(fixture.text == "A flood.\n> flood\nflooding\n> poke\npoked after 8 drops\n")
    }

    @Test("A machine that accepts no event is reported, and the session continues")
    func noMailbox() async throws {
        let fixture = SessionFixture(CounterFrontEnd(), Counter.State(), proxy: Counter.Proxy(bufferSize: 0))
        let text = try await fixture.run(env: (), "increment", "help")
        #expect(text.contains("> increment\nThe machine did not accept that: "))
        #expect(text.hasSuffix("  quit       leave\n"))
    }

    @Test("No line is read before the previous lines are used")
    func demand() async throws {
        let latch = Gate<Void>()
        let fixture = SessionFixture(EffectCounterFrontEnd(), EffectCounter.State())
        var log: [String] = []
        for value in 1...2 { fixture.when("\(value)") { log.append("counted \(value)") } }
        var count = 0
        let input = AsyncStream<[String]> { @MainActor in
            count += 1
            log.append("asked \(count)")
            // The first step is still held when the second line comes, which therefore cannot be used.
            if count == 2 { latch.open() }
            return count <= 2 ? ["increment"] : nil
        }
        try await fixture.run(env: EffectCounter.Env(increment: latch.wait, decrement: {}), input: input)
        // Whether the second step or the third question comes first is open.
        #expect(log.prefix(3) == ["asked 1", "asked 2", "counted 1"])
        #expect(Set(log.dropFirst(3)) == ["asked 3", "counted 2"])
    }

    @Test("A session that is cancelled while it waits for a line ends with a CancellationError")
    func cancellation() async throws {
        let (input, _) = AsyncStream.makeStream(of: [String].self)
        let fixture = SessionFixture(CounterFrontEnd(), Counter.State())
        let shown = Gate<Void>()
        fixture.when("A counter.") { shown.open() }
        let session = Task { try await fixture.run(env: (), input: input) }
        try await shown.wait()
        session.cancel()
        await #expect(throws: CancellationError.self) { try await session.value }
    }
}
