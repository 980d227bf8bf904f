import Oak
import OakDurable
import OakTesting
import TestSupport
import Testing

@Suite("Durable hosts with a slow store")
struct SlowStoreTests {
    let executor = DeterministicExecutor()
    let store = SlowStore()
    let id: DurableID<Probe> = "1"

    func perform<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) -> Task<Value, any Error> {
        let task = executor.start { try await body() }
        executor.run()
        return task
    }

    @Test("A host that opens a store begins the activities of its instances again")
    func activitiesAfterOpening() async throws {
        let (store, id, names) = (store, id, Recorder<String>())
        func open(_ host: String) async throws -> DurableHost {
            try await perform {
                try await HostFixture(store: store).host(
                    Probe.Env(work: { name, _ in
                        names.record("\(host): \(name)")
                        return try await Gate<Int?>().wait()
                    }))
            }.value
        }
        let first = try await open("first")
        _ = try await perform { try await first.start(Probe.self, id: id, initialState: .init(activities: ["work"])) }
            .value
        let second = try await open("second")
        #expect(names.values == ["first: work", "second: work"])
        for host in [first, second] { try await perform { await host.close() }.value }
    }

    @Test("An instance that is cancelled while it is read begins no activity")
    func cancelledWhileRead() async throws {
        let (store, id) = (store, id)
        let names = Recorder<String>()
        try await perform {
            let host = try await HostFixture(store: store).host(Probe.Env(work: { _, _ in try await Gate().wait() }))
            try await host.start(Probe.self, id: id, initialState: .init(activities: ["work"]))
            await host.close()
        }.value
        store.holdUp(.instance)
        let host = try await perform {
            try await HostFixture(store: store).host(
                .noting(in: names) { name, _ in name })
        }.value
        try await perform { try await SlowStore.$passes.withValue(true) { try await host.cancel(id) } }.value
        store.letGo(.instance)
        executor.run()
        #expect(names.values == [])
        try await perform { await host.close() }.value
    }

    @Test(
        "D3 An instance that is started while an event for it finds nothing begins its activities", .serialized,
        arguments: [[], ["work"]])
    func startedWhileRead(activities: [String]) async throws {
        let (store, id) = (store, id)
        let names = Recorder<String>()
        let host = try await perform {
            try await HostFixture(store: store).host(
                .noting(in: names) { name, _ in name })
        }.value
        store.holdUp(.instance)
        let sending = perform { try await host.send(.note("early"), to: id) }
        executor.run()
        _ = try await perform {
            try await SlowStore.$passes.withValue(true) {
                try await host.start(Probe.self, id: id, initialState: .init(activities: activities))
            }
        }.value
        store.letGo(.instance)
        executor.run()
        try await sending.value
        executor.run()
        #expect(names.values == activities)
        #expect(try await perform { try await host.log(of: id) }.value.contains("early"))
        try await perform { await host.close() }.value
    }

    @Test("An instance that is retried while it is read continues")
    func retriedWhileRead() async throws {
        let (store, id) = (store, id)
        let isBroken = Guarded(true)
        let host = try await perform {
            let host = try await HostFixture(store: store).host(
                Probe.Env(act: { _ in if isBroken.withLock({ $0 }) { throw Broken() } }))
            try await host.start(Probe.self, id: id, initialState: .init())
            try await host.send(.act("first"), to: id)
            return host
        }.value
        isBroken.withLock { $0 = false }
        store.holdUp(.instance)
        let sending = perform { try await host.send(.note("second"), to: id) }
        try await perform { try await SlowStore.$passes.withValue(true) { try await host.retry(id) } }.value
        store.letGo(.instance)
        executor.run()
        try await sending.value
        #expect(try await perform { try await host.log(of: id) }.value == ["acted first", "second"])
        try await perform { await host.close() }.value
    }

    @Test("D1 D2 An event that is being stored when its instance fails is processed once after the retry")
    func eventOfFailingInstance() async throws {
        let (store, id) = (store, id)
        store.holdUp(.beforeReceive)
        let work = Gate<Int?>("work")
        let host = try await perform {
            let host = try await HostFixture(store: store).host(Probe.Env(work: { _, _ in try await work.wait() }))
            try await host.start(Probe.self, id: id, initialState: .init(activities: ["work"], isBusy: true))
            return host
        }.value

        // The machine postpones the event, so the host begins to store it; then the activity fails.
        let sending = perform { try await host.send(.request("r"), to: id) }
        work.letThrough(throwing: Broken())
        executor.run()
        store.holdUp(.beforeInstance)
        store.letGo(.beforeReceive)
        executor.run()
        try await sending.value

        // A retry while the host reads the failed instance.
        try await perform { try await SlowStore.$passes.withValue(true) { try await host.retry(id) } }.value
        store.letGo(.beforeInstance)
        executor.run()
        let changing = perform {
            try await host.send(.activities([]), to: id)
            try await host.send(.busy(false), to: id)
            return try await host.log(of: id)
        }
        #expect(try await changing.value == ["r"])
        try await perform { await host.close() }.value
    }

    @Test("D2 Two events that are processed while they are stored are both removed from the inbox")
    func twoEventsAtOnce() async throws {
        let (store, id) = (store, id)
        store.holdUp(.beforeReceive)
        let first = try await perform {
            let host = try await HostFixture(store: store).host()
            try await host.start(Probe.self, id: id, initialState: .init(isBusy: true))
            return host
        }.value

        // The store takes them one after the other, and the machine processes them before it has the first.
        var sending = ["a", "b"].map { name in perform { try await first.send(.request(name), to: id) } }
        sending.append(perform { try await first.send(.busy(false), to: id) })
        store.letGo(.beforeReceive)
        executor.run()
        for sending in sending { try await sending.value }
        try await perform { await first.close() }.value

        let log = perform {
            let second = try await HostFixture(store: store).host()
            try await second.send(.note("c"), to: id)
            let log = try await second.log(of: id)
            await second.close()
            return log
        }
        #expect(try await log.value == ["a", "b", "c"])
    }
}
