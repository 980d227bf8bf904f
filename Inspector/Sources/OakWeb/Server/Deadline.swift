#if Inspector
    import NIOCore

    /// Closes a connection that has not ended in time.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    final class Deadline: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = Any

        private let span: Duration
        private let clock: any Clock<Duration>
        private var closing: Task<Void, Never>?

        init(_ span: Duration, _ clock: any Clock<Duration>) {
            self.span = span
            self.clock = clock
        }

        func handlerAdded(context: ChannelHandlerContext) {
            closing = Task { [channel = context.channel, clock, span] in
                // Throws if the connection has ended in time.
                guard (try? await clock.sleep(for: span)) != nil else { return }
                channel.close(promise: nil)
            }
        }

        func handlerRemoved(context: ChannelHandlerContext) { closing?.cancel() }
    }
#endif
