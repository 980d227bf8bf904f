public import OakDurable
import OakTesting

/// Checks that a store keeps durable machines as hosts require.
///
/// ```swift
/// import OakDurable
/// import OakDurableTesting
/// await checkLaws(ofStore: "MemoryStore", reopen: { $0 }) { MemoryStore() }
/// ```
///
/// A law may use a store from one process after the other, and claims it anew in each. Let `reopen` end the first
/// process without a release, as a crash does, and open the same contents for the next, which then finds the leases of
/// the first expired.
///
/// - Parameters:
///   - name: The name of the store in reports.
///   - patience: The time, in milliseconds, that a law waits for work on other threads. Only a store that breaks a law
///     takes that long.
///   - reopen: Opens the contents of a store for the next process. The law does not use the former store any more.
///   - make: Makes a store with contents of its own, which are empty.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func checkLaws<Store: DurableStore>(
    ofStore name: String, patience: Int = 10_000,
    reopen: @escaping @Sendable (Store) async throws -> Store,
    make: @escaping @Sendable () async throws -> Store,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async {
    let laws = StoreLaws(make: make, reopen: reopen)
    let all: [Law] =
        laws.ofOwnership + laws.ofInstances + laws.ofInboxes + laws.ofMacrosteps + laws.ofTransactions + laws.ofStatuses
        + laws.ofSuspects + laws.ofDeadlines + laws.ofMessages + laws.ofWatches + laws.ofQueues + laws.ofSchedules
        + laws.ofOperations + laws.ofLists + laws.ofTags + laws.ofFeeds + laws.ofRemoval + laws.ofPersistence
    await check(all, of: name, patience: patience, at: CallSite(fileID, filePath, line, column))
}

/// The laws of stores, each kind in a file of its own.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct StoreLaws<Store: DurableStore>: Sendable {
    typealias Session = StoreSession<Store>

    let make: @Sendable () async throws -> Store
    let reopen: @Sendable (Store) async throws -> Store

    /// Makes a law about a new store that a process has claimed.
    func law(_ name: String, _ body: @escaping @Sendable @concurrent (Session) async throws -> Void) -> Law {
        Law(name) { experiment in
            try await body(Session(try await make(), reopen: reopen, experiment: experiment))
        }
    }
}
