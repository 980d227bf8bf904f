import Foundation
public import Oak

/// The changes of all instances of a machine, from a position on and as they come.
///
/// ``DurableHost/changes(of:after:limit:)`` makes feeds. Each iteration reads for itself, and none holds the host up.
public struct DurableFeed<Machine: FollowedTransducer>: AsyncSequence, Sendable {
    /// A feed is read in pages.
    public typealias Element = FeedPage<Machine>

    let host: DurableHost
    let start: FeedPosition
    let limit: Int

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(host: host, position: start, limit: limit)
    }

    /// Reads one page after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let host: DurableHost
        var position: FeedPosition
        let limit: Int

        /// Returns the next page, and waits for a change if there is none.
        ///
        /// - Returns: The page; `nil` if the host was closed, or the calling task was cancelled.
        /// - Throws: The error that has ended the host, and errors of the store. The next call reads the same page.
        public mutating func next() async throws -> FeedPage<Machine>? {
            let page = try await host.nextPage(of: Machine.self, after: position, limit: limit)
            if let page { position = page.position }
            return page
        }
    }
}

/// Changes that follow one another in a feed.
public struct FeedPage<Machine: FollowedTransducer>: Sendable {
    /// The changes, at least one, each of another instance.
    public let changes: [FeedChange<Machine>]
    /// The position after the last of them.
    public let position: FeedPosition
}

/// An instance that has changed, as it was when the page was read.
public struct FeedChange<Machine: FollowedTransducer>: Sendable {
    /// The id of the instance.
    public var id: DurableID<Machine> { DurableID(entry.instance.name.id) }
    /// The condition of the instance, its tags, and the number of its macrosteps.
    public var summary: InstanceSummary { entry.instance.summary }

    /// The state after the last durable macrostep.
    ///
    /// Read for each change, so that an instance that cannot be decoded does not hide the others.
    ///
    /// - Throws: ``DurableError/undecodable(_:part:reason:)``, and errors of migrations.
    public var state: Machine.State {
        get throws {
            if let problem = entry.problem { throw problem }
            return try DurableState<Machine>.state(of: entry.instance)
        }
    }

    let entry: StoredFeedEntry
}

extension DurableHost {
    /// Returns the changes of all instances of a machine, from a position on and as they come.
    ///
    /// A change is a beginning, a macrostep, a failure, a retry, a cancellation or the end. An instance that has
    /// changed several times since the position comes once, with its latest state: a follower may miss states in
    /// between, which ``history(of:after:limit:)`` has, and never the last one. The changes of each shard come in the
    /// order in which they became durable.
    ///
    /// ```swift
    /// import Foundation
    /// import OakDurable
    ///
    /// func follow(_ host: DurableHost, from saved: FeedPosition) async throws {
    ///     for try await page in host.changes(of: Order.self, after: saved) {
    ///         for change in page.changes { print(change.id.text, try change.state) }
    ///         // Kept in one transaction with everything that was made of the page.
    ///         let position = try JSONEncoder().encode(page.position)
    ///         print(position)
    ///     }
    /// }
    /// ```
    ///
    /// Changes that other processes make come within a second.
    ///
    /// An instance that is removed leaves the feed: keep ended instances for longer than a follower may be away.
    ///
    /// The sequence waits for a host that is not open yet, and ends when the host is closed.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - position: The position of the last page that the follower has kept; by default all instances come.
    ///   - limit: The greatest number of changes in a page; 100 by default.
    /// - Complexity: O(*n* log *m*) for a page of *n* changes among *m* instances.
    public nonisolated func changes<Machine: FollowedTransducer>(
        of machine: Machine.Type, after position: FeedPosition = .beginning, limit: Int = 100
    ) -> DurableFeed<Machine> {
        DurableFeed(host: self, start: position, limit: max(1, limit))
    }

    func nextPage<Machine: FollowedTransducer>(
        of machine: Machine.Type, after position: FeedPosition, limit: Int
    ) async throws -> FeedPage<Machine>? {
        try refuseNamesake(of: machine)
        let signal = feedSignals[Machine.machineName] ?? Signal()
        feedSignals[Machine.machineName] = signal
        while !Task.isCancelled {
            switch condition {
            case .new, .opening:
                do { try await untilOpen() } catch {
                    if Task.isCancelled || error as? DurableError == .hostNotOpen { return nil }
                    throw error
                }
            case .closing, .closed: return nil
            case .failed(let error, _): throw error
            case .open:
                let count = signal.count
                let found = try await reading {
                    try await store.changes(of: Machine.machineName, after: position, limit: limit)
                }
                if !found.isEmpty { return FeedPage(found, after: position) { store.shard(of: $0) } }
                // A change that became durable after the reading is read at once.
                if signal.count == count { wakeFollowersLater(of: Machine.machineName) }
                await signal.wait(past: count)
            }
        }
        return nil
    }

    /// Lets followers look once a second in a store that processes share: nobody tells of the changes of others.
    private func wakeFollowersLater(of machine: String) {
        guard store.isShared, feedsToRead.insert(machine).inserted else { return }
        let clock = clock
        tasks.start { [weak self] in
            try? await clock.sleep(until: clock.now.addingTimeInterval(1))
            await self?.wakeFollowers(of: machine)
        }
    }

    private func wakeFollowers(of machine: String) {
        feedsToRead.remove(machine)
        feedSignals[machine]?.send()
    }

    /// Wakes the followers of the feeds to which changes belong that may have become durable.
    func noteFeeds(_ changes: [PendingChange]) {
        if feedSignals.isEmpty { return }
        var machines: Set<String> = []
        for pending in changes {
            if pending.change.mayBeFollowed, let machine = pending.machine { machines.insert(machine) }
            machines.formUnion(pending.change.followedTargets.map(\.machine))
        }
        for machine in machines.sorted() { feedSignals[machine]?.send() }
    }
}

extension FeedPage {
    fileprivate init(
        _ entries: [StoredFeedEntry], after position: FeedPosition, shard: (InstanceName) -> StoreShard
    ) {
        changes = entries.map { FeedChange(entry: $0) }
        self.position = entries.reduce(into: position) { $0[shard($1.instance.name)] = $1.number }
    }
}
