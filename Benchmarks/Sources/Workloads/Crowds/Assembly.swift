import Synchronization

/// A place where a number of operations stay until they are dismissed or cancelled.
///
/// Each step costs the same for every count, which keeps its cost apart from that of the machine.
final class Assembly: Sendable {
    private enum Seat {
        case free
        case taken(UnsafeContinuation<Void, Never>)
        case left
    }

    private struct Content {
        var seats: [Seat] = []
        var arrived = 0
        var isDismissed = false
        var isComplete: UnsafeContinuation<Void, Never>?
    }

    private let size: Int
    private let content: Mutex<Content>

    init(of size: Int) {
        self.size = size
        var empty = Content()
        empty.seats.reserveCapacity(size)
        content = Mutex(empty)
    }

    /// Stays until everyone is dismissed or the current task is cancelled.
    func stay() async {
        let number = content.withLock { content in
            content.seats.append(.free)
            return content.seats.count - 1
        }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                if !sit(number, continuation) { continuation.resume() }
            }
        } onCancel: {
            leave(number)
        }
    }

    /// Waits until all have come.
    func complete() async {
        await withUnsafeContinuation { continuation in
            let isComplete = content.withLock { content in
                if content.arrived < size { content.isComplete = continuation }
                return content.arrived == size
            }
            if isComplete { continuation.resume() }
        }
    }

    /// Dismisses everyone, in the order of arrival.
    func dismiss() {
        let seats = content.withLock { content in
            content.isDismissed = true
            defer { content.seats = [] }
            return content.seats
        }
        for case .taken(let continuation) in seats { continuation.resume() }
    }

    private func sit(_ number: Int, _ continuation: UnsafeContinuation<Void, Never>) -> Bool {
        let (mayStay, waiter) = content.withLock { content in
            content.arrived += 1
            let waiter = content.arrived == size ? content.isComplete.take() : nil
            guard !content.isDismissed, case .free = content.seats[number] else { return (false, waiter) }
            content.seats[number] = .taken(continuation)
            return (true, waiter)
        }
        waiter?.resume()
        return mayStay
    }

    private func leave(_ number: Int) {
        let continuation = content.withLock { content -> UnsafeContinuation<Void, Never>? in
            guard !content.isDismissed else { return nil }
            defer { content.seats[number] = .left }
            guard case .taken(let continuation) = content.seats[number] else { return nil }
            return continuation
        }
        continuation?.resume()
    }
}
