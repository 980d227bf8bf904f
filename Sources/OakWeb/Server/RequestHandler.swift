#if Web
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

        private let answer: @Sendable (HTTPRequestHead) -> Reply
        private var state = State.waiting

        init(answer: @escaping @Sendable (HTTPRequestHead) -> Reply) { self.answer = answer }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch (unwrapInboundIn(data), state) {
            case (.head(let head), .waiting):
                state = .reading(head)
            case (.end, .reading(let head)):
                state = .answered
                write(answer(head), to: head, context: context)
            case (.body, _), (.head, _), (.end, _):
                break
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            // A refused request for a socket arrives here like any other.
            if error is NIOWebSocketUpgradeError { return }
            context.close(promise: nil)
        }

        private func write(_ reply: Reply, to head: HTTPRequestHead, context: ChannelHandlerContext) {
            context.write(wrapOutboundOut(.head(reply.head)), promise: nil)
            if head.method != .HEAD { context.write(wrapOutboundOut(.body(.byteBuffer(reply.body))), promise: nil) }
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
        }
    }
#endif
