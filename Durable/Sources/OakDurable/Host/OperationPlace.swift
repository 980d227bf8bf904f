import Foundation
import Oak

/// The turn and the place of an operation of an activity, which it gives up during the pauses of a `.retry`.
///
/// Used by the task of the operation alone.
final class OperationPlace: AttemptRecord, @unchecked Sendable {
    private let link: InstanceLink
    private let key: IdempotencyKey
    private let activity: ActivityName
    private var isHeld = false

    init(of key: IdempotencyKey, _ activity: ActivityName, _ link: InstanceLink) {
        self.link = link
        self.key = key
        self.activity = activity
    }

    private var turn: QueuedActivity {
        QueuedActivity(key: link.key, instance: link.name, activity: activity.name, number: activity.number)
    }

    /// Waits for the turn in a queue, and then for a place.
    ///
    /// - Throws: ``PostponedActivity`` while the host drains, or if it has no such queue; `CancellationError`.
    func take() async throws {
        let host = link.host
        if let queue = activity.queue { try await host.enter(queue, turn, of: link.run) }
        do {
            try await host.places.take(of: link.name.machine)
        } catch {
            await leaveQueue(pauses: true)
            throw error
        }
        isHeld = true
        guard host.work.begin(activity.name, number: activity.number, of: link.run) else {
            throw PostponedActivity()
        }
        if let queue = activity.queue { await host.begin(queue, turn) }
    }

    /// - Parameter pauses: Whether the operation goes on later.
    func giveBack(pauses: Bool = false) async {
        guard isHeld else { return }
        isHeld = false
        link.host.places.giveBack(link.name.machine)
        await leaveQueue(pauses: pauses)
    }

    private func leaveQueue(pauses: Bool) async {
        if let queue = activity.queue { await link.host.leave(queue, turn, of: link.run, pauses: pauses) }
    }

    // MARK: Attempts

    var failed: Int { activity.attempts?.failed ?? 0 }

    func resume() async throws {
        // One in a queue had its turn because the time has come.
        guard activity.queue == nil, let next = activity.attempts?.next else { return }
        try await pause(until: next)
    }

    func pause(afterAttempt attempt: Int, seconds: Double, because error: any Error) async throws {
        let host = link.host
        let next = host.clock.now.addingTimeInterval(seconds)
        host.reporter.report(.attemptFailed(key, attempt: attempt, error, retryAfter: seconds))
        await host.note(StoredAttempts(failed: attempt, next: next, pause: seconds), of: turn)
        try await pause(until: next)
    }

    private func pause(until next: Date) async throws {
        let host = link.host
        host.work.end(activity.name, number: activity.number, of: link.run)
        await giveBack(pauses: true)
        // One in a queue has its next turn then, also if its instance has left the memory.
        if activity.queue == nil, next > host.clock.now { try await host.clock.sleep(until: next) }
        try await take()
    }
}

/// The activity waits for the end of its run, because the host drains or has no such queue; the next host begins it.
struct PostponedActivity: Error {}
