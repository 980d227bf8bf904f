#if Inspector
    import NIOCore
    import NIOWebSocket
    import Oak

    typealias Socket = NIOAsyncChannel<PageSignal, WebSocketFrame>

    /// A connection of a page to its machine, or a request for one.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    struct Arrival: Sendable {
        let page: Page
        /// The token of the session to resume, if any.
        let token: String?
        /// The receiver of the arrival must serve or close it.
        let socket: Socket
    }

    /// The connections of a server: they begin as requests, and some of them become visits.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    final class Connections: Sendable {
        private struct Content {
            var count = 0
            /// The connections that have not become visits.
            var requests: [ObjectIdentifier: any Channel] = [:]
            /// The number of connections that are becoming visits.
            var arriving = 0
            var isClosed = false

            /// Whether no further arrivals will follow.
            var isOver: Bool { isClosed && arriving == 0 }
        }

        /// The connections that become visits; ends when the connections are closed.
        let arrivals: AsyncStream<Arrival>
        private let continuation: AsyncStream<Arrival>.Continuation
        private let limit: Int
        private let content = Protected(Content())

        init(limit: Int) {
            self.limit = limit
            (arrivals, continuation) = AsyncStream.makeStream()
        }

        /// Counts a connection until it is closed; one beyond the limit, or after the end, is closed at once.
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

        /// Turns a request into a visit, which ends with its session.
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

        /// Closes all connections that are not visits, and admits no others.
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
#endif
