import Foundation
import Oak
import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport
import Testing

/// A store, a clock, and one host after another.
struct HostFixture {
    var store: any DurableStore = MemoryStore()
    var clock = TestClock()
    var settings = DurableSettings()
    var observer: (@Sendable (DurableOccurrence) -> Void)?

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
        try await newHost().opened(machine, env)
    }

    /// A host that has neither machines nor been opened.
    func newHost() -> DurableHost {
        let observer = observer.map { DurableObserver($0) }
        return DurableHost(store: store, clock: durableClock, settings: settings, observer: observer)
    }
}

extension DurableClock {
    /// A clock that goes on when nothing else can.
    static var whenIdle: DurableClock { .counting(TestClock(advancing: .whenIdle), from: HostFixture.start) }

    /// Lets seconds pass until something is no longer the case.
    nonisolated(nonsending) func pass(while isGoingOn: () async throws -> Bool) async throws {
        while try await isGoingOn() { try await sleep(until: now.addingTimeInterval(1)) }
    }
}

extension MemoryStore {
    /// The durable state of the first instance of a machine.
    func state<Machine: DurableTransducer>(of machine: Machine.Type) async throws -> Machine.State {
        let stored = try await instance(InstanceName(machine: Machine.machineName, id: "1"))
        return try JSONDecoder().decode(Machine.State.self, from: stored?.state ?? Data())
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

    /// Keeps so many idle instances in memory.
    static func idle(_ count: Int) -> DurableSettings { DurableSettings(idleInstances: count) }
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

    /// Lets a probe fail at an event, which waits for the retry.
    func fail(_ id: DurableID<Probe>) async throws {
        try await send(.operation, to: id)
        await #expect(throws: DurableError.self) { try await value(of: id) }
    }
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
