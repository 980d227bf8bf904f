import Oak
import TestSupport
import Testing

@Suite("C5 One producer and several consumers", .onOneExecutor)
struct FanOutTests {
    @Test("C5 Each output reaches every subject in order before the next event is processed")
    func order() async throws {
        let trace = Recorder<String>()
        func subject(_ name: String, turns: Int) -> Callback<Relay.Letter> {
            Callback { (letter: Relay.Letter) async throws in
                for _ in 0..<turns { await Task.yield() }
                trace.record("\(name) \(letter.text)")
            }
        }
        let proxy = Relay.Proxy()
        try proxy.send(contentsOf: [.init(text: "1"), .init(text: "2"), .last])
        let output = FanOut(subject("a", turns: 5), FanOut(subject("b", turns: 0), subject("c", turns: 2)))
        try await Relay.run(initialState: .init(), proxy: proxy, output: output)
        #expect(trace.values == ["1", "2", "last"].flatMap { ["a \($0)", "b \($0)", "c \($0)"] })
    }

    @Test("C11 A failing subject ends the run, and later subjects are not called")
    func failure() async throws {
        let (first, third) = (Recorder<String>(), Recorder<String>())
        let proxy = Relay.Proxy()
        try proxy.send(contentsOf: [.init(text: "1"), .init(text: "2"), .last])
        let output = FanOut(
            Callback { (letter: Relay.Letter) in first.record(letter.text) },
            FanOut(
                Callback { (letter: Relay.Letter) in if letter.text == "2" { throw Failure() } },
                Callback { (letter: Relay.Letter) in third.record(letter.text) }))
        await #expect(throws: Failure()) { try await Relay.run(initialState: .init(), proxy: proxy, output: output) }
        #expect(first.values == ["1", "2"])
        #expect(third.values == ["1"])
    }

    @Test("C8 The end of the run reaches every subject")
    func finish() async throws {
        let sequences = (0..<3).map { _ in OutputSequence<Relay.Letter>() }
        let proxy = Relay.Proxy()
        try proxy.send(contentsOf: [.init(text: "1"), .last])
        let texts = try await withThrowingTaskGroup { group in
            for sequence in sequences {
                group.addTask {
                    var texts: [String] = []
                    for try await letter in sequence { texts.append(letter.text) }
                    return texts
                }
            }
            let output = FanOut(sequences[0].mapping { (letter: Relay.Letter) in letter }, Array(sequences[1...]))
            try await Relay.run(initialState: .init(), proxy: proxy, output: output)
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts == Array(repeating: ["1", "last"], count: 3))
    }

    @Test("C14 A refused run ends the output sequences among its subjects")
    func refused() async throws {
        let sequences = (0..<3).map { _ in OutputSequence<Relay.Letter>() }
        let proxy = Relay.Proxy(initialEvent: .last)
        try await Relay.run(initialState: .init(), proxy: proxy)
        let output = FanOut(sequences[0].mapping { (letter: Relay.Letter) in letter }, Array(sequences[1...]))
        await #expect(throws: TransducerError.proxyAlreadyInUse) {
            try await Relay.run(initialState: .init(), proxy: proxy, output: output)
        }
        for sequence in sequences {
            var iterator = sequence.makeAsyncIterator()
            await #expect(throws: TransducerError.proxyAlreadyInUse) { _ = try await iterator.next() }
        }
    }
}
