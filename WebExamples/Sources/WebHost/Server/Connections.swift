import NIOCore
import NIOWebSocket
import Synchronization

typealias Socket = NIOAsyncChannel<Signal, WebSocketFrame>

/// A page that has connected to its machine, or wants to.
struct Arrival: Sendable {
    let page: Page
    /// What the session is known by that it wants to come back to.
    let token: String?
    /// Has to be served by whoever takes the arrival, or closed.
    let socket: Socket
}

/// The connections of a server: they begin as requests, and some of them become visits.
final class Connections: Sendable {
    private struct Content {
        var count = 0
        /// Those that have not become visits.
        var requests: [ObjectIdentifier: any Channel] = [:]
        /// How many are just becoming visits.
        var arriving = 0
        var isClosed = false

        /// Whether there will be no arrival any more.
        var isOver: Bool { isClosed && arriving == 0 }
    }

    /// Those that become visits; ends when the connections are closed.
    let arrivals: AsyncStream<Arrival>
    private let continuation: AsyncStream<Arrival>.Continuation
    private let limit: Int
    private let content = Mutex(Content())

    init(limit: Int) {
        self.limit = limit
        (arrivals, continuation) = AsyncStream.makeStream()
    }

    /// How many there are.
    var count: Int { content.withLock(\.count) }

    /// Counts a connection until it is closed; one that is too many, or comes too late, is closed at once.
    func admit(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let isAdmitted = content.withLock { content in
            guard !content.isClosed, content.count < limit else { return false }
            content.count += 1
            content.requests[id] = channel
            return true
        }
        if isAdmitted {
            channel.closeFuture.whenComplete { _ in
                self.content.withLock { content in
                    content.count -= 1
                    content.requests[id] = nil
                }
            }
        } else {
            channel.close(promise: nil)
        }
        return isAdmitted
    }

    /// Makes a visit of a request, which ends when its session does.
    func welcome(_ channel: any Channel, _ arrival: () throws -> Arrival) throws {
        let isOpen = content.withLock { content in
            if content.isClosed { return false }
            content.requests[ObjectIdentifier(channel)] = nil
            content.arriving += 1
            return true
        }
        guard isOpen else { throw ChannelError.ioOnClosedChannel }
        defer {
            content.withLock { $0.arriving -= 1 }
            finishIfOver()
        }
        continuation.yield(try arrival())
    }

    /// Closes those that are no visits, and admits no others.
    func closeRequests() async {
        let requests = content.withLock { content in
            content.isClosed = true
            return Array(content.requests.values)
        }
        finishIfOver()
        for channel in requests { try? await channel.close() }
    }

    private func finishIfOver() {
        if content.withLock(\.isOver) { continuation.finish() }
    }
}
