import Foundation
import Oak
import OakDurable
import OakTesting
import TestSupport
import Testing

@Suite("Durable hosts")
struct HostTests {
    let store = MemoryStore()

    func host(_ env: Order.Env = Order.Env(), clock: DurableClock = .system) async throws -> DurableHost {
        let host = DurableHost(store: store, clock: clock)
        try await host.register(Order.self, env: env)
        try await host.open()
        return host
    }

    @Test("An event is processed once and survives the host")
    func transitionsSurvive() async throws {
        let first = try await host()
        let id = try await first.start(Order.self, id: "1", initialState: .open(cents: 0))
        try await first.send(.add(cents: 5), to: id)
        try await first.send(.add(cents: 7), to: id)
        #expect(try await first.state(of: id) == .open(cents: 12))
        await first.close()

        let second = try await host()
        #expect(try await second.state(of: id) == .open(cents: 12))
        try await second.send(.add(cents: 1), to: id)
        #expect(try await second.state(of: id) == .open(cents: 13))
        #expect(try await second.history(of: id).map(\.number) == [1, 2, 3])
        await second.close()
    }

    @Test("An activity runs and its answer ends the machine")
    func activityAnswers() async throws {
        let keys = Recorder<String>()
        let host = try await host(
            Order.Env(charge: { _, key in
                keys.record("\(key)")
                return true
            }))
        let id = try await host.start(Order.self, id: "1", initialState: .open(cents: 3))
        try await host.send(.pay, to: id)
        try await host.value(of: id)
        #expect(try await host.state(of: id) == .paid(cents: 3))
        #expect(keys.values == ["order/1/charge#1"])
        await #expect(throws: DurableError.instanceEnded(id.name)) { try await host.send(.pay, to: id) }
        await host.close()
    }
}
