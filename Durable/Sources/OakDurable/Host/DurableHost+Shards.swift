import Foundation
import Oak

/// The leases of a host by their shards.
typealias Leases = [StoreShard: StoreLease]

extension DurableHost {
    /// Renews the leases, each third of the time for which they are valid, also while nothing happens.
    ///
    /// - Returns: The task, which does not retain the host while it sleeps; `nil` for leases that need no renewal.
    func renewRegularly() -> Task<Void, Never>? {
        guard let duration = store.leaseDuration, !ownsNothing else { return nil }
        let clock = clock
        return tasks.start { [weak self] in
            var failures = 0
            repeat {
                do { try await clock.sleep(until: clock.now.addingTimeInterval(duration / 3)) } catch { return }
            } while await self?.renew(&failures) ?? false
        }
    }

    /// Renews the leases when another process has given up shards.
    ///
    /// - Returns: The task; `nil` for leases that need no renewal.
    func takeUpFreeShards() -> Task<Void, Never>? {
        guard store.leaseDuration != nil, !ownsNothing else { return nil }
        let news = store.awaitFreeShards()
        return tasks.start { [weak self] in
            for await _ in news {
                // A failure counts with the next regular renewal.
                var failures = 0
                guard await self?.renew(&failures) ?? false else { return }
            }
        }
    }

    /// - Returns: Whether the host goes on.
    private func renew(_ failures: inout Int) async -> Bool {
        guard let leases = try? leases(alsoWhenClosing: true) else { return false }
        // The other renewal returns the leases from now on.
        if isRenewing { return true }
        isRenewing = true
        defer { isRenewing = false }
        do {
            await take(try await renewed(leases))
            failures = 0
            endPauses()
            return true
        } catch DurableError.ownershipLost(let owner) {
            if case .open = condition { giveUp(because: .ownershipLost(to: owner), owning: nil) }
            return false
        } catch {
            // The writer tells of what a host cannot store while it closes.
            if case .closing = condition { return true }
            failures += 1
            return triesAgain(after: error, times: failures)
        }
    }

    /// The leases that the host has from now on: while it closes, no other ones.
    private func renewed(_ leases: Leases) async throws -> [StoreLease] {
        let leases = Array(leases.values)
        return isOpen
            ? try await store.renew(leases, of: owner, at: clock.now)
            : try await store.keep(leases, of: owner, at: clock.now)
    }

    /// Asks the store which shards the host still has, after it has refused a lease.
    ///
    /// - Parameter former: The leases of the transaction that the store has refused.
    /// - Returns: Whether these are others than before.
    func hasOtherLeases(than former: [StoreLease]) async -> Bool {
        guard let leases = try? leases(alsoWhenClosing: true) else { return false }
        // A renewal has handed shards over while the transaction was under way.
        if former.contains(where: { leases[$0.shard]?.generation != $0.generation }) { return true }
        guard leases.count > 1 || store.isShared else { return false }
        guard let renewed = try? await renewed(leases) else { return false }
        // Without shards for a while, a host of a shared store waits for others to leave.
        guard !renewed.isEmpty || store.isShared, Set(renewed) != Set(leases.values) else { return false }
        await take(renewed)
        return true
    }

    /// Goes on with other leases: ends the runs of shards that were lost, and takes up those that were gained.
    private func take(_ renewed: [StoreLease]) async {
        guard let leases = try? leases(alsoWhenClosing: true) else { return }
        let kept = renewed.filter { leases[$0.shard]?.generation == $0.generation }
        let gained = renewed.filter { leases[$0.shard]?.generation != $0.generation }
        hold(Leases(uniqueKeysWithValues: kept.map { ($0.shard, $0) }))
        for instance in Array(live.values) where !kept.contains(where: { $0.shard == instance.shard }) {
            instance.storeError = instance.storeError ?? .ownershipLost(to: "Another process")
            stop(instance)
        }
        noteShards(gained: 0, lost: leases.count - kept.count)
        // These ask the store from now on.
        for name in watchers.keys where !kept.contains(where: { $0.shard == store.shard(of: name) }) {
            noteStatus(of: name)
        }
        guard !gained.isEmpty, case .open = condition else { return }
        recoveries += 1
        // Not awaited: a commit may be waiting for the leases that are left.
        tasks.start { await self.takeUp(gained) }
    }

    private func takeUp(_ gained: [StoreLease]) async {
        do {
            try await findSuspects(in: gained)
        } catch {
            recoveries -= 1
            return reportFailure(error)
        }
        guard case .open(var leases) = condition else { return }
        for lease in gained { leases[lease.shard] = lease }
        hold(leases)
        noteShards(gained: gained.count, lost: 0)
        // Deadlines of these shards may come before those that were fired.
        deadlines.position = nil
        await recover(gained)
    }

    /// Carries out a change of an operator here: the owner of the instance hands its shard over to the host first.
    ///
    /// The change is repeated if the shard has moved on before it was in the store, as another operator's process may
    /// ask for it, too.
    ///
    /// - Throws: ``DurableError/ownershipLost(to:)`` if the owner keeps the shard beyond a lease, errors of the store
    ///   and of the change.
    func owning<Value>(_ name: InstanceName, _ change: () async throws -> Value) async throws -> Value {
        let shard = store.shard(of: name)
        while true {
            try await obtain(shard, for: name)
            let obtained = generation(of: shard)
            do {
                return try await change()
            } catch DurableError.ownershipLost where generation(of: shard) != obtained {
                continue
            }
        }
    }

    private func obtain(_ shard: StoreShard, for name: InstanceName) async throws {
        while mayBelongToOthers(shard) {
            // A host without machines owns no shards.
            if ownsNothing { throw DurableError.unregisteredMachine(name.machine) }
            let lease = try await store.claim(shard, by: owner, at: clock.now)
            // A renewal may have told of it first.
            if !mayBelongToOthers(shard) { return }
            recoveries += 1
            await takeUp([lease])
        }
    }

    /// Whether the host is open, and can send to the instances of other processes.
    var sharesStore: Bool { store.isShared && isOpen }

    /// Whether another process may own a shard.
    func mayBelongToOthers(_ shard: StoreShard) -> Bool {
        guard store.isShared, case .open(let leases) = condition else { return false }
        return leases[shard] == nil
    }

    private func noteShards(gained: Int, lost: Int) {
        guard gained + lost > 0, let leases = try? leases(alsoWhenClosing: true) else { return }
        reporter.report(.shardsChanged(own: leases.count, gained: gained, lost: lost))
    }

    private func hold(_ leases: Leases) {
        switch condition {
        case .open: condition = .open(leases)
        case .closing: condition = .closing(leases)
        case .new, .opening, .closed, .failed: break
        }
    }
}
