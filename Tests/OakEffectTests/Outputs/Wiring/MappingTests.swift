import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C5 Outputs as events of another kind", .onOneExecutor)
struct MappingTests {
    @Test("C5 A subject receives the mapped outputs and skips those that map to nil")
    func mapping() async throws {
        let consumer = Sum.Proxy(bufferSize: 100)
        let proxy = Relay.Proxy(bufferSize: 100)
        try proxy.send(contentsOf: (1...10).map { .init(text: "\($0)") } + [.last])
        let output = consumer.input.mapping { (letter: Relay.Letter) -> Sum.Event? in
            if letter.isLast { return .end }
            guard let number = Int(letter.text), number.isMultiple(of: 2) else { return nil }
            return .add(number)
        }
        async let total = Sum.run(initialState: .init(), proxy: consumer)
        try await Relay.run(initialState: .init(), proxy: proxy, output: output)
        #expect(try await total == 2 + 4 + 6 + 8 + 10)
    }

    @Test("C11 An error of the mapping ends the run of the producer")
    func failure() async throws {
        let received = Recorder<Int>()
        let proxy = Relay.Proxy()
        try proxy.send(contentsOf: [.init(text: "1"), .init(text: "two"), .last])
        let output = Callback<Int> { received.record($0) }.mapping { (letter: Relay.Letter) throws in
            guard let number = Int(letter.text) else { throw Failure(name: letter.text) }
            return number
        }
        await #expect(throws: Failure(name: "two")) {
            try await Relay.run(initialState: .init(), proxy: proxy, output: output)
        }
        #expect(received.values == [1])
    }
}
