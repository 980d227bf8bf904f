import Oak
import OakGraph

/// Tasks that wait for the same thing, and the state that decides when they go on.
///
/// Tickets order the tasks: those with the lowest tickets go on first, and tasks with equal tickets in the order of
/// arrival.
final class WaitingList<State, Ticket: Comparable & Sendable, Value: Sendable>: Sendable {
    /// A waiting task.
    struct Waiter: Sendable {
        let room: (any WaitingRoom)?
        fileprivate let wait: Int?
        fileprivate let continuation: CheckedContinuation<Value, any Error>

        func resume(with result: Result<Value, any Error>) {
            guard let room, let wait else { return continuation.resume(with: result) }
            room.leave(wait) { continuation.resume(with: result) }
        }

        /// Resumes the task as a gate does; in a race with the clock, time may pass first.
        func letGo(with result: Result<Value, any Error>) {
            guard let room else { return resume(with: result) }
            room.letGo { resume(with: result) }
        }
    }

    private struct Content {
        var state: State
        var waiters = Heap<Ticket, Waiter>()
        var cancelled: Set<Int> = []
        var lastNumber = 0
    }

    private let content: Protected<Content>

    init(_ state: State) { content = Protected(Content(state: state)) }

    /// The tickets of the waiting tasks, the lowest first.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of waiting tasks.
    var waiting: [Ticket] { content.withLock { $0.waiters.sorted.map(\.priority) } }

    /// The number of waiting tasks.
    var count: Int { content.withLock { $0.waiters.count } }

    /// The lowest ticket.
    var least: Ticket? { content.withLock { $0.waiters.least?.priority } }

    func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try content.withLock { try body(&$0.state) }
    }

    /// Waits, unless the answer is already known.
    ///
    /// - Parameters:
    ///   - ticket: Orders the task among the others.
    ///   - wait: Describes the wait in a list of pending ones.
    ///   - answer: Returns the answer if it is already known.
    ///   - listed: Called once the task is on the list.
    /// - Throws: `CancellationError` if the task is cancelled first.
    /// - Complexity: O(log *n*), where *n* is the number of waiting tasks.
    nonisolated(nonsending) func wait(
        _ ticket: Ticket, as wait: Wait, unless answer: (inout State) -> Result<Value, any Error>?,
        listed: () -> Void = {}
    ) async throws -> Value {
        let number = content.withLock { content in
            content.lastNumber += 1
            return content.lastNumber
        }
        // A cancellation may arrive after the wait is over.
        defer { content.withLock { _ = $0.cancelled.remove(number) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let room = currentWaitingRoom()
                let answer = content.withLock { content -> Result<Value, any Error>? in
                    if content.cancelled.remove(number) != nil { return .failure(CancellationError()) }
                    if let answer = answer(&content.state) { return answer }
                    let waiter = Waiter(room: room, wait: room?.enter(wait), continuation: continuation)
                    content.waiters.insert(waiter, priority: ticket, number: number)
                    return nil
                }
                if let answer { continuation.resume(with: answer) } else { listed() }
            }
        } onCancel: {
            let waiter = content.withLock { content in
                let waiter = content.waiters.remove(number)
                if waiter == nil { content.cancelled.insert(number) }
                return waiter
            }
            waiter?.resume(with: .failure(CancellationError()))
        }
    }

    /// Changes the state and removes the tasks that need not wait any longer, those with the lowest tickets first.
    ///
    /// - Parameter change: Changes the state, and returns the highest ticket to release.
    func release(_ change: (inout State) -> Ticket) -> [Waiter] {
        content.withLock { content in
            let bound = change(&content.state)
            return content.waiters.removeAll(upTo: bound)
        }
    }
}

/// Records the waits of tasks, and runs the tasks.
protocol WaitingRoom: AnyObject, Sendable {
    /// Records that a task begins to wait.
    ///
    /// - Returns: The number to leave with.
    func enter(_ wait: Wait) -> Int

    /// Records that a task no longer waits, and takes what the task does next, wherever it would run without a test.
    func leave(_ number: Int, resuming task: () -> Void)

    /// Returns when nothing more can happen by itself, except that time passes.
    ///
    /// - Parameter beforeTimePasses: Whether the caller is about to let time pass. Work that may equally well follow
    ///   need not happen then.
    nonisolated(nonsending) func idle(beforeTimePasses: Bool) async

    /// Releases tasks from a gate, possibly in a race with a task that lets time pass.
    func letGo(_ open: () -> Void)

    /// Records that a clock has woken its sleepers.
    func timeHasPassed()
}

/// A wait for something that does not come by itself.
struct Wait: Sendable {
    /// Describes what is currently awaited, and how the test can end the wait.
    let describe: @Sendable () -> String
    /// The end of the wait, if time passes by itself once nothing else happens.
    var alarm: Alarm?
}

/// The end of a wait on a clock that advances when nothing else happens.
struct Alarm: Sendable {
    /// The time from the beginning of the clock to this moment.
    let offset: PauseLength
    /// Advances the clock to this moment.
    let ring: @Sendable () -> Void
}

/// The waiting room of the current task, if it runs in one.
func currentWaitingRoom() -> (any WaitingRoom)? {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    return DeterministicExecutor.current
}

/// The result of an asynchronous function, once it has returned or thrown.
final class Outcome<Value>: Sendable {
    private let content = Protected<Result<Value, any Error>?>(nil)

    var result: Result<Value, any Error>? { content.withLock { $0 } }

    nonisolated(nonsending) func record(_ body: () async throws -> Value) async {
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        content.withLock { $0 = result }
    }
}
