/// Wakes the tasks that wait for something to happen.
package final class Signal: Sendable {
    private struct Content {
        var count = 0
        /// The waiting tasks, by numbers that ascend.
        var waiting: [Int: UnsafeContinuation<Void, Never>] = [:]
        var last = 0
    }

    private let content = Protected(Content())

    package init() {}

    /// How often it was sent.
    package var count: Int { content.withLock { $0.count } }

    /// Wakes all tasks that wait, in the order in which they came.
    package func send() {
        let woken = content.withLock { content in
            content.count += 1
            defer { content.waiting = [:] }
            return content.waiting
        }
        for (_, waiter) in woken.sorted(by: { $0.key < $1.key }) { waiter.resume() }
    }

    /// Waits until it was sent, or the calling task is cancelled.
    ///
    /// - Parameters:
    ///   - count: How often it was sent before that; by default as often as now.
    ///   - isolation: The actor of the caller.
    package func wait(past count: Int? = nil, isolation: isolated (any Actor)? = #isolation) async {
        let (number, seen) = content.withLock { content in
            content.last += 1
            return (content.last, count ?? content.count)
        }
        await withTaskCancellationHandler {
            // Without the actor as argument, the closure would leave it.
            await withUnsafeContinuation(isolation: isolation) { waiter in
                let isWaiting = content.withLock { content in
                    if content.count > seen { return false }
                    content.waiting[number] = waiter
                    return true
                }
                if !isWaiting { return waiter.resume() }
                // The handler has found nothing if the task was cancelled before.
                if Task.isCancelled { end(number) }
            }
        } onCancel: {
            end(number)
        }
    }

    private func end(_ number: Int) { content.withLock { $0.waiting.removeValue(forKey: number) }?.resume() }

    /// A value when it was sent, and one for several times that come before the next value is awaited.
    package var values: AsyncStream<Void> {
        // The stream calls the function only when the call before has returned.
        nonisolated(unsafe) var seen = count
        return AsyncStream {
            await self.wait(past: seen)
            seen = self.count
            return Task.isCancelled ? nil : ()
        }
    }
}
