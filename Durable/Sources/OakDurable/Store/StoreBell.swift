import Foundation

/// Wakes the host of a store when others have done something.
package final class StoreBell: @unchecked Sendable {
    private let lock = NSLock()
    private var listener: AsyncStream<Void>.Continuation?

    package init() {}

    package func ring() { lock.withLock { listener }?.yield() }

    /// A value for each time at which the host should look, in place of an earlier listener.
    package func listen() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let former = lock.withLock {
            defer { listener = continuation }
            return listener
        }
        former?.finish()
        return stream
    }
}
