import Foundation
import Oak
import OakDurable
import OakTesting
import TestSupport

/// A store, a clock, and one host after another.
@available(macOS 15, *)
struct Stage {
    var store: any DurableStore = MemoryStore()
    let clock = TestClock()
    var settings = DurableSettings()

    static var start: Date { Date(timeIntervalSince1970: 1_000_000) }

    var durableClock: DurableClock { .counting(clock, from: Self.start) }

    /// Opens a host for puppets.
    func host(_ env: Puppet.Env = Puppet.Env()) async throws -> DurableHost {
        let start = Self.start.addingTimeInterval(Double(clock.now.offset.components.seconds))
        let host = DurableHost(
            store: store, clock: .counting(clock, from: start), settings: settings)
        try await host.register(Puppet.self, env: env)
        try await host.open()
        return host
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

    func log(of id: DurableID<Puppet>) async throws -> [String] { try await state(of: id).log }
}

struct NeverReached: Error {
    let last: String
}
