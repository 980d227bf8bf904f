package import Foundation

/// A row that a database has answered. Columns count from 0; text and data are empty for NULL.
package protocol StoredRow {
    func isNull(_ column: CInt) -> Bool
    func int64(_ column: CInt) -> Int64
    func double(_ column: CInt) -> Double
    func text(_ column: CInt) -> String
    func data(_ column: CInt) -> Data
}

extension StoredRow {
    package func int(_ column: CInt) -> Int { Int(clamping: int64(column)) }
    package func optionalInt(_ column: CInt) -> Int? { isNull(column) ? nil : int(column) }
    package func date(_ column: CInt) -> Date { Date(timeIntervalSinceReferenceDate: double(column)) }
    package func optionalDate(_ column: CInt) -> Date? { isNull(column) ? nil : date(column) }
    package func optionalText(_ column: CInt) -> String? { isNull(column) ? nil : text(column) }
    package func optionalData(_ column: CInt) -> Data? { isNull(column) ? nil : data(column) }
    /// The tracing context in a column; empty if there is none, or nobody can read it.
    package func context(_ column: CInt) -> TraceContext { TraceContext(text: optionalText(column)) }

    /// The name in two columns.
    package func name(_ column: CInt) -> InstanceName {
        InstanceName(machine: text(column), id: text(column + 1))
    }
}

// All databases have these columns, in the order in which they are read here.
extension StoredRow {
    package var event: StoredEvent {
        StoredEvent(number: int64(0), version: int(1), received: date(2), event: data(3), context: context(4))
    }

    package var journalEntry: JournalEntry {
        get throws(DurableError) {
            guard let cause = JournalEntry.Cause(kind: text(2), name: optionalText(3)) else {
                throw .storeFailed("Entry \(int(0)) in the journal has an unknown cause.")
            }
            return JournalEntry(
                number: int(0), time: date(1), cause: cause, version: int(4), event: optionalData(5),
                outputs: optionalData(6), state: optionalData(7), stateVersion: optionalInt(8), context: context(9))
        }
    }

    package var deadline: DeadlineReference {
        DeadlineReference(due: date(0), key: int64(1), name: text(2), number: int(3), instance: name(4))
    }

    package var turn: QueuedActivity {
        QueuedActivity(key: int64(0), instance: name(1), activity: text(3), number: int(4))
    }

    package var owner: ShardOwner {
        ShardOwner(shard: StoreShard(int(0)), owner: optionalText(1), generation: int(2), lastSeen: optionalDate(3))
    }
}
