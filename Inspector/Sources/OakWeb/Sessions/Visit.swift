import Synchronization

/// One connection of a page to a session.
///
/// It ends when the page goes, or when it is told to leave; the first farewell counts.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Visit: Sendable {
    /// The reason to leave, once it must.
    private let farewell = Mutex<Farewell?>(nil)
    private let farewells: AsyncStream<Farewell>
    private let continuation: AsyncStream<Farewell>.Continuation

    init() {
        (farewells, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// Tells it to leave, and the page why.
    func leave(_ reason: Farewell) {
        let isFirst = farewell.withLock { farewell in
            if farewell != nil { return false }
            farewell = reason
            return true
        }
        if isFirst { continuation.yield(reason) }
    }

    /// Whether it has been told to leave.
    var isLeaving: Bool { farewell.withLock { $0 != nil } }

    /// Waits until it is told to leave.
    ///
    /// - Returns: The reason; `nil` if the calling task is cancelled.
    func untilLeaving() async -> Farewell? {
        for await farewell in farewells { return farewell }
        return nil
    }
}
