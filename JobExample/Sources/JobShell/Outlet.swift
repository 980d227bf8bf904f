import Dispatch
import Foundation
import Synchronization

/// Takes text to a terminal or a pipe, without anybody waiting who does not want to.
///
/// A terminal that is held up, or a pipe that nobody reads, holds up those who write a lot and nobody else.
package final class Outlet: Sendable {
    private struct State {
        var lastTicket = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var backlog = 0
        var isReleased = false
        var isBroken = false
    }

    /// How much may wait when nobody waits for it.
    private static let longestBacklog = 1 << 22

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "outlet")
    private let state = Mutex(State())

    /// Creates an outlet.
    ///
    /// - Parameter descriptor: Where the text goes.
    package init(to descriptor: Int32) { self.descriptor = descriptor }

    /// Writes text in its turn, and does not wait for that.
    ///
    /// - Parameter text: The text.
    package func post(_ text: [UInt8]) { enqueue(text) {} }

    /// Writes text in its turn, and returns when it is written, or when nobody is to wait any more.
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

    /// Lets everybody go who waits, now and from now on: it is time to leave.
    package func release() {
        let waiting = state.withLock { state in
            state.isReleased = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until everything is written; once nobody is to wait any more, for a second more at most.
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
                    // Nobody reads any more. The jobs go on, and the journal knows.
                    self.state.withLock { $0.isBroken = true }
                }
            }
            self.state.withLock { $0.backlog -= text.count }
            isWritten()
        }
    }
}
