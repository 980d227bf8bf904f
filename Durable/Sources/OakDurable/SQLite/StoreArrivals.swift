#if SQLite
    import Foundation
    public import GRDB
    public import Oak

    extension SQLiteStore {
        /// Sends an event to an instance in a transaction of your own on the file of the store.
        ///
        /// Rows of your own tables and the event become durable together, or not at all. The host that has the store
        /// open takes the event as soon as the transaction is committed, and before any event that is sent to the host
        /// afterwards. If it is closed before, the next one finds the event in the inbox.
        ///
        /// ```swift
        /// import GRDB
        /// import OakDurable
        ///
        /// func pay(_ cents: Int, for id: String, _ store: SQLiteStore, _ pool: DatabasePool) async throws {
        ///     try await pool.write { database in
        ///         try database.execute(sql: "INSERT INTO payment VALUES (?, ?)", arguments: [id, cents])
        ///         try store.send(.pay(cents: cents), to: DurableID<Order>(id), in: database)
        ///     }
        /// }
        /// ```
        ///
        /// The host writes to the file, too, so that a connection of your own needs a time for which it waits:
        /// `configuration.busyMode = .timeout(10)`. The host waits for five seconds; after a longer transaction, its
        /// senders get errors of the store.
        ///
        /// The limit of an inbox (``DurableSettings/waitingEvents``) does not count for such events.
        ///
        /// - Parameters:
        ///   - event: The event.
        ///   - id: The id of the instance.
        ///   - deduplication: A key that names the event: the instance ignores further events with the same key.
        ///   - database: A connection to the file of the store, within a transaction. One that was deferred fails as
        ///     SQLite says if the file has changed since its first reading.
        /// - Throws: ``DurableError/unknownInstance(_:)``, ``DurableError/instanceEnded(_:)``,
        ///   ``DurableError/instanceCancelled(_:)``, ``DurableError/notAStore(_:)`` for a connection to another file,
        ///   and ``DurableError/storeFailed(_:)``, also outside a transaction and unless a host has the store open.
        public func send<Machine: DurableTransducer>(
            _ event: Machine.Event, to id: DurableID<Machine>, deduplication: String? = nil, in database: Database
        ) throws {
            try send(
                try encoded(event, id.name, "event"), version: Machine.machineVersion, to: id.name,
                deduplication: deduplication, in: database)
        }

        /// Sends an event that is encoded.
        func send(
            _ event: Data, version: Int, to name: InstanceName, deduplication: String?, in database: Database
        ) throws {
            _ = try openFile()
            do {
                let connection = try StoreConnection(database)
                guard connection.isInsideTransaction else {
                    throw DurableError.storeFailed("An event for \(name) needs a transaction. Send it within 'write'.")
                }
                guard let file = connection.file, FileIdentity(path: file) == FileIdentity(path: path) else {
                    throw DurableError.notAStore(
                        "The connection is to \(connection.file ?? "no file"). Use one to \(path).")
                }
                guard !connection.hasMoved else {
                    throw DurableError.notAStore("The connection is to a file that was replaced. Open \(path) again.")
                }
                let isNew = try connection.savepoint { try connection.leave(event, version, for: name, deduplication) }
                guard isNew else { return }
            } catch {
                throw DurableError(store: error)
            }
            // While the transaction keeps the owner from writing, so that its next one cannot miss it. After a
            // rollback, the owner finds nothing.
            arrivals.note()
            database.afterNextTransaction(onCommit: { [arrivals] _ in arrivals.signal.send() })
        }
    }

    extension EncodedStore where Base == SQLiteStore {
        /// Sends an event to an instance in a transaction of your own on the file of the store, encoded by the codec.
        ///
        /// See ``SQLiteStore/send(_:to:deduplication:in:)``, whose errors it throws, too.
        ///
        /// - Parameters:
        ///   - event: The event.
        ///   - id: The id of the instance.
        ///   - deduplication: A key that names the event: the instance ignores further events with the same key.
        ///   - database: A connection to the file of the store, within a transaction.
        /// - Throws: ``DurableError/storeFailed(_:)`` if the codec cannot encode the event.
        public func send<Machine: DurableTransducer>(
            _ event: Machine.Event, to id: DurableID<Machine>, deduplication: String? = nil, in database: Database
        ) throws {
            let payload = try OakDurable.encoded(event, id.name, "event")
            try base.send(
                try encode(payload, .event(nil)), version: Machine.machineVersion, to: id.name,
                deduplication: deduplication, in: database)
        }
    }

    extension StoreConnection {
        /// Puts an event into an inbox in a transaction that is not the owner's.
        ///
        /// - Returns: Whether the owner has to be told.
        fileprivate func leave(
            _ event: Data, _ version: Int, for name: InstanceName, _ deduplication: String?
        ) throws -> Bool {
            guard let key = try key(of: name) else { throw DurableError.unknownInstance(name) }
            let counters = StoreCounters(lastEvent: try lastEvent())
            var commit = StoreCommit(connection: self, counters: counters, now: Date())
            let answer = try commit.apply(
                .receive(event: event, version: version, deduplication: deduplication, for: key))
            try answer.requireSuccess(of: name)
            guard let number = answer.number else { return false }
            try run("UPDATE lease SET last_event = ?", [number])
            try run("INSERT INTO arrival (number, instance) VALUES (?, ?)", [number, key])
            return true
        }

        /// The number of the latest event, which the transaction of another connection may have given.
        func lastEvent() throws -> EventNumber { try number("SELECT last_event FROM lease") }
    }

    extension StoreCommit {
        /// Takes the events that other connections have left, if there may be any or the changes ask for them.
        mutating func takeArrivals(for changes: [StoreChange]) throws -> StoredArrivals? {
            let (latest, told) = counters.arrivals
            guard latest > told && !changes.isEmpty || changes.contains(.takeArrivals) else { return nil }
            counters.arrivals.told = latest
            return StoredArrivals(try takeArrivals(), upTo: latest)
        }

        private func takeArrivals() throws -> [StoredNotice] {
            var notices = try connection.rows(StoreReads.arrivals, [Self.arrivalsAtOnce]) { row in
                StoredNotice(
                    to: row.name(1),
                    StoredEvent(
                        number: row.int64(0), version: row.int(3), received: row.date(4), event: row.data(5),
                        context: row.context(6)))
            }
            if notices.count == Self.arrivalsAtOnce {
                notices += try connection.rows(StoreReads.furtherArrivals, [notices.last?.event?.number]) { row in
                    StoredNotice(to: row.name(0), nil)
                }
            }
            // Those of instances that have failed or ended meanwhile have nobody to be told.
            try connection.run("DELETE FROM arrival")
            return notices
        }

        /// How many events are in memory at the same time, whatever others have left.
        private static var arrivalsAtOnce: Int { 1000 }
    }

    /// Tells the owner of a store of events that other connections have put into its inboxes.
    final class StoreArrivals: Sendable {
        private let number = Protected(0)
        /// Wakes the owner.
        let signal = Signal()

        /// The number of the latest.
        var latest: Int { number.withLock { $0 } }

        func note() { number.withLock { $0 += 1 } }
    }
#endif
