import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C16 Streams of events")
struct StreamTests {
    /// A sequence of numbers up to a limit, which records each request for an element.
    private struct Numbers: AsyncSequence, AsyncIteratorProtocol {
        let limit: Int
        var error: Failure?
        let asked: Recorder<Int>
        var next = 1

        func makeAsyncIterator() -> Numbers { self }

        mutating func next() async throws -> Int? {
            asked.record(next)
            await Task.yield()
            if next > limit {
                if let error { throw error }
                return nil
            }
            defer { next += 1 }
            return next
        }
    }

    /// A sequence that must not leave the task in which it was made.
    private final class Countdown: AsyncSequence, AsyncIteratorProtocol {
        var rest: Int
        init(from rest: Int) { self.rest = rest }

        func makeAsyncIterator() -> Countdown { self }

        func next() async throws(Refusal) -> Int? { try await next(isolation: nil) }

        func next(isolation actor: isolated (any Actor)?) async throws(Refusal) -> Int? {
            if rest == 0 { throw Refusal(code: 5) }
            defer { rest -= 1 }
            return rest
        }
    }

    private struct Refusal: Error { let code: Int }

    @Test(
        "C2 Each element becomes an event, in order, and the end becomes an event if one is declared",
        arguments: [0, 1, 100])
    func order(_ count: Int) async throws {
        let expected = (1..<(count + 1)).map { "\($0)" }
        await explore(seeds: 1...20) {
            for finished in [TimedScript.Event.told("end"), nil] {
                let told = try await TimedScript.play(bufferSize: 1) { session in
                    try await session.carryOut(
                        .stream(
                            id: "x", { _ in Numbers(limit: count, asked: Recorder()) }, event: { .told("\($0)") },
                            finished: finished))
                }
                expectThat(told == expected + (finished == nil ? [] : ["end"]), "\(told)")
            }
        }
    }

    @Test(
        "C16 A sequence is asked for no more elements than the mailbox has room for", .interleaved,
        arguments: [0, 1, 5])
    func backPressure(bufferSize: Int) async throws {
        let (asked, left) = (Recorder<Int>(), Gate<Void>())
        let told = Recorder<String>()
        let proxy = Script.Proxy(
            bufferSize: bufferSize,
            initialEvent: .init(
                "go",
                .sequence(
                    .stream({ _ in Numbers(limit: 20, asked: asked) }, event: { .init("\($0)") }),
                    .event(.end))))
        // The machine is busy with the first element.
        let subject = Callback { (names: [String]) async throws in
            told.record(names.last ?? "")
            if names.last == "1" { try await left.wait() }
        }
        async let names = Script.run(initialState: .init(), proxy: proxy, output: subject)
        await idle()
        // One is being processed, one waits for a place, and the places are taken.
        #expect(asked.values.count == max(1, bufferSize) + 2)
        left.open()
        #expect(try await names == ["go"] + (1...20).map { "\($0)" } + ["end"])
    }

    @Test("C11 An error of the sequence, or of creating it, becomes its event or ends the run", .interleaved)
    func failures() async throws {
        let numbers = Script.Effect.stream(
            { _ in Numbers(limit: 2, error: Failure(name: "sequence"), asked: Recorder()) },
            event: { .init("\($0)") }, finished: .end,
            failure: { error in .init("\((error as? Failure)?.name ?? "?")", .event(.end)) })
        let names = try await Script.play(.init("go", numbers))
        #expect(names == ["go", "1", "2", "sequence", "end"])
        let making = Script.Effect.stream(
            { _ -> AsyncStream<Int> in throw Failure(name: "making") }, event: { .init("\($0)") },
            failure: { error in .init("\((error as? Failure)?.name ?? "?")", .event(.end)) })
        let others = try await Script.play(.init("go", making))
        #expect(others == ["go", "making", "end"])
        let plain = Script.Effect.stream(
            { _ in Numbers(limit: 2, error: Failure(name: "plain"), asked: Recorder()) },
            event: { .init("\($0)") })
        do {
            _ = try await Script.play(.init("go", plain))
            expectThat(false, "no error")
        } catch let error as Failure { #expect(error.name == "plain") }
        let caught = try await Script.play(.init("go", plain.catch { _ in .end }))
        #expect(caught == ["go", "1", "2", "end"])
    }

    @Test("C34 A sequence that has ended before its first element is logged, unless its end has an event")
    func endedBefore() async throws {
        let lines = Guarded<[String]>([])
        for finished in [nil, Script.Event("finished")] {
            let stream = Script.Effect.stream(
                { _ in AsyncStream<Int> { $0.finish() } }, event: { .init("\($0)") }, finished: finished)
            try await PlatformLog.$substitute.withValue({ line in lines.withLock { $0.append(line) } }) {
                _ = try await Script.play(.init("go", .sequence(stream, .event(.end))))
            }
        }
        #expect(lines.withLock { $0.count } == 1)
    }

    @Test("C11 A sequence need not be `Sendable`", .interleaved)
    func notSendable() async throws {
        let failed: @Sendable (any Error) -> Script.Event = {
            .init("code \(($0 as? Refusal)?.code ?? 0)", .event(.end))
        }
        let numbers = Script.Effect.stream(
            { _ in Countdown(from: 2) }, event: { .init("\($0)") }, failure: failed)
        #expect(try await Script.play(.init("go", numbers)) == ["go", "2", "1", "code 5", "end"])
    }

    @Test(
        "C18 A sequence that is cancelled or replaced is released, and its elements are dropped", .interleaved,
        arguments: [false, true])
    func cancelled(replaced: Bool) async throws {
        let ends = Recorder<String>()
        let (streams, source) = (Recorder<Int>(), AsyncStream<Int>.makeStream())
        source.continuation.onTermination = { _ in ends.record("let go") }
        let told = try await TimedScript.play { session in
            func stream(_ numbers: AsyncStream<Int>) -> TimedScript.Effect {
                .stream(
                    id: "x",
                    { _ in
                        streams.record(1)
                        return numbers
                    }, event: { .told("\($0)") }, finished: .told("end"))
            }
            try await session.carryOut(stream(source.stream))
            source.continuation.yield(1)
            await idle()
            try await session.carryOut(replaced ? stream(AsyncStream { $0.finish() }) : .cancelTask("x"))
            source.continuation.yield(2)
            await idle()
        }
        #expect(told == (replaced ? ["1", "end"] : ["1"]))
        #expect(ends.values == ["let go"] && streams.values.count == (replaced ? 2 : 1))
    }
}
