import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C13 Release of the user's values", .interleaved)
struct ReleaseTests {
    /// Sends to a machine when it is released.
    private final class Farewell: Hashable, Sendable {
        private let proxy: Script.Proxy
        private let farewells: Counter

        init(to proxy: Script.Proxy, _ farewells: Counter) { (self.proxy, self.farewells) = (proxy, farewells) }

        deinit {
            farewells.increment()
            try? proxy.send(.init("farewell"))
        }

        static func == (lhs: Farewell, rhs: Farewell) -> Bool { lhs === rhs }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

        static func event(to proxy: Script.Proxy, _ farewells: Counter) -> Script.Event {
            let farewell = Farewell(to: proxy, farewells)
            return .init("go", Script.Effect(isolatedAction: { _, _ throws in withExtendedLifetime(farewell) { [] } }))
        }
    }

    @Test("C13 A refused event may send to its machine when it is released")
    func refusedEvents() async throws {
        let farewells = Counter()
        let proxy = Script.Proxy(bufferSize: 1)
        async let names = Script.run(initialState: .init(), proxy: proxy, observer: ScriptObserver { _ in })
        let stall = Stall()
        try proxy.send(stall.event)
        await idle()
        try proxy.send(.init("first"))
        for _ in 1...1_100 { try? proxy.send(Farewell.event(to: proxy, farewells)) }
        stall.over.open()
        await idle()
        try proxy.send(.end)
        _ = try await names
        await idle()
        #expect(farewells.value == 1_100)
    }

    @Test("C13 Releasing an event that is left over can use its proxy")
    func leftEvents() async throws {
        let farewells = Counter()
        let proxy = Script.Proxy(bufferSize: 2)
        try proxy.send(contentsOf: [.end, Farewell.event(to: proxy, farewells)])
        proxy.input(Farewell.event(to: proxy, farewells))
        _ = try await Script.run(initialState: .init(), proxy: proxy, observer: ScriptObserver { _ in })
        #expect(throws: TransducerError.terminated) { try proxy.send(Farewell.event(to: proxy, farewells)) }
        #expect(farewells.value == 3)
    }

    @Test("C13 The identity of an operation whose sender gave up waiting may send when it is released")
    func identities() async throws {
        let (farewells, senders) = (Counter(), Recorder<Task<Void, any Error>>())
        let proxy = Script.Proxy(bufferSize: 1)
        async let names = Script.run(initialState: .init(), proxy: proxy)
        let stalls = [Stall(), Stall()]
        func operation() -> Script.Effect {
            Script.Effect(id: Farewell(to: proxy, farewells)) { _, input in
                try input.send(.init("first"))
                senders.record(
                    Task {
                        try await input.sendWaitingForRoom(.init("late"))
                    })
                await idle()
            }
        }
        // A run keeps up to sixteen names for the next effect that has one.
        try proxy.send(.init("names", .all((0..<16).map { Script.Effect(id: $0) { _, _ in } })))
        await idle()
        try proxy.send(.init("go", .all(operation(), stalls[0].effect)))
        await idle()
        try proxy.send(stalls[1].event)
        stalls[0].over.open()
        await idle()
        for sender in senders.values { sender.cancel() }
        await idle()
        stalls[1].over.open()
        await idle()
        try proxy.send(.end)
        _ = try await names
        #expect(farewells.value == 1)
    }
}
