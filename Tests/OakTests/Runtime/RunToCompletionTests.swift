import Oak
import Testing

@Suite("C1–C4 Steps and order")
struct RunToCompletionTests {
    enum Echo: EffectTransducer {
        enum Event: Equatable { case x, a, b, c, end }
        struct State: Terminable {
            var seen: [Event] = []
            var isTerminal: Bool { seen.last == .end }
        }
        typealias Output = [Event]

        static func update(_ state: inout State, event: Event) -> (Effect?, [Event]) {
            state.seen.append(event)
            let effect: Effect? =
                switch event {
                case .x: .events([.a, .b])
                case .a: .event(.c)
                case .b, .c, .end: nil
                }
            return (effect, state.seen)
        }
    }

    @Test("C3 Nested action events are processed in the order X, A, C, B, then the next external event")
    func nestedActions() async throws {
        let proxy = Echo.Proxy()
        try proxy.send(contentsOf: [.x, .end])
        var outputs: [[Echo.Event]] = []
        let last = try await Echo.run(initialState: Echo.State(), proxy: proxy, output: Callback { outputs.append($0) })
        #expect(last == [.x, .a, .c, .b, .end])
        #expect(outputs == [[.x], [.x, .a], [.x, .a, .c], [.x, .a, .c, .b], last])
    }
}
