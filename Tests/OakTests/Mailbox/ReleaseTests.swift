import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C13 Release of events", .interleaved)
struct ReleaseTests {
    /// Calls a function when it is released.
    private final class Farewell: Sendable {
        private let say: @Sendable () -> Void

        init(_ say: @escaping @Sendable () -> Void) { self.say = say }

        deinit { say() }

        func use() {}
    }

    @Test("C13 A refused event may send to its machine when it is released")
    func refusedEvents() async throws {
        let farewells = Counter()
        let proxy = Script.Proxy(bufferSize: 1)
        async let names = Script.run(initialState: .init(), proxy: proxy, observer: ScriptObserver { _ in })
        let stall = Stall()
        try proxy.send(.init("go", stall.effect))
        await idle()
        try proxy.send(.init("first"))
        for number in 1...1_100 {
            let farewell = Farewell {
                farewells.increment()
                try? proxy.send(.init("farewell"))
            }
            let effect = Script.Effect(isolatedAction: { _, _ throws -> [Script.Event] in
                farewell.use()
                return []
            })
            try? proxy.send(.init("\(number)", effect))
        }
        stall.over.open()
        await idle()
        try proxy.send(.end)
        _ = try await names
        await idle()
        #expect(farewells.value == 1_100)
    }
}
