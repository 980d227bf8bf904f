import Oak
import OakDurable
import OakTesting
import Synchronization
import Testing

@Suite("Durable events on their way into the inbox")
struct EventOnItsWayTests {
    struct Failure: Error {}

    @Test("An event that is being stored when its instance fails is processed once after the retry")
    @available(macOS 15, *)
    func eventOfFailingInstance() async throws {
        let executor = DeterministicExecutor()
        let store = HeldStore()
        let work = Gate<Int?>("work")
        let id: DurableID<Puppet> = "1"
        func perform<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) -> Task<Value, any Error> {
            let task = executor.start { try await body() }
            executor.run()
            return task
        }
        let host = try await perform {
            let host = try await Stage(store: store).host(Puppet.Env(work: { _, _ in try await work.wait() }))
            try await host.start(Puppet.self, id: id, initialState: .init(activities: ["work"], isBusy: true))
            return host
        }.value

        // The machine postpones the event, so the host begins to store it; then the activity fails.
        let sending = perform { try await host.send(.request("r"), to: id) }
        work.letThrough(throwing: Failure())
        executor.run()
        store.reading.store(.heldBefore, ordering: .releasing)
        store.received.open()
        executor.run()
        try await sending.value

        // A retry while the host reads the failed instance.
        try await perform { try await HeldStore.$passesReads.withValue(true) { try await host.retry(id) } }.value
        store.read.open()
        executor.run()
        let changing = perform {
            try await host.send(.activities([]), to: id)
            try await host.send(.busy(false), to: id)
            return try await host.log(of: id)
        }
        #expect(try await changing.value == ["r"])
        try await perform { await host.close() }.value
    }

    @Test("Two events that are processed while the store takes them leave the inbox, both of them")
    @available(macOS 15, *)
    func twoEventsAtOnce() async throws {
        let executor = DeterministicExecutor()
        let store = HeldStore()
        let id: DurableID<Puppet> = "1"
        func perform<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) -> Task<Value, any Error> {
            let task = executor.start { try await body() }
            executor.run()
            return task
        }
        let first = try await perform {
            let host = try await Stage(store: store).host()
            try await host.start(Puppet.self, id: id, initialState: .init(isBusy: true))
            return host
        }.value

        // The store takes them one after the other, and the machine processes them before it has the first.
        var sending = ["a", "b"].map { name in perform { try await first.send(.request(name), to: id) } }
        sending.append(perform { try await first.send(.busy(false), to: id) })
        store.received.open()
        executor.run()
        for sending in sending { try await sending.value }
        try await perform { await first.close() }.value

        let log = perform {
            let second = try await Stage(store: store).host()
            try await second.send(.note("c"), to: id)
            let log = try await second.log(of: id)
            await second.close()
            return log
        }
        #expect(try await log.value == ["a", "b", "c"])
    }
}
