import Foundation

extension DurableHost {
    /// Refuses an event that would have to wait with more others than the settings allow.
    ///
    /// - Returns: Whether the inbox may take the event.
    func hasRoom(for ticket: Ticket, in instance: LiveInstance) -> Bool {
        guard instance.inbox.count >= settings.waitingEvents else { return true }
        ticket.settle(.failure(DurableError.inboxFull(instance.name, limit: settings.waitingEvents)))
        return false
    }

    /// The number of waiting events of an instance that does not run.
    ///
    /// Counted once, so that many events that wait for a retry take no longer each than few.
    func countWaiting(of stored: InstanceSummary) async throws -> Int {
        if let count = waitingCounts[stored.name] { return count }
        let count = try await store.waiting(of: stored.key)
        // Counted anew, rather than kept for all instances that have ever failed.
        if waitingCounts.count >= 10_000 { waitingCounts = [:] }
        waitingCounts[stored.name] = count
        return count
    }

    /// Notes that the inbox of an instance has more or fewer events than before.
    func noteWaiting(_ change: Int, of instance: LiveInstance) {
        instance.inbox.count += change
        if waitingCounts[instance.name] != nil { waitingCounts[instance.name] = instance.inbox.count }
    }
}
