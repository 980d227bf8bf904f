#if Inspector
    import NIOCore
    import NIOHTTP1
    import NIOWebSocket

    /// Answers the one request of a connection, and closes it.
    final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private enum State {
            case waiting
            case reading(HTTPRequestHead)
            /// Everything behind the request is ignored.
            case answered
        }

        /// An answer, or the making of one that takes longer.
        enum Answer: Sendable {
            case now(Reply)
            case later(@Sendable () async -> Reply)
        }

        private let answer: @Sendable (HTTPRequestHead) -> Answer
        private var state = State.waiting

        init(answer: @escaping @Sendable (HTTPRequestHead) -> Answer) { self.answer = answer }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch (unwrapInboundIn(data), state) {
            case (.head(let head), .waiting):
                state = .reading(head)
            case (.end, .reading(let head)):
                state = .answered
                switch answer(head) {
                case .now(let reply): write(reply, to: head, context: context)
                case .later(let make): write(later: make, to: head, context: context)
                }
            case (.body, _), (.head, _), (.end, _):
                break
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            // A refused request for a socket arrives here like any other.
            if error is NIOWebSocketUpgradeError { return }
            context.close(promise: nil)
        }

        private func write(
            later make: @escaping @Sendable () async -> Reply, to head: HTTPRequestHead, context: ChannelHandlerContext
        ) {
            let made = context.eventLoop.makePromise(of: Reply.self)
            made.completeWithTask(make)
            let here = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
            made.futureResult.whenSuccess { reply in
                here.value.handler.write(reply, to: head, context: here.value.context)
            }
        }

        private func write(_ reply: Reply, to head: HTTPRequestHead, context: ChannelHandlerContext) {
            context.write(wrapOutboundOut(.head(reply.head)), promise: nil)
            if head.method != .HEAD { context.write(wrapOutboundOut(.body(.byteBuffer(reply.body))), promise: nil) }
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
        }
    }
#endif
