import Foundation
import Oak
import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport

/// A store, a clock, and one host after another.
struct HostFixture {
    var store: any DurableStore = MemoryStore()
    var clock = TestClock()
    var settings = DurableSettings()

    static var start: Date { Date(timeIntervalSince1970: 1_000_000) }

    /// The clock of a host, which continues from the time of the host before.
    var durableClock: DurableClock {
        let (seconds, attoseconds) = clock.now.offset.components
        return .counting(clock, from: Self.start.addingTimeInterval(Double(seconds) + Double(attoseconds) / 1e18))
    }

    /// Opens a host for probes.
    func host(_ env: Probe.Env = Probe.Env()) async throws -> DurableHost { try await host(Probe.self, env) }

    /// Opens a host for probes, and starts one in a state.
    func probe(
        _ env: Probe.Env = Probe.Env(), in state: Probe.State = Probe.State()
    ) async throws -> (DurableHost, DurableID<Probe>) {
        let host = try await host(env)
        return (host, try await host.start(Probe.self, id: "1", initialState: state))
    }

    /// Opens a host for a machine.
    func host<Machine: DurableTransducer>(_ machine: Machine.Type, _ env: Machine.Env) async throws -> DurableHost {
        try await DurableHost(store: store, clock: durableClock, settings: settings).opened(machine, env)
    }
}

extension Generator<StoreFault> {
    /// A fault of the store of a process; the last process of several does not crash.
    static func ofProcess(isLast: Bool) -> Generator {
        .weighted([
            (8, .none), (1, .failureBefore), (1, .failureAfter), (1, .delay(before: 1, after: 2)),
            (isLast ? 0 : 1, .crashBefore), (isLast ? 0 : 1, .crashAfter),
        ])
    }
}

extension DurableSettings {
    /// Tries for ever.
    static var patient: DurableSettings { DurableSettings(storeFailures: .max) }
}

extension DurableHost {
    /// This host, opened for a machine.
    nonisolated func opened<Machine: DurableTransducer>(
        _ machine: Machine.Type, _ env: Machine.Env
    ) async throws -> DurableHost {
        try await register(machine, env: env)
        try await open()
        return self
    }

    /// This host, opened for probes.
    nonisolated func opened(_ env: Probe.Env = Probe.Env()) async throws -> DurableHost {
        try await opened(Probe.self, env)
    }

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

/// Explores a scenario that has something of its own in each run.
nonisolated(nonsending) func explore<Fixture: Sendable>(
    seeds: ClosedRange<UInt64>, with fixture: @escaping @autoclosure @Sendable () -> Fixture,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: @escaping @Sendable @concurrent (Fixture) async throws -> Void
) async {
    await explore(seeds: seeds, fileID: fileID, filePath: filePath, line: line, column: column) {
        try await scenario(fixture())
    }
}

/// Lets all ready tasks continue on the single thread of an exploration.
func turns(_ count: Int = 300) async { for _ in 0..<count { await Task.yield() } }

struct NeverReached: Error {
    let last: String
}
