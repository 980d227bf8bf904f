import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C5 Outputs as a sequence", .onOneExecutor)
struct OutputSequenceTests {
    @Test("C5 A sequence delivers every output in order and ends with the run")
    func everyOutput() async throws {
        let proxy = Sum.Proxy(bufferSize: 100)
        for number in 1...50 { try proxy.send(.add(number)) }
        try proxy.send(.end)
        let outputs = OutputSequence<Int>()
        async let total = Sum.run(initialState: .init(), proxy: proxy, output: outputs)
        var seen: [Int] = []
        for try await output in outputs { seen.append(output) }
        #expect(seen.count == 51)
        #expect(seen.last == 1275)
        #expect(try await total == 1275)
    }

    @Test("C5 The machine waits for the reader, and nothing is buffered")
    func backPressure() async throws {
        let trace = Recorder<String>()
        let proxy = Script.Proxy()
        for name in ["a", "b"] {
            try proxy.send(
                .init(
                    name,
                    Script.Effect(action: { _ in
                        trace.record("after \(name)")
                        return []
                    })))
        }
        try proxy.send(.end)
        let outputs = OutputSequence<[String]>()
        async let run = Script.run(initialState: .init(), proxy: proxy, output: outputs)
        var iterator = outputs.makeAsyncIterator()
        for expected in [["a"], ["a", "b"], ["a", "b", "end"]] {
            await idle()
            // Steps after the output cannot have happened before the output is taken.
            #expect(!trace.values.contains("after \(expected.last!)"))
            #expect(try await iterator.next() == expected)
        }
        #expect(try await iterator.next() == nil)
        _ = try await run
    }

    @Test("C11 An error of the run reaches the reader, and an abandoned sequence ends the run")
    func failures() async throws {
        let failing = OutputSequence<[String]>()
        async let run = result {
            try await Script.run(
                initialState: .init(),
                proxy: .init(initialEvent: .init("x", Script.Effect(action: { _ in throw Failure() }))),
                output: failing
            )
        }
        await #expect(throws: Failure()) { for try await _ in failing {} }
        let outcome = await run
        #expect(throws: Failure()) { try outcome.get() }

        let proxy = Script.Proxy()
        for _ in 0..<5 { try proxy.send(.init("x")) }
        let abandoned = OutputSequence<[String]>()
        let other = Script.start(proxy, output: abandoned)
        for try await _ in abandoned { break }
        await #expect(throws: TransducerError.outputAbandoned) { try await other.value }
    }

    @Test("C14 A reader receives the error of a run that could not begin, and a second run of a sequence fails")
    func misuse() async throws {
        let used = Script.Proxy(initialEvent: .end)
        _ = try await Script.run(initialState: .init(), proxy: used)
        let refused = OutputSequence<[String]>()
        let attempt = Script.start(used, output: refused)
        await #expect(throws: TransducerError.proxyAlreadyInUse) { for try await _ in refused {} }
        await #expect(throws: TransducerError.proxyAlreadyInUse) { try await attempt.value }

        let proxy = Script.Proxy(initialEvent: .init("a"))
        let outputs = OutputSequence<[String]>()
        let winner = Script.start(proxy, output: outputs)
        var iterator = outputs.makeAsyncIterator()
        #expect(try await iterator.next() == ["a"])
        await #expect(throws: TransducerError.proxyAlreadyInUse) {
            try await Script.run(initialState: .init(), proxy: proxy, output: outputs)
        }
        try proxy.send(.end)
        #expect(try await iterator.next() == ["a", "end"])
        #expect(try await winner.value == ["a", "end"])

        let shared = OutputSequence<[String]>()
        let proxies = [Script.Proxy(initialEvent: .init("a")), Script.Proxy(initialEvent: .init("b"))]
        let runs = proxies.map { proxy in
            Task {
                await result { try await Script.run(initialState: .init(), proxy: proxy, output: shared) }
            }
        }
        for run in runs {
            let outcome = await run.value
            #expect(throws: TransducerError.outputAbandoned) { try outcome.get() }
        }
    }

    @Test("C12 Reader and machine can be cancelled while they wait for each other")
    func cancellation() async throws {
        let proxy = Script.Proxy()
        let outputs = OutputSequence<[String]>()
        let run = Script.start(proxy, output: outputs)
        let reader = Task {
            var count = 0
            for try await _ in outputs { count += 1 }
            return count
        }
        reader.cancel()
        #expect(try await reader.value == 0)
        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await run.value }

        let unread = Script.Proxy(initialEvent: .end)
        let stuck = Script.start(unread, output: OutputSequence<[String]>())
        unread.cancel()
        await #expect(throws: TransducerError.cancelled) { try await stuck.value }
    }
}
