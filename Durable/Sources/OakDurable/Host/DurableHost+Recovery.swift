public import Foundation
import Oak

extension DurableHost {
    /// Takes up the instances of shards that have something to do.
    func recover(_ leases: [StoreLease]) async {
        defer { recoveries -= 1 }
        if !schedules.all.isEmpty { tasks.start { await self.runSchedules() } }
        await fireDeadlines()
        let tried = await trySuspects()
        let shards = Set(leases.map(\.shard))
        await readQueues(in: shards)
        await takeUpUnfinished(in: shards, after: tried)
        await acquitLater()
    }

    /// - Parameter tried: The number of suspects that were taken up before.
    private func takeUpUnfinished(in shards: Set<StoreShard>, after tried: Int) async {
        var (last, count, failures): (InstanceKey, Int, Int) = (0, tried, 0)
        while case .open = condition {
            do {
                let page = try await store.unfinished(in: shards, after: last, limit: 256)
                guard let end = page.last else { return reporter.report(.recovered(instances: count)) }
                failures = 0
                await suspect(page.map { ($0.name, $0.key) })
                for instance in page {
                    await untilFewAreInterrupted()
                    if live[instance.name]?.beganHere ?? false { continue }
                    let wasTried = tried > 0 && live[instance.name] != nil
                    guard let taken = await takeUp(instance.name) else { return }
                    if !wasTried { count += 1 }
                    if !taken.isIdle { interrupted.insert(instance.name) }
                }
                last = end.key
            } catch {
                guard await waits(after: error, &failures) else { return }
            }
        }
    }

    /// Removes old instances every hour, if the settings say so.
    ///
    /// - Returns: The task, which does not retain the host while it sleeps.
    func removeOldRegularly() -> Task<Void, Never>? {
        if settings.keepsEnded == nil, settings.keepsFailed == nil { return nil }
        let clock = clock
        return tasks.start { [weak self] in
            while !Task.isCancelled, self != nil {
                await self?.removeOld()
                try? await clock.sleep(until: clock.now.addingTimeInterval(3600))
            }
        }
    }

    private func removeOld() async {
        // After an error of the store, of which the writer tells, the next hour is soon enough.
        if let time = settings.keepsEnded {
            _ = try? await removeEnded(before: clock.now.addingTimeInterval(-time))
        }
        if let time = settings.keepsFailed {
            _ = try? await removeFailed(before: clock.now.addingTimeInterval(-time))
        }
    }

    /// Removes instances that have ended or were cancelled, with their journals and deduplication keys.
    ///
    /// - Parameter date: Instances whose last change is earlier are removed.
    /// - Returns: The number of instances removed.
    /// - Throws: ``DurableError/hostNotOpen`` and the errors of the store.
    @discardableResult
    public func removeEnded(before date: Date) async throws -> Int {
        let sum = try await remove { .remove(endedBefore: date, limit: $0) }
        if sum > 0 { reporter.report(.removed(instances: sum)) }
        return sum
    }

    /// Removes instances that have failed, with their waiting events, journals and deduplication keys.
    ///
    /// - Parameter date: Instances whose last change, such as the failure, is earlier are removed.
    /// - Returns: The number of instances removed.
    /// - Throws: ``DurableError/hostNotOpen`` and the errors of the store.
    @discardableResult
    public func removeFailed(before date: Date) async throws -> Int {
        let sum = try await remove { .removeFailed(before: date, limit: $0) }
        // Their names may belong to others from now on.
        waitingCounts = [:]
        if sum > 0 { reporter.report(.removedFailed(instances: sum)) }
        return sum
    }

    /// - Parameter change: Removes up to so many instances.
    private func remove(_ change: (_ limit: Int) -> StoreChange) async throws -> Int {
        var sum = 0
        for shard in try leases().keys.sorted() {
            // In portions, so that other transactions do not wait for long.
            while case .removed(let count) = try await write(change(1000), in: shard) {
                sum += count
                if count < 1000 { break }
            }
        }
        return sum
    }
}
