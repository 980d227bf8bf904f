public import Foundation
import Oak

extension DurableHost {
    /// Takes up the instances that have something to do.
    func recover() async {
        await fireDeadlines()
        var (last, count, failures): (InstanceKey, Int, Int) = (0, 0, 0)
        while case .open = condition {
            do {
                let page = try await store.unfinished(after: last, limit: 256)
                guard let end = page.last else { return reporter.report(.recovered(instances: count)) }
                count += page.count
                failures = 0
                for instance in page {
                    await untilFewAreInterrupted()
                    guard let taken = await takeUp(instance.name) else { return }
                    if !taken.isIdle { interrupted.insert(instance.name) }
                }
                last = end.key
            } catch {
                failures += 1
                guard triesAgain(after: error, times: failures) else { return }
                do {
                    try await clock.sleep(until: clock.now.addingTimeInterval(settings.retryInterval))
                } catch { return }
            }
        }
    }

    /// Removes old instances every hour, if the settings say so.
    ///
    /// - Returns: The task, which does not retain the host while it sleeps.
    func removeEndedRegularly() -> Task<Void, Never>? {
        guard let keepsEnded = settings.keepsEnded else { return nil }
        let clock = clock
        return tasks.start { [weak self] in
            while !Task.isCancelled, self != nil {
                // After an error of the store, of which the writer tells, the next hour is soon enough.
                _ = try? await self?.removeEnded(before: clock.now.addingTimeInterval(-keepsEnded))
                try? await clock.sleep(until: clock.now.addingTimeInterval(3600))
            }
        }
    }

    /// Removes instances that have ended or were cancelled, with their journals and deduplication keys.
    ///
    /// - Parameter date: Instances whose last change is earlier are removed.
    /// - Returns: The number of instances removed.
    /// - Throws: ``DurableError/hostNotOpen`` and the errors of the store.
    @discardableResult
    public func removeEnded(before date: Date) async throws -> Int {
        try lease()
        var sum = 0
        while true {
            // In portions, so that other transactions do not wait for long.
            guard case .removed(let count) = try await write(.remove(endedBefore: date, limit: 1000)) else {
                return sum
            }
            sum += count
            if count < 1000 { return sum }
        }
    }
}
