import BenchmarkSupport
import Foundation
import GRDB
import OakDurable

/// The rows that bare transactions change: those of a store, which a macrostep begun by an event changes as well.
enum BareRows {
    static let state = Data(
        #"{"count":12345,"customer":"somebody who orders","note":"kept with the count, as long as usual"}"#.utf8)
    static let event = Data(#"{"add":{"_0":1}}"#.utf8)
    static let generation = 1
    static let owner = StoreOwner(name: "the owner")

    static let lease = """
        UPDATE lease SET seen = ?, expires = ?, last_instance = ?, last_event = ?, latest_start = ?
        WHERE shard = 0 AND generation = ? AND owner_id = ?
        """
    static let instance = """
        UPDATE instance SET number = ?, version = ?, changed = ?, state = ?
        WHERE key = ? AND number = ? AND status = 'running'
        """
    static let journal = """
        INSERT INTO journal (instance, number, time, cause, name, version, event, outputs)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Makes a store with instances.
    ///
    /// - Returns: Their keys.
    static func create(_ file: URL, instances count: Int) async throws -> [InstanceKey] {
        let store = SQLiteStore(path: file.path, synchronous: .normal)
        let lease = try await store.claim(by: owner, at: Date())[0]
        let changes = (0..<count).map { number in
            StoreChange.create(
                StoredInstance(
                    InstanceSummary(
                        name: InstanceName(machine: Counter.machineName, id: "instance \(number)"), version: 1),
                    state: state))
        }
        let keys = try await store.commit(changes, under: lease, at: Date()).compactMap { answer in
            if case .created(let key) = answer { key } else { nil }
        }
        try await store.release([lease], at: Date())
        // The release has removed the owner.
        try await DatabaseQueue(path: file.path).write { database in
            try database.execute(sql: "UPDATE lease SET owner_id = ?", arguments: [owner.id.uuidString])
        }
        return keys
    }

    static func renewLease(_ database: Database, at now: Double) throws {
        try database.cachedStatement(sql: lease)
            .execute(arguments: [now, now + 30, 1000, 0, now, generation, owner.id.uuidString])
    }

    static func step(_ database: Database, instance key: InstanceKey, number: Int, at now: Double) throws {
        try database.cachedStatement(sql: instance).execute(arguments: [number, 1, now, state, key, number - 1])
        try database.cachedStatement(sql: journal).execute(arguments: [key, number, now, "event", nil, 1, event, nil])
    }
}
