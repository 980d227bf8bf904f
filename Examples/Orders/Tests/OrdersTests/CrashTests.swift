import Foundation
import OakDurable
import OakDurableTesting
import OakTesting
import Orders
import Testing

@Suite("Orders in processes that crash")
struct CrashTests {
    /// A process that crashes.
    struct Process: Sendable {
        /// Decides which operations of the store fail, and which one is the last.
        let seed: UInt64
        /// The time after which it crashes, if no operation of the store was the last one before.
        let seconds: Double
        let cancels: Bool
    }

    static let processes = Generator<[Process]> { random in
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
            Process(
                seed: random.next(), seconds: .random(in: 0...12, using: &random),
                cancels: Int.random(in: 0..<6, using: &random) == 0)
        }
    }

    @Test("Wherever processes crash, an order ends, and its money, articles and parcel are where they belong")
    func anywhere() async {
        await explore(seeds: 1...300, events: Self.processes) { try await live(through: $0, town: Town()) }
    }

    @Test("The test of crashes notices a bank that carries out a repeated request, and one that forgets a void charge")
    func faults() async {
        for fault in [Town.Fault.repeatsCharges, .forgetsVoids] {
            let found = await counterexample(seeds: 1...300, events: Self.processes) {
                try await live(through: $0, town: Town(fault))
            }
            #expect(found != nil, "\(fault)")
        }
    }
}

/// Places an order that lives through crashing processes and ends in one that works, and checks the books of the town.
private func live(through processes: [CrashTests.Process], town: Town) async throws {
    let contents = MemoryStore()
    let clock = DurableClock.counting(TestClock(advancing: .whenIdle), from: Date(timeIntervalSince1970: 0))
    let id: DurableID<Order> = "17"

    func open(_ store: any DurableStore) async throws -> DurableHost {
        var settings = DurableSettings()
        // The crashes are not the fault of the order, and the store recovers each time.
        (settings.crashesAlone, settings.storeFailures) = (.max, .max)
        let host = DurableHost(store: store, clock: clock, settings: settings, observer: { _ in })
        try await host.register(Order.self, env: town.env)
        try await host.open()
        return host
    }

    func place(_ host: DurableHost) async throws {
        try await host.start(Order.self, id: id, initialState: .cart(Shop.basket))
        do { try await host.send(.checkOut, to: id, deduplication: "check out") } catch DurableError.instanceEnded {}
    }

    for process in processes {
        town.begin(seed: process.seed)
        let faults = Generator<StoreFault>.weighted([
            (60, .none), (1, .failureBefore), (1, .failureAfter), (1, .delay(before: 1, after: 2)), (1, .crashBefore),
            (1, .crashAfter),
        ])
        let store = FaultyStore(contents, faults: faults, seed: process.seed)
        guard let host = try? await open(store) else { continue }
        try? await place(host)
        if process.cancels { _ = try? await host.send(.cancel, to: id, deduplication: "cancel") }
        try await clock.sleep(until: clock.now + process.seconds)
        store.crash()
        await host.close()
    }
    town.begin(seed: nil)
    let host = try await open(contents)
    try await place(host)
    try await host.value(of: id)
    let end = try await host.state(of: id)
    await host.close()
    town.deliverAll()
    expectThat(town.balances(after: end), "\(town.text) after \(end)")
}
