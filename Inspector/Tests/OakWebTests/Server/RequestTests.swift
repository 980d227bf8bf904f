#if Inspector
    import Testing

    @testable import OakWeb

    @Suite("Requests")
    struct RequestTests {
        static func get(_ path: String, _ headers: String...) -> String {
            "GET \(path) HTTP/1.1\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n"
        }

        private func expectPrecautions(in answer: String) {
            for precaution in [
                "default-src 'none';", "base-uri 'none';", "form-action 'none';", "frame-ancestors 'none'\r\n",
                "X-Content-Type-Options: nosniff\r\n", "Referrer-Policy: no-referrer\r\n",
                "Cross-Origin-Opener-Policy: same-origin\r\n", "Cross-Origin-Resource-Policy: same-origin\r\n",
                "Cache-Control: no-store\r\n",
            ] {
                #expect(answer.contains(precaution), "\(answer.prefix(1000))")
            }
        }

        @Test(
            "A server answers only requests for its own host names",
            arguments: [
                ("Host: localhost", "200"), ("Host: LOCALHOST:8080", "200"), ("Host: 127.0.0.1:1", "200"),
                ("Host: [::1]", "200"), ("Host: [::1]:80", "200"), ("Host: 192.0.2.7", "200"),
                ("Host: evil.example", "421"), ("Host: localhost.evil.example", "421"),
                ("Host: [::1]evil.example", "421"),
                ("Host: localhost:evil", "421"), ("Host: evil.example:8080", "421"), ("Host:", "421"),
                ("Host: localhost\r\nHost: localhost", "421"), ("Host: localhost\r\nHost: evil.example", "421"),
                ("Accept: */*", "421"), ("Host: localhost@evil.example", "421"), ("Host: [::1", "421"),
            ])
        func names(header: String, status: String) async throws {
            let answer = try await TestServer.answer(to: Self.get("/", header))
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(100))")
            if status == "421" { expectPrecautions(in: answer) }
        }

        @Test(
            "A socket is opened only for pages of this server",
            arguments: [
                ("/counter/socket", ["Host: localhost", "Origin: http://localhost"], "101"),
                ("/counter/socket", ["Host: localhost:80", "Origin: https://LOCALHOST:80"], "101"),
                ("/counter/socket", ["Host: localhost"], "101"),
                ("/counter/socket", ["Host: localhost", "Origin: http://evil.example"], "403"),
                ("/counter/socket", ["Host: localhost:80", "Origin: http://localhost:81"], "403"),
                ("/counter/socket", ["Host: localhost", "Origin: null"], "403"),
                ("/counter/socket", ["Host: localhost", "Origin:"], "403"),
                (
                    "/counter/socket", ["Host: localhost", "Origin: http://localhost", "Origin: http://localhost"],
                    "403"
                ),
                ("/counter/socket", ["Host: evil.example", "Origin: http://evil.example"], "421"),
                ("/nothing/socket", ["Host: localhost"], "404"), ("/counter", ["Host: localhost"], "200"),
            ])
        func origins(path: String, headers: [String], status: String) async throws {
            try await TestServer.run { server in
                let peer = try await Peer(port: server.port)
                let answer = try await peer.upgrade(path, headers: headers)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
                if status != "101" { #expect(await server.sessions.count == 0) }
                await peer.close()
            }
        }

        @Test(
            "Only listed paths exist, and no answer may be framed, used by other sites, cached or sniffed",
            arguments: [
                ("/", "200"), ("/counter", "200"), ("/nothing", "404"), ("/counter?session=x", "200"),
                ("/client.js", "200"), ("//", "404"),
                ("//counter", "404"), ("/counter/", "308"), ("//counter/", "404"), ("/%2e%2e/", "404"),
                ("/../etc/passwd", "404"),
                ("/%63ounter", "404"), ("/counter/socket", "426"), ("/counter/socket/", "404"),
                ("http://evil.example/", "404"), ("*", "404"), ("/COUNTER", "404"), ("/counter%00", "404"),
            ])
        func paths(path: String, status: String) async throws {
            let answer = try await TestServer.answer(to: Self.get(path, "Host: localhost"))
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(100))")
            #expect(answer.contains("default-src 'none'; script-src 'self'") || answer.contains("400 Bad Request"))
            if !answer.contains("400 Bad Request") { expectPrecautions(in: answer) }
        }

        @Test("Only GET and HEAD are allowed", arguments: ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"])
        func methods(method: String) async throws {
            let answer = try await TestServer.answer(
                to: "\(method) / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello")
            #expect(answer.hasPrefix("HTTP/1.1 405 "))
            #expect(answer.contains("Allow: GET, HEAD"))
        }

        @Test("HEAD is answered like GET, without a body")
        func head() async throws {
            let answer = try await TestServer.answer(to: "HEAD /client.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(answer.hasSuffix("\r\n\r\n"))
            #expect(!answer.contains("Content-Length: 0"))
        }

        @Test("A body or further requests after a GET are ignored, and each connection has one answer")
        func oneAnswer() async throws {
            try await TestServer.run { server in
                for request in [
                    "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello",
                    String(repeating: "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 20),
                ] {
                    let answer = try await server.answer(to: request)
                    #expect(answer.ranges(of: "HTTP/1.1 200 ").count == 1)
                    #expect(answer.hasSuffix("</html>\n"))
                }
            }
        }

        @Test(
            "An ambiguous request is refused",
            arguments: [
                "Content-Length: 5\r\nTransfer-Encoding: chunked", "Content-Length: 5\r\nContent-Length: 6",
                "Transfer-Encoding: chunked, identity", "Content-Length: +5", "Transfer-Encoding : chunked",
            ])
        func smuggling(headers: String) async throws {
            try await TestServer.run { server in
                let answer = try await server.answer(
                    to:
                        "POST / HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n\r\n0\r\n\r\nGET /counter HTTP/1.1\r\nHost: localhost\r\n\r\n"
                )
                #expect(!answer.contains("HTTP/1.1 200 "), "\(answer.prefix(300))")
                #expect(answer.ranges(of: "HTTP/1.1 ").count <= 1)
            }
        }

        @Test("An endless request is cut off", arguments: Endless.allCases)
        func endless(what: Endless) async throws {
            let answer = try await TestServer.answer(to: what.request, passing: Limits().request)
            #expect(!answer.contains("HTTP/1.1 200 "))
        }

        enum Endless: CaseIterable {
            case path, header, headers, name, emptyLines, method, otherProtocol

            var request: String {
                let start = "GET / HTTP/1.1\r\nHost: localhost\r\n"
                return switch self {
                case .path: "GET /" + String(repeating: "a", count: 1_000_000)
                case .header: start + "X: " + String(repeating: "a", count: 1_000_000)
                case .headers: start + (0..<10_000).map { "X-\($0): a\r\n" }.joined()
                case .name: start + String(repeating: "a", count: 1_000_000)
                case .emptyLines: String(repeating: "\r\n", count: 500_000)
                case .method: String(repeating: "G", count: 100_000)
                case .otherProtocol: "\u{16}\u{03}\u{01}\u{02}"
                }
            }
        }

        @Test(
            "An incomplete request times out",
            arguments: [
                "", "G", "GET / HTTP/1.1\r\nHost: loc",
                "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhell",
            ])
        func deadline(request: String) async throws {
            let answer = try await TestServer.answer(to: request, passing: Limits().request)
            #expect(answer.isEmpty)
        }

        @Test(
            "An invalid handshake is refused",
            arguments: [
                "Sec-WebSocket-Version: 12\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
            ])
        func handshake(headers: String) async throws {
            try await TestServer.run { server in
                let answer = try await server.answer(
                    to: Self.get(
                        "/counter/socket", "Host: localhost", "Connection: Upgrade", "Upgrade: websocket", headers)
                )
                #expect(answer.hasPrefix("HTTP/1.1 426 "), "\(answer.prefix(200))")
                #expect(await server.sessions.count == 0)
            }
        }

        @Test("Connections beyond the limit are closed, and a closed connection makes room for a new one")
        func connections() async throws {
            var limits = Limits()
            limits.connections = 1
            try await TestServer.run(limits: limits) { server in
                let (peer, _) = try await server.visit()
                let answer = try await server.answer(to: Self.get("/", "Host: localhost"))
                #expect(answer.isEmpty)
                try await peer.send(.close(1000))
                // The server closes the connection, and counts it no more before it does.
                await peer.untilEnd()
                await peer.close()
                let later = try await server.answer(to: Self.get("/", "Host: localhost"))
                #expect(later.hasPrefix("HTTP/1.1 200 "))
            }
        }
    }
#endif
