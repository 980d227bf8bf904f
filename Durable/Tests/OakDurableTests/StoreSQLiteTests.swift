#if SQLite
    import Foundation
    import GRDB
    @testable import OakDurable
    import OakDurableTesting
    import Testing

    @Suite("Store in SQLite")
    struct StoreSQLiteTests {
        let folder = TemporaryFolder()

        @Test("SQLiteStore keeps the laws of stores", arguments: [SQLiteStore.Synchronous.full, .normal])
        func laws(synchronous: SQLiteStore.Synchronous) async {
            await checkLaws(ofStore: "SQLiteStore") { store in
                await store.close()
                return SQLiteStore(path: store.path, synchronous: synchronous)
            } make: { [folder] in
                SQLiteStore(path: folder.path("\(UUID()).sqlite"), synchronous: synchronous)
            }
        }
    }

    extension StoreSQLiteTests {
        @Test("The queries of a start and a list use an index instead of a scan")
        func plans() async throws {
            let store = SQLiteStore(path: folder.path("store.sqlite"))
            let lease = try await store.claim(by: StoreOwner(), at: Date())[0]
            try await store.release([lease], at: Date())
            let ranges = [
                InstanceRange("true", []), InstanceRange("machine = ? AND status = ?", []),
                InstanceRange("order", .running, [StoredTag(name: "phase", value: "open")]),
                InstanceRange(
                    "order", .running, [StoredTag(name: "a", value: 1), StoredTag(name: "b", value: 2)]),
            ]
            let statements =
                [
                    StoreReads.unfinished, StoreReads.deadlines, StoreReads.deadlinesAfter, StoreMoves.again,
                    StoreMoves.remaining, StoreMoves.restore, StoreReads.suspects, StoreReads.machines,
                    StoreReads.counts, StoreReads.tagged, StoreReads.changes, StoreReads.queued,
                    StoreReads.queuedAgain, StoreReads.nextAttempt, StoreReads.queues, StoreMoves.settled,
                    StoreMoves.failed,
                ] + ranges.flatMap { [$0.list, $0.limited(to: 1...2).list] }
                + ranges[2...].map { $0.count(in: $0.index) }
            let database = try DatabaseQueue(path: store.path)
            for sql in statements {
                let plan = try await database.read {
                    try Row.fetchAll($0, sql: "EXPLAIN QUERY PLAN " + sql.replacing("?", with: "1"))
                        .map { $0["detail"] as String }
                }
                let tables = ["instance", "inbox", "activity", "deadline", "journal", "tag", "instance_count"]
                let scans = plan.filter { line in
                    line.contains("TEMP B-TREE")
                        || tables.contains { line.hasPrefix("SCAN \($0)") } && !line.contains("INDEX")
                }
                #expect(scans.isEmpty, "\(sql)\n\(plan.joined(separator: "\n"))")
            }
        }

        @Test("A claim visits all deadlines only if the clock was set back")
        func visits() async throws {
            let store = SQLiteStore(path: folder.path("store.sqlite"))
            let now = Date(timeIntervalSince1970: 1_700_000_000)
            var lease = try await store.claim(by: StoreOwner(), at: now)[0]
            _ = try await store.commit([.create(.sample("a"))], under: lease, at: now)
            // A deadline beyond its length, which only a visit would move.
            try await store.openFile().outsideTransactions { try $0.script("UPDATE deadline SET due = due + 1000") }
            lease = try await store.claim(by: StoreOwner(), at: now + 10)[0]
            #expect(try await store.deadlines(in: [.first], after: nil, limit: 1).map(\.due) == [now + 1_060])
            lease = try await store.claim(by: StoreOwner(), at: now - 10)[0]
            #expect(try await store.deadlines(in: [.first], after: nil, limit: 1).map(\.due) == [now + 50])
            // A claim takes the move back when the original time is not beyond the length any more.
            lease = try await store.claim(by: StoreOwner(), at: now + 20)[0]
            #expect(try await store.deadlines(in: [.first], after: nil, limit: 1).map(\.due) == [now + 50])
            lease = try await store.claim(by: StoreOwner(), at: now + 1_000)[0]
            #expect(try await store.deadlines(in: [.first], after: nil, limit: 1).map(\.due) == [now + 1_060])
            try await store.release([lease], at: now)
        }
    }

    /// A folder that is removed with its contents.
    final class TemporaryFolder: Sendable {
        private let url: URL

        init() {
            url = FileManager.default.temporaryDirectory.appendingPathComponent("oak-\(UUID())")
            do {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            } catch { Issue.record(error) }
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        func path(_ name: String) -> String { url.appendingPathComponent(name).path }
    }
#endif
