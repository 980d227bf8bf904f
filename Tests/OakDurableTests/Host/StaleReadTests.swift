import Oak
import OakDurable
import OakTesting
import Synchronization
import TestSupport
import Testing

@Suite("Durable instances that change while they are read")
struct StaleReadTests {
    let executor = DeterministicExecutor()
    let store = HeldStore()
    let id: DurableID<Puppet> = "1"

    func perform<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) -> Task<Value, any Error> {
        let task = executor.start { try await body() }
        executor.run()
        return task
    }

    @Test("An instance that is cancelled while it is read begins no activity")
    @available(macOS 15, *)
    func cancelledWhileRead() async throws {
        let (store, id) = (store, id)
        let names = Recorder<String>()
        store.reading.store(.heldAfter, ordering: .releasing)
        let host = try await perform {
            let host = try await Stage(store: store).host(
                Puppet.Env(work: { name, _ in
                    names.record(name)
                    return 1
                }))
            try await host.start(Puppet.self, id: id, initialState: .init(activities: ["work"]))
            return host
        }.value
        try await perform { try await HeldStore.$passesReads.withValue(true) { try await host.cancel(id) } }.value
        store.read.open()
        executor.run()
        #expect(names.values == [])
        try await perform { await host.close() }.value
    }

    @Test("An instance that is retried while it is read goes on")
    @available(macOS 15, *)
    func retriedWhileRead() async throws {
        let (store, id) = (store, id)
        let isBroken = Guarded(true)
        struct Failure: Error {}
        store.received.open()
        let host = try await perform {
            let host = try await Stage(store: store).host(
                Puppet.Env(act: { _ in if isBroken.withLock({ $0 }) { throw Failure() } }))
            try await host.start(Puppet.self, id: id, initialState: .init())
            try await host.send(.act("first"), to: id)
            return host
        }.value
        isBroken.withLock { $0 = false }
        store.reading.store(.heldAfter, ordering: .releasing)
        let sending = perform { try await host.send(.note("second"), to: id) }
        try await perform { try await HeldStore.$passesReads.withValue(true) { try await host.retry(id) } }.value
        store.read.open()
        executor.run()
        try await sending.value
        #expect(try await perform { try await host.log(of: id) }.value == ["acted first", "second"])
        try await perform { await host.close() }.value
    }
}
