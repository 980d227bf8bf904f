import Foundation
import Oak
import OakDurable
import OakTesting
import TestSupport

/// A key ring whose cipher is an exclusive or; the first byte of a payload is the name of its key, which is below 32.
struct XorRing: DurableCodec {
    struct MissingKey: Error { let name: UInt8? }

    var keys: [UInt8: UInt8] = [1: 0xA5, 2: 0xC3, 3: 0x96]
    /// The name of the key for new payloads; `nil` uses them all in turn.
    var current: UInt8? = 1

    func encode(_ payload: Data) throws -> Data {
        let name = current ?? keys.keys.sorted()[payload.count % keys.count]
        guard let key = keys[name] else { throw MissingKey(name: name) }
        return Data([name] + payload.map { $0 ^ key })
    }

    func decode(_ payload: Data) throws -> Data {
        // From the time before the key ring.
        if let first = payload.first, first >= 32 { return payload }
        guard let name = payload.first, let key = keys[name] else { throw MissingKey(name: payload.first) }
        return Data(payload.dropFirst().map { $0 ^ key })
    }

    /// The ring of a process that has some of the keys, the last of which is for new payloads.
    static func keys(_ names: UInt8...) -> XorRing {
        XorRing(keys: XorRing().keys.filter { names.contains($0.key) }, current: names.last)
    }
}

/// A codec that encodes nothing twice alike, as one with a nonce does.
final class UnlikeCodec: DurableCodec {
    private let count = Guarded(0)

    /// How many payloads it has encoded.
    var encodings: Int { count.withLock { $0 } }

    func encode(_ payload: Data) throws -> Data {
        let nonce = count.withLock { count in
            count += 1
            return UInt8(truncatingIfNeeded: count)
        }
        return Data([nonce] + payload.map { $0 ^ nonce ^ 0xA5 })
    }

    func decode(_ payload: Data) throws -> Data {
        Data(payload.dropFirst().map { $0 ^ (payload.first ?? 0) ^ 0xA5 })
    }
}

/// A codec that encodes nothing before it has a key.
final class LateKey: DurableCodec {
    struct NoKey: Error {}

    let hasKey = Guarded(true)

    func encode(_ payload: Data) throws -> Data {
        guard hasKey.withLock({ $0 }) else { throw NoKey() }
        return try XorRing().encode(payload)
    }

    func decode(_ payload: Data) throws -> Data { try XorRing().decode(payload) }
}

/// The payloads in a value, wherever they are.
func payloads(in value: Any) -> [Data] {
    if let data = value as? Data { return [data] }
    return Mirror(reflecting: value).children.flatMap { payloads(in: $0.value) }
}

/// A machine that watches a probe, and sends it notes.
enum Mourner: EffectTransducer, FollowedTransducer {
    struct State: Codable, Hashable, Sendable, NonTerminal { var heard: [String] = [] }
    enum Event: Codable, Hashable, Sendable { case watch(String), tell(String), heard(String) }

    static let machineName = "mourner"

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .watch(let id):
            return .watch(
                DurableID<Probe>(id), ended: .heard("ended"), failed: .heard("failed"), cancelled: .heard("cancelled"))
        case .tell(let id): return .send(.note("told"), to: DurableID<Probe>(id), refused: .heard("refused"))
        case .heard(let news):
            state.heard.append(news)
            return nil
        }
    }
}

/// Processes with different keys, one after the other, over the contents of one store.
struct KeyProcesses {
    var contents = MemoryStore()
    let clock = DurableClock.whenIdle
    let problems = Recorder<String>()
    let recoveries = Recorder<Int>()

    /// Opens a host for probes with a codec.
    func host(_ codec: some DurableCodec, _ env: Probe.Env = Probe.Env()) async throws -> DurableHost {
        try await host(on: EncodedStore(contents, codec: codec), env)
    }

    func host(on store: some DurableStore, _ env: Probe.Env = Probe.Env()) async throws -> DurableHost {
        let host = DurableHost(
            store: store, clock: clock,
            observer: { [problems, recoveries] occurrence in
                if occurrence.isProblem { problems.record("\(occurrence)") }
                if case .recovered(let count) = occurrence { recoveries.record(count) }
            })
        try await host.register(Probe.self, env: env)
        try await host.register(Mourner.self)
        try await host.open()
        return host
    }

    /// Waits until the last host that was opened has taken up what its predecessor has left.
    func untilRecovered(_ hosts: Int) async { while recoveries.values.count < hosts { await Task.yield() } }

    /// Reads the contents without a codec while no host is open.
    func read<Value>(_ body: (MemoryStore) async throws -> Value) async throws -> Value {
        let leases = try await contents.claim(by: StoreOwner(), at: clock.now)
        let value = try await body(contents)
        try await contents.release(leases, at: clock.now)
        return value
    }

    /// The names of the keys of an instance's payloads: of its state, output and time-outs, inbox and journal.
    func marks<Machine>(
        of id: DurableID<Machine>
    ) async throws -> (row: Set<UInt8>, inbox: Set<UInt8>, journal: Set<UInt8>) {
        try await read { contents in
            guard let row = try await contents.instance(id.name) else { throw NeverReached(last: "no \(id)") }
            let inbox = try await contents.inbox(of: row.key, after: 0, limit: .max)
            let journal = try await contents.journal(of: row.key, after: -1, limit: .max)
            func marks(_ value: Any) -> Set<UInt8> { Set(payloads(in: value).compactMap(\.first)) }
            return (marks(row), marks(inbox), marks(journal))
        }
    }
}
