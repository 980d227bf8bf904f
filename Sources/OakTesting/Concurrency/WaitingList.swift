/// Tasks that wait for the same thing, and the state that decides when they go on.
final class WaitingList<State, Ticket: Sendable, Value: Sendable>: Sendable {
    /// A task that waits.
    struct Waiter: Sendable {
        let number: Int
        /// What tells it apart from others: when it is due, for instance.
        let ticket: Ticket
        let room: (any WaitingRoom)?
        fileprivate let wait: Int?
        fileprivate let continuation: CheckedContinuation<Value, any Error>

        func resume(with result: Result<Value, any Error>) {
            if let wait { room?.leave(wait) }
            continuation.resume(with: result)
        }
    }

    private struct Content {
        var state: State
        var waiters: [Waiter] = []
        var cancelled: Set<Int> = []
        var lastNumber = 0
    }

    private let content: Protected<Content>

    init(_ state: State) { content = Protected(Content(state: state)) }

    /// Those who wait, in the order in which they came.
    var waiting: [Ticket] { content.withLock { $0.waiters.map(\.ticket) } }

    /// How many wait.
    var count: Int { content.withLock { $0.waiters.count } }

    /// The least of the tickets.
    ///
    /// - Complexity: O(*n*), where *n* is the number of those who wait.
    func least(by precedes: (Ticket, Ticket) -> Bool) -> Ticket? {
        content.withLock { $0.waiters.min { precedes($0.ticket, $1.ticket) }?.ticket }
    }

    func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try content.withLock { try body(&$0.state) }
    }

    /// Waits, unless there is an answer already.
    ///
    /// - Parameters:
    ///   - ticket: What tells the waiting task apart from others.
    ///   - wait: What is said about it in a list of what is pending.
    ///   - answer: Gives the answer if it is there already.
    ///   - listed: Called when the task is among those who wait.
    /// - Throws: `CancellationError` when the task is cancelled first.
    nonisolated(nonsending) func wait(
        _ ticket: Ticket, as wait: Wait, unless answer: (inout State) -> Result<Value, any Error>?,
        listed: () -> Void = {}
    ) async throws -> Value {
        let number = content.withLock { content in
            content.lastNumber += 1
            return content.lastNumber
        }
        // A cancellation may come when the wait is over already.
        defer { content.withLock { _ = $0.cancelled.remove(number) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let room = currentWaitingRoom()
                let answer = content.withLock { content -> Result<Value, any Error>? in
                    if content.cancelled.remove(number) != nil { return .failure(CancellationError()) }
                    if let answer = answer(&content.state) { return answer }
                    let waiter = Waiter(
                        number: number, ticket: ticket, room: room, wait: room?.enter(wait), continuation: continuation)
                    content.waiters.append(waiter)
                    return nil
                }
                if let answer { continuation.resume(with: answer) } else { listed() }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        let waiter = content.withLock { content -> Waiter? in
            guard let index = content.waiters.firstIndex(where: { $0.number == number }) else {
                content.cancelled.insert(number)
                return nil
            }
            return content.waiters.remove(at: index)
        }
        waiter?.resume(with: .failure(CancellationError()))
    }

    /// Changes the state and takes out those who need not wait any longer, in the order in which they came.
    ///
    /// - Parameter change: Changes the state, and tells of each ticket whether its holder may go.
    func release(_ change: (inout State) -> (Ticket) -> Bool) -> [Waiter] {
        content.withLock { content in
            let mayGo = change(&content.state)
            var released: [Waiter] = []
            content.waiters.removeAll { waiter in
                guard mayGo(waiter.ticket) else { return false }
                released.append(waiter)
                return true
            }
            return released
        }
    }
}
