import Foundation
import Oak

/// The activities that have their turn in the queues of a host, and those that wait for it in memory.
///
/// The order is that of the store: a turn comes to an activity when the host has found it there.
final class ActivityQueues: @unchecked Sendable {
    private struct Line {
        let limits: DurableQueue
        /// The operations at work of each activity that has had its turn.
        var atWork: [QueuedActivity: Int] = [:]
        /// Activities that begin as soon as their instances run.
        var admitted: Set<QueuedActivity> = []
        /// Activities that begin as soon as the host has a place for them, if the queue counts beginnings.
        var beginning: Set<QueuedActivity> = []
        /// Activities that have finished, which the store has until their answers are durable.
        var finished: Set<QueuedActivity> = []
        /// Activities that have given up their turns while the store was asked: its answer may still have them.
        var left: Set<QueuedActivity> = []
        var waiting: [QueuedActivity: [Int: CheckedContinuation<Void, any Error>]] = [:]
        /// The times of the latest beginnings, as many as the limit counts.
        var starts = NumberedQueue<Date>()

        init(_ limits: DurableQueue, lastSeen: Date?) {
            self.limits = limits
            // Nobody knows how many have begun just before the end of the last host.
            guard let lastSeen, let count = limits.starts else { return }
            for _ in 0..<count { starts.append(lastSeen) }
        }

        /// Lets an operation of an activity have its turn, if that has come.
        ///
        /// - Returns: Whether it has.
        mutating func take(_ turn: QueuedActivity) -> Bool {
            // Another operation of a composition.
            finished.remove(turn)
            guard atWork[turn] != nil || admitted.contains(turn) else { return false }
            admitted.remove(turn)
            enter(turn)
            return true
        }

        mutating func enter(_ turn: QueuedActivity) {
            atWork[turn, default: 0] += 1
            if limits.starts != nil, atWork[turn] == 1 { beginning.insert(turn) }
        }

        /// - Returns: Whether the queue counts it.
        mutating func begin(_ turn: QueuedActivity, at now: Date) -> Bool {
            guard let count = limits.starts, beginning.remove(turn) != nil else { return false }
            starts.append(now)
            while starts.count > count { starts.popFirst() }
            return true
        }

        /// How many more may have their turn, and when the next may if none does.
        mutating func room(at now: Date) -> (count: Int, next: Date?) {
            let places = max(0, limits.atOnce - atWork.count - admitted.count)
            guard let count = limits.starts else { return (places, nil) }
            while let first = starts.first, now.timeIntervalSince(first) >= limits.seconds { starts.popFirst() }
            let free = min(places, max(0, count - starts.count - admitted.count - beginning.count))
            guard free == 0, places > 0 else { return (free, nil) }
            return (0, starts.first?.addingTimeInterval(limits.seconds))
        }
    }

    private let lock = Lock()
    // Guarded by the lock.
    private var lines: [String: Line] = [:]
    private var last = 0

    /// - Parameters:
    ///   - queues: The queues and their limits.
    ///   - lastSeen: The time when the last host may have begun activities.
    func open(_ queues: [String: DurableQueue], lastSeen: Date?) {
        lock.withLock { lines = queues.mapValues { Line($0, lastSeen: lastSeen) } }
    }

    /// Adds a queue of which only the store knows.
    func add(_ queue: String) {
        lock.withLock { if lines[queue] == nil { lines[queue] = Line(DurableQueue(), lastSeen: nil) } }
    }

    /// The number of activities that wait in memory.
    var waitingCount: Int { lock.withLock { lines.values.reduce(0) { $0 + $1.waiting.count } } }

    /// The number of activities that have had their turn, and that the store may have.
    func beganCount(in queue: String) -> Int {
        lock.withLock { lines[queue].map { $0.atWork.count + $0.admitted.count + $0.finished.count } ?? 0 }
    }

    func room(in queue: String, at now: Date) -> (count: Int, next: Date?) {
        lock.withLock { lines[queue]?.room(at: now) ?? (0, nil) }
    }

    /// Lets an operation of an activity have its turn, if that has come.
    ///
    /// - Returns: Whether it has.
    func take(_ turn: QueuedActivity, in queue: String) -> Bool {
        lock.withLock { lines[queue]?.take(turn) ?? false }
    }

    /// Notes the time at which an activity begins, which may be later than its turn.
    ///
    /// - Returns: Whether the queue counts it, as the first operation of the activity.
    func begin(_ turn: QueuedActivity, in queue: String, at now: Date) -> Bool {
        lock.withLock { lines[queue]?.begin(turn, at: now) ?? false }
    }

    /// Waits until an activity has its turn, for an operation.
    func wait(_ turn: QueuedActivity, in queue: String) async throws {
        let number = lock.withLock {
            last += 1
            return last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // As one step: a turn that comes between the question and the wait would be nobody's.
                let hasTurn = lock.withLock {
                    let hasTurn = lines[queue]?.take(turn) ?? false
                    if !hasTurn { lines[queue]?.waiting[turn, default: [:]][number] = continuation }
                    return hasTurn
                }
                if hasTurn { return continuation.resume() }
                // The handler has found nothing if the task was cancelled before.
                if Task.isCancelled { giveUp(turn, number, in: queue) }
            }
        } onCancel: {
            giveUp(turn, number, in: queue)
        }
    }

    private func giveUp(_ turn: QueuedActivity, _ number: Int, in queue: String) {
        let continuation = lock.withLock {
            let found = lines[queue]?.waiting[turn]?.removeValue(forKey: number)
            if lines[queue]?.waiting[turn]?.isEmpty ?? false { lines[queue]?.waiting[turn] = nil }
            return found
        }
        continuation?.resume(throwing: CancellationError())
    }

    /// Notes the end of an operation.
    ///
    /// - Parameter isFinished: Whether a macrostep is about to take its answer.
    func end(_ turn: QueuedActivity, in queue: String, isFinished: Bool) {
        lock.withLock {
            guard let count = lines[queue]?.atWork[turn] else { return }
            lines[queue]?.atWork[turn] = count > 1 ? count - 1 : nil
            guard count == 1 else { return }
            lines[queue]?.beginning.remove(turn)
            if isFinished { lines[queue]?.finished.insert(turn) } else { lines[queue]?.left.insert(turn) }
        }
    }

    /// Forgets the activities of an instance that have their turn, and are not at work.
    ///
    /// - Parameters:
    ///   - key: The key of the instance.
    ///   - activity: The name of the activity; `nil` for all.
    /// - Returns: The queues in which there were any.
    func release(_ key: InstanceKey, _ activity: String? = nil) -> [String] {
        lock.withLock {
            var found: [String] = []
            for (queue, line) in lines where !(line.admitted.isEmpty && line.finished.isEmpty) {
                let isOther = { (turn: QueuedActivity) in
                    turn.key != key || activity.map { $0 != turn.activity } ?? false
                }
                let (admitted, finished) = (line.admitted.filter(isOther), line.finished.filter(isOther))
                if admitted.count == line.admitted.count, finished.count == line.finished.count { continue }
                lines[queue]?.left.formUnion(line.admitted.subtracting(admitted))
                lines[queue]?.left.formUnion(line.finished.subtracting(finished))
                lines[queue]?.admitted = admitted
                lines[queue]?.finished = finished
                found.append(queue)
            }
            return found.sorted()
        }
    }

    /// Notes that the store is about to be asked for the first activities of a queue.
    func beginReading(_ queue: String) { lock.withLock { lines[queue]?.left = [] } }

    /// Gives turns to the activities that the store has found first.
    ///
    /// - Parameters:
    ///   - found: The first activities of the queue, including those that have had their turn.
    ///   - count: The greatest number of activities that get it now.
    /// - Returns: Those that have it now, and do not wait in memory.
    func admit(_ found: [QueuedActivity], upTo count: Int, in queue: String) -> [QueuedActivity] {
        var resumed: [CheckedContinuation<Void, any Error>] = []
        let absent = lock.withLock {
            guard var line = lines[queue] else { return [QueuedActivity]() }
            // The others have ended, or their instances have, without having begun.
            line.admitted.formIntersection(found)
            var (absent, left) = ([QueuedActivity](), count)
            for turn in found where left > 0 {
                let hasHadItsTurn =
                    line.atWork[turn] != nil || line.admitted.contains(turn) || line.finished.contains(turn)
                // One that has begun anew meanwhile comes with the next answer of the store.
                if hasHadItsTurn || line.left.contains(turn) { continue }
                left -= 1
                guard let waiting = line.waiting.removeValue(forKey: turn) else {
                    line.admitted.insert(turn)
                    absent.append(turn)
                    continue
                }
                for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) {
                    line.enter(turn)
                    resumed.append(continuation)
                }
            }
            lines[queue] = line
            return absent
        }
        for continuation in resumed { continuation.resume() }
        return absent
    }
}
