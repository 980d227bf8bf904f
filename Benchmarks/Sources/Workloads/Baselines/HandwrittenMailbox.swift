import Synchronization

/// The practical limit: a lock, two swapped buffers, one reading task. No bound, no cancellation, no effects.
final class HandwrittenMailbox<Event: Sendable>: Sendable {
    private struct Content {
        var queue: [Event] = []
        var sleeper: UnsafeContinuation<Void, Never>?

        mutating func takeSleeper() -> UnsafeContinuation<Void, Never>? {
            defer { sleeper = nil }
            return sleeper
        }
    }

    private let content = Mutex(Content())

    func send(_ event: Event) {
        let sleeper = content.withLock { content in
            content.queue.append(event)
            return content.takeSleeper()
        }
        sleeper?.resume()
    }

    func send(contentsOf events: [Event]) {
        let sleeper = content.withLock { content in
            content.queue.append(contentsOf: events)
            return content.takeSleeper()
        }
        sleeper?.resume()
    }

    /// Passes on events, sleeping when there are none, until the function returns `false`.
    func forEach(_ wantsMore: (Event) -> Bool) async {
        var batch: [Event] = []
        while true {
            content.withLock { swap(&$0.queue, &batch) }
            if batch.isEmpty {
                await wait()
                continue
            }
            for event in batch {
                guard wantsMore(event) else { return }
            }
            batch.removeAll(keepingCapacity: true)
        }
    }

    private func wait() async {
        await withUnsafeContinuation { continuation in
            let isFilled = content.withLock { content in
                guard content.queue.isEmpty else { return true }
                content.sleeper = continuation
                return false
            }
            if isFilled { continuation.resume() }
        }
    }
}
