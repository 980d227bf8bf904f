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

        private let answer: @Sendable (HTTPRequestHead) async -> Reply
        private var state = State.waiting

        init(answer: @escaping @Sendable (HTTPRequestHead) async -> Reply) { self.answer = answer }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch (unwrapInboundIn(data), state) {
            case (.head(let head), .waiting):
                state = .reading(head)
            case (.end, .reading(let head)):
                state = .answered
                let made = context.eventLoop.makePromise(of: Reply.self)
                made.completeWithTask { [answer] in await answer(head) }
                let here = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
                made.futureResult.whenSuccess { reply in
                    here.value.handler.write(reply, to: head, context: here.value.context)
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

        private func write(_ reply: Reply, to head: HTTPRequestHead, context: ChannelHandlerContext) {
            context.write(wrapOutboundOut(.head(reply.head)), promise: nil)
            if head.method != .HEAD { context.write(wrapOutboundOut(.body(.byteBuffer(reply.body))), promise: nil) }
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
        }
    }

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

    /// The answer to a request.
    struct Reply: Sendable {
        let status: HTTPResponseStatus
        let type: String
        let body: ByteBuffer
        let more: HTTPHeaders

        init(_ status: HTTPResponseStatus = .ok, type: String, _ body: ByteBuffer, more: HTTPHeaders = [:]) {
            self.status = status
            self.type = type
            self.body = body
            self.more = more
        }

        /// A short message for people.
        init(_ status: HTTPResponseStatus, _ message: String, more: HTTPHeaders = [:]) {
            self.init(status, type: "text/plain; charset=utf-8", ByteBuffer(string: message + "\n"), more: more)
        }

        /// The answer to a request for a socket that opened none.
        static var upgradeRequired: Reply {
            Reply(.upgradeRequired, "This is where a page connects to its machine.", more: ["Upgrade": "websocket"])
        }

        /// The head before the body. Each connection has one request: a page needs five, and a connection is cheap
        /// here.
        var head: HTTPResponseHead {
            var headers = more
            headers.add(name: "Content-Type", value: type)
            headers.add(name: "Content-Length", value: "\(body.readableBytes)")
            headers.add(name: "Connection", value: "close")
            for (name, value) in Reply.precautions { headers.add(name: name, value: value) }
            return HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        }

        /// Restrictions that protect the user whatever a page contains.
        private static let precautions = [
            (
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            ),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cache-Control", "no-store"),
        ]
    }
#endif
