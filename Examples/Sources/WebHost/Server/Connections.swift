import NIOCore
import Synchronization

/// The connections of a server.
final class Connections: Sendable {
    private let limit: Int
    private let open = Mutex<[ObjectIdentifier: any Channel]>([:])

    init(limit: Int) { self.limit = limit }

    /// Counts a connection until it is closed; one that is too many is closed at once.
    func admit(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let isAdmitted = open.withLock { open in
            guard open.count < limit else { return false }
            open[id] = channel
            return true
        }
        if isAdmitted {
            channel.closeFuture.whenComplete { _ in self.open.withLock { $0[id] = nil } }
        } else {
            channel.close(promise: nil)
        }
        return isAdmitted
    }

    /// Closes all of them.
    func close() {
        for channel in open.withLock({ Array($0.values) }) { channel.close(promise: nil) }
    }
}
