#if Inspector
    import NIOCore
    import NIOHTTP1

    /// The answer to a request.
    struct Reply: Sendable {
        let status: HTTPResponseStatus
        let type: String
        let body: ByteBuffer
        var more = HTTPHeaders()

        init(_ status: HTTPResponseStatus = .ok, type: String, _ body: ByteBuffer) {
            self.status = status
            self.type = type
            self.body = body
        }

        /// A short message for people.
        init(_ status: HTTPResponseStatus, _ message: String) {
            self.init(status, type: "text/plain; charset=utf-8", ByteBuffer(string: message + "\n"))
        }

        /// The answer to a request for a socket that opened none.
        static var upgradeRequired: Reply {
            var reply = Reply(.upgradeRequired, "This is where a page connects to its machine.")
            reply.more.add(name: "Upgrade", value: "websocket")
            return reply
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
