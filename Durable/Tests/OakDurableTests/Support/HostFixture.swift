import Foundation
import Oak
import OakDurable
import OakTesting
import TestSupport

/// A store, a clock, and one host after another.
struct HostFixture {
    var store: any DurableStore = MemoryStore()
    let clock = TestClock()
    var settings = DurableSettings()

    static var start: Date { Date(timeIntervalSince1970: 1_000_000) }

    var durableClock: DurableClock { .counting(clock, from: Self.start) }

    /// Opens a host for probes.
    func host(_ env: Probe.Env = Probe.Env()) async throws -> DurableHost { try await host(Probe.self, env) }

    /// Opens a host for probes, and starts one in a state.
    func probe(
        _ env: Probe.Env = Probe.Env(), in state: Probe.State = Probe.State()
    ) async throws -> (DurableHost, DurableID<Probe>) {
        let host = try await host(env)
        return (host, try await host.start(Probe.self, id: "1", initialState: state))
    }

    /// Opens a host for a machine; the clock continues from the time of the previous host.
    func host<Machine: DurableTransducer>(_ machine: Machine.Type, _ env: Machine.Env) async throws -> DurableHost {
        let start = Self.start.addingTimeInterval(Double(clock.now.offset.components.seconds))
        let host = DurableHost(store: store, clock: .counting(clock, from: start), settings: settings)
        try await host.register(machine, env: env)
        try await host.open()
        return host
    }
}

extension DurableSettings {
    /// Tries for ever.
    static var patient: DurableSettings {
        var settings = DurableSettings()
        settings.storeFailures = .max
        return settings
    }
}

extension DurableHost {
    /// Waits for a state.
    @discardableResult
    func state<Machine: DurableTransducer>(
        of id: DurableID<Machine>, where isAwaited: (Machine.State) -> Bool
    ) async throws -> Machine.State {
        for await state in try await changes(of: id) where isAwaited(state) { return state }
        let last = try await state(of: id)
        guard isAwaited(last) else { throw NeverReached(last: "\(last)") }
        return last
    }

    func log(of id: DurableID<Probe>) async throws -> [String] { try await state(of: id).log }
}

/// Lets all ready tasks continue on the single thread of an exploration.
func turns(_ count: Int = 300) async { for _ in 0..<count { await Task.yield() } }

struct NeverReached: Error {
    let last: String
}
