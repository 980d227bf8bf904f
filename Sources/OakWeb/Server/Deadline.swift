#if Web
    import NIOCore

    /// Closes a connection that has not ended in time.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    final class Deadline: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = Any

        private let span: TimeAmount
        private var closing: Scheduled<Void>?

        init(_ span: Duration) { self.span = TimeAmount(span) }

        func handlerAdded(context: ChannelHandlerContext) {
            let channel = context.channel
            closing = context.eventLoop.scheduleTask(in: span) { channel.close(promise: nil) }
        }

        func handlerRemoved(context: ChannelHandlerContext) { closing?.cancel() }
    }
#endif
