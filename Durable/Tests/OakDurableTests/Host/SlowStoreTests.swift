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

    /// Opens a host, in which a probe is started if it has a state.
    func open(_ env: Probe.Env = Probe.Env(), startingIn state: Probe.State? = nil) async throws -> DurableHost {
        try await perform { [store, id] in
            let host = try await HostFixture(store: store).host(env)
            if let state { try await host.start(Probe.self, id: id, initialState: state) }
            return host
        }.value
    }

    func close(_ host: DurableHost) async throws { try await perform { await host.close() }.value }

    @Test("A host that opens a store begins the activities of its instances again")
    func activitiesAfterOpening() async throws {
        let names = Recorder<String>()
        func env(_ host: String) -> Probe.Env { .noting(in: names, until: Gate()) { name, _ in "\(host): \(name)" } }
        let first = try await open(env("first"), startingIn: .init(activities: ["work"]))
        let second = try await open(env("second"))
        #expect(names.values == ["first: work", "second: work"])
        for host in [first, second] { try await close(host) }
    }

    @Test("An instance that is cancelled while it is read begins no activity")
    func cancelledWhileRead() async throws {
        let (id, names) = (id, Recorder<String>())
        let former = Probe.Env(work: { _, _ in try await Gate().wait() })
        try await close(try await open(former, startingIn: .init(activities: ["work"])))
        store.holdUp(.instance)
        let host = try await open(.noting(in: names) { name, _ in name })
        try await perform { try await SlowStore.$passes.withValue(true) { try await host.cancel(id) } }.value
        store.letGo(.instance)
        executor.run()
        #expect(names.values == [])
        try await close(host)
    }

    @Test(
        "D3 An instance that is started while an event for it finds nothing begins its activities", .serialized,
        arguments: [[], ["work"]])
    func startedWhileRead(activities: [String]) async throws {
        let (id, names) = (id, Recorder<String>())
        let host = try await open(.noting(in: names) { name, _ in name })
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
        try await close(host)
    }

    @Test("An instance that is retried while it is read continues")
    func retriedWhileRead() async throws {
        let (id, isBroken) = (id, Guarded(true))
        let env = Probe.Env(act: { _ in if isBroken.withLock({ $0 }) { throw Broken() } })
        let host = try await open(env, startingIn: .init())
        try await perform { try await host.send(.act("first"), to: id) }.value
        isBroken.withLock { $0 = false }
        store.holdUp(.instance)
        let sending = perform { try await host.send(.note("second"), to: id) }
        try await perform { try await SlowStore.$passes.withValue(true) { try await host.retry(id) } }.value
        store.letGo(.instance)
        executor.run()
        try await sending.value
        #expect(try await perform { try await host.log(of: id) }.value == ["acted first", "second"])
        try await close(host)
    }

    @Test("D1 D2 An event that is being stored when its instance fails is processed once after the retry")
    func eventOfFailingInstance() async throws {
        let (id, work) = (id, Gate<Int?>("work"))
        store.holdUp(.beforeReceive)
        let host = try await open(
            Probe.Env(work: { _, _ in try await work.wait() }), startingIn: .init(activities: ["work"], isBusy: true))

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
        try await close(host)
    }

    @Test("D2 Two events that are processed while they are stored are both removed from the inbox")
    func twoEventsAtOnce() async throws {
        let id = id
        store.holdUp(.beforeReceive)
        let first = try await open(startingIn: .init(isBusy: true))

        // The store takes them one after the other, and the machine processes them before it has the first.
        var sending = ["a", "b"].map { name in perform { try await first.send(.request(name), to: id) } }
        sending.append(perform { try await first.send(.busy(false), to: id) })
        store.letGo(.beforeReceive)
        executor.run()
        for sending in sending { try await sending.value }
        try await close(first)

        let second = try await open()
        let log = perform {
            try await second.send(.note("c"), to: id)
            return try await second.log(of: id)
        }
        #expect(try await log.value == ["a", "b", "c"])
        try await close(second)
    }
}
