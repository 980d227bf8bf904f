#if Inspector
    import NIOCore
    import NIOPosix
    import Oak
    import OakTesting
    import Testing

    @testable import OakWeb

    @Suite("A server")
    struct ServerTests {
        @Test(
            "A session is found only by its token",
            arguments: [
                "", "?session=", "?session=0", "?session=" + String(repeating: "x", count: 10_000), "?session=%00", "?",
                "?other=1", "?session", "?session=../../", "#session=1",
            ])
        func wrongTokens(query: String) async throws {
            try await TestServer.run { server in
                let (peer, token) = try await server.visit()
                let (other, otherToken) = try await server.visit("/counter/socket" + query)
                #expect(otherToken != token)
                #expect(await server.sessions.count == 2)
                await peer.close()
                await other.close()
            }
        }

        @Test("A token is not valid for another page")
        func otherPage() async throws {
            let other = page(named: "other")
            try await TestServer.run(pages: [.counter, other]) { server in
                let (peer, token) = try await server.visit()
                let (visitor, otherToken) = try await server.visit("/other/socket?session=\(token)")
                #expect(otherToken != token)
                await peer.close()
                await visitor.close()
            }
        }

        @Test("A page that reconnects resumes its session, and its former connection is told", arguments: Way.allCases)
        func comingBack(way: Way) async throws {
            try await TestServer.run { server in
                let (peer, token) = try await server.visit()
                try await peer.send(.event("increment"))
                _ = try await peer.nextNotice()
                switch way {
                case .farewell: try await peer.send(.close(1001))
                case .halfClosed: try await peer.closeOutput()
                case .reset: try await peer.reset()
                case .stillThere: break
                }
                let again = try await Peer(port: server.port)
                _ = try await again.upgrade("/counter/socket?session=\(token)")
                let welcome = try await again.nextNotice()
                #expect(welcome?["session"] as? String == token)
                #expect(welcome?["resumed"] as? Bool == true)
                #expect(welcome?["html"] as? String == "<p>1</p>")
                if way == .stillThere {
                    let farewell = await peer.nextFarewell()
                    #expect(farewell == .replaced)
                }
                #expect(await server.sessions.count == 1)
                await peer.close()
                await again.close()
            }
        }

        enum Way: CaseIterable { case farewell, halfClosed, reset, stillThere }

        @Test("A page that never reads is given up, and other pages continue")
        func neverReading() async throws {
            var limits = Limits()
            limits.messageRate = 1e6
            limits.messageBurst = 1e6
            try await TestServer.run(pages: [page(named: "counter", ballast: 100_000)], limits: limits) { server in
                let (other, token) = try await server.visit()
                let silent = try await Peer(port: server.port, reading: .never)
                try await silent.send(
                    """
                    GET /counter/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r
                    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
                    """)
                for _ in 0..<100 { try await silent.send(.event("increment")) }
                // Each message of the page is a sign of life. It is silent after the last one, and then absent.
                try await stay(other, token, on: server)
                await other.close()
                await silent.close()
            }
        }

        /// Lets a page say something until no other one has a session.
        private func stay(_ page: Peer, _ token: String, on server: TestServer) async throws {
            repeat {
                try await server.clock.untilAsleep()
                try await page.send(.event("increment"))
                #expect(try await page.nextNotice() != nil)
                // A part of it, so that the page says something between two questions of the server.
                await server.clock.advance(by: Limits().heartbeat / 4)
            } while await server.sessions.count > 1
            #expect(await server.sessions.tokens == [token])
        }

        @Test(
            "A peer that leaves or sends too much during the handshake leaves nothing behind",
            arguments: HandshakeFault.allCases)
        func faultyHandshakes(fault: HandshakeFault) async throws {
            try await TestServer.run { server in
                let (other, token) = try await server.visit()
                let head = """
                    GET /counter/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r
                    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n
                    """
                for _ in 0..<20 {
                    let peer = try await Peer(port: server.port)
                    switch fault {
                    case .body: await peer.trySending(head + "Content-Length: 5\r\n\r\nhello")
                    case .chunkedBody:
                        await peer.trySending(head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
                    case .secondRequest: await peer.trySending(head + "\r\n" + head + "\r\n")
                    case .reset:
                        await peer.trySending(head + "\r\n")
                        try await peer.reset()
                    case .halfClosed:
                        await peer.trySending(head + "\r\n")
                        try? await peer.closeOutput()
                    }
                    await peer.close()
                }
                try await other.send(.event("increment"))
                let notice = try await other.nextNotice()
                #expect(notice?["html"] as? String == "<p>1</p>")
                // An admitted page has a session for as long as it may be away.
                try await stay(other, token, on: server)
                await other.close()
            }
        }

        enum HandshakeFault: CaseIterable { case body, chunkedBody, secondRequest, reset, halfClosed }

        @Test("A server that ends tells its pages and leaves nothing behind")
        func ending() async throws {
            let (farewells, continuation) = AsyncStream.makeStream(of: Farewell?.self)
            let port = Protected(0)
            let unfinished = Protected<Peer?>(nil)
            try await TestServer.run { server in
                port.set(server.port)
                for _ in 0..<10 {
                    let (peer, _) = try await server.visit()
                    Task {
                        continuation.yield(await peer.nextFarewell())
                        try? await peer.send(.close(1001))
                        await peer.untilEnd()
                        await peer.close()
                    }
                }
                #expect(await server.sessions.count == 10)
                // An incomplete request must not keep the server running.
                let peer = try await Peer(port: server.port)
                try await peer.send("GET / HT")
                unfinished.set(peer)
            }
            #expect(await unfinished.value?.readToEnd() == "")
            var count = 0
            for await farewell in farewells {
                #expect(farewell == .shuttingDown)
                count += 1
                if count == 10 { break }
            }
            // The port is free again.
            try await Self.listen(at: "127.0.0.1", port.value)
        }

        @Test("A used port, an invalid port and an unknown host are reported")
        func errors() async throws {
            try await TestServer.run { server in
                for host in ["127.0.0.1", "localhost"] {
                    await #expect(throws: ListeningError.portTaken(server.port)) {
                        try await Self.listen(at: host, server.port)
                    }
                }
            }
            await #expect(throws: ListeningError.noSuchHost("no.such.name.invalid")) {
                try await Self.listen(at: "no.such.name.invalid", 0)
            }
            for port in [-1, 65536] {
                await #expect(throws: ListeningError.noSuchPort(port)) { try await Self.listen(at: "localhost", port) }
            }
            await #expect(throws: ListeningError.noSuchHost("192.0.2.1")) { try await Self.listen(at: "192.0.2.1", 0) }
        }

        @Test(
            "A port is free only if it is free on both loopback addresses",
            .enabled("this machine has no address of version 6") { await hasAddress("::1") })
        func bothAddresses() async throws {
            try await TestServer.run(host: "::1") { server in
                await #expect(throws: ListeningError.portTaken(server.port)) {
                    try await Self.listen(at: "localhost", server.port)
                }
            }
        }

        @Test("A server listens only on loopback addresses by default")
        func loopback() async throws {
            #expect(WebServer.Configuration().host == "localhost")
            let connections = Connections(limit: 1)
            let listeners = try await Self.server(at: "localhost").listeners(for: connections)
            #expect(!listeners.isEmpty)
            for listener in listeners {
                #expect(["127.0.0.1", "::1"].contains(listener.localAddress?.ipAddress))
                try await listener.close()
            }
            await connections.closeRequests()
        }

        @Test("A connected page is not subject to the time limit of a request")
        func noDeadline() async throws {
            let connections = Connections(limit: 1)
            let listeners = try await Self.server(at: "127.0.0.1").listeners(for: connections)
            let port = try #require(listeners[0].localAddress?.port)
            let peer = try await Peer(port: port)
            let head = try await peer.upgrade("/counter/socket")
            #expect(head.hasPrefix("HTTP/1.1 101 "))
            var hasArrived = false
            for await arrival in connections.arrivals {
                try await arrival.socket.executeThenClose { _, _ in
                    let pipeline = arrival.socket.channel.pipeline
                    await #expect(throws: ChannelPipelineError.notFound) {
                        try await pipeline.containsHandler(type: Deadline.self).get()
                    }
                }
                hasArrived = true
                break
            }
            #expect(hasArrived)
            await peer.close()
            for listener in listeners { try await listener.close() }
            await connections.closeRequests()
        }

        private static func server(at host: String, _ port: Int = 0) throws -> WebServer {
            var configuration = WebServer.Configuration()
            configuration.host = host
            configuration.port = port
            return try WebServer(
                Site(title: "", pages: [.counter]), configuration: configuration, clock: TestClock())
        }

        private static func listen(at host: String, _ port: Int) async throws {
            let server = try server(at: host, port)
            try await Task { try await server.run { _ in withUnsafeCurrentTask { $0?.cancel() } } }.value
        }
    }

    /// Whether this machine has an address; found out without the code of the server.
    private func hasAddress(_ host: String) async -> Bool {
        do {
            let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            try await bootstrap.bind(host: host, port: 0).get().close()
            return true
        } catch {
            return false
        }
    }
#endif
