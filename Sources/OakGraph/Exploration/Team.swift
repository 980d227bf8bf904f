import Foundation

/// Shares work among several cores: among tasks, and the thread of the caller.
///
/// The tasks have the task-local values of the caller. If no task gets a thread, the caller does all work itself.
// The lock of the condition guards what changes.
@usableFromInline final class Team: @unchecked Sendable {
    /// The largest number of tasks.
    @usableFromInline let limit = min(ProcessInfo.processInfo.activeProcessorCount, 16) - 1

    private let condition = NSCondition()
    private var work: (@Sendable (Int) -> Void)?
    /// The parts of the work that nobody has begun.
    private var parts = 0..<0
    /// The number of parts that somebody does.
    private var current = 0
    private var tasks = 0
    private var isOver = false

    @usableFromInline init() {}

    /// Does some work; returns when all of its parts are done.
    ///
    /// - Parameters:
    ///   - count: The number of parts.
    ///   - work: Does the part with a number.
    @usableFromInline func perform(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
        condition.lock()
        defer { condition.unlock() }
        (self.work, parts) = (work, 0..<count)
        while tasks < min(limit, count - 1) {
            tasks += 1
            Task { join() }
        }
        condition.broadcast()
        help()
        while current > 0 { condition.wait() }
        self.work = nil
    }

    /// Lets the tasks end.
    @usableFromInline func disband() {
        condition.withLock {
            isOver = true
            condition.broadcast()
        }
    }

    /// Waits a moment for the next work, because a new task takes longer to begin than some work; leaves the thread to
    /// other tasks after that, and now and then.
    private func join() {
        condition.withLock {
            for _ in 0..<64 where !isOver {
                help()
                if isOver || !condition.wait(until: Date().addingTimeInterval(0.002)) { break }
            }
            tasks -= 1
        }
    }

    /// Does parts, as long as there are any, without the lock, which it holds before and after.
    private func help() {
        while let work, let part = parts.first {
            parts.removeFirst()
            current += 1
            condition.unlock()
            work(part)
            condition.lock()
            current -= 1
            if current == 0, parts.isEmpty { condition.broadcast() }
        }
    }
}
