import Dispatch
import Foundation
import Synchronization

/// Writes text to a terminal or a pipe, with or without waiting.
///
/// A blocked terminal, or a pipe that is not read, delays only senders of much text.
package final class Outlet: Sendable {
    private struct State {
        var lastTicket = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var backlog = 0
        var isReleased = false
        var isBroken = false
    }

    /// The maximum number of bytes that wait without a waiting sender.
    private static let longestBacklog = 1 << 22

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "outlet")
    private let state = Mutex(State())

    /// Creates an outlet.
    ///
    /// - Parameter descriptor: The destination of the text.
    package init(to descriptor: Int32) { self.descriptor = descriptor }

    /// Writes text in its turn, without waiting.
    ///
    /// - Parameter text: The text.
    package func post(_ text: [UInt8]) { enqueue(text) {} }

    /// Writes text in its turn, and returns when it is written or waiting has been ended.
    ///
    /// - Parameter text: The text.
    package func write(_ text: [UInt8]) async {
        await withCheckedContinuation { continuation in
            let ticket: Int? = state.withLock { state in
                guard !state.isReleased else { return nil }
                state.lastTicket += 1
                state.waiting[state.lastTicket] = continuation
                return state.lastTicket
            }
            guard let ticket else {
                enqueue(text) {}
                return continuation.resume()
            }
            enqueue(text) { self.state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume() }
        }
    }

    /// Ends all waiting, now and in the future, so that the program can end.
    package func release() {
        let waiting = state.withLock { state in
            state.isReleased = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until everything is written; for at most one more second once waiting has been ended.
    package func flush() {
        let isDone = DispatchSemaphore(value: 0)
        queue.async { isDone.signal() }
        while !state.withLock({ $0.isReleased }) {
            if isDone.wait(timeout: .now() + .milliseconds(50)) == .success { return }
        }
        _ = isDone.wait(timeout: .now() + .seconds(1))
    }

    private func enqueue(_ text: [UInt8], isWritten: @escaping @Sendable () -> Void) {
        let hasRoom = state.withLock { state in
            if state.isReleased, state.backlog > Self.longestBacklog { return false }
            state.backlog += text.count
            return true
        }
        guard hasRoom else { return isWritten() }
        queue.async {
            if !self.state.withLock({ $0.isBroken }) {
                do {
                    try writeAll(text, to: self.descriptor)
                } catch {
                    // The output is no longer read. The jobs continue, and the journal records them.
                    self.state.withLock { $0.isBroken = true }
                }
            }
            self.state.withLock { $0.backlog -= text.count }
            isWritten()
        }
    }
}
