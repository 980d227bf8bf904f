import Synchronization

/// A page that is connected to a session: from the connection to its end.
///
/// It ends when the page goes, or when it is told to leave; the first farewell counts.
final class Visit: Sendable {
    /// Why it has to leave, once it has to.
    private let farewell = Mutex<Farewell?>(nil)
    private let farewells: AsyncStream<Farewell>
    private let continuation: AsyncStream<Farewell>.Continuation

    init() {
        (farewells, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// Tells it to leave; the page is told why.
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
    /// - Returns: Why; `nil` if the calling task is cancelled.
    func untilLeaving() async -> Farewell? {
        for await farewell in farewells { return farewell }
        return nil
    }
}
