#if Inspector
    import Oak
    import OakTesting
    import Testing

    @testable import OakWeb

    /// A server in the process of the test, with a clock that stands still unless the test says otherwise.
    struct TestServer: Sendable {
        let port: Int
        let sessions: Sessions
        let clock: TestClock

        static func run(
            pages: [Page] = [.counter], downloads: [Downloads] = [], limits: Limits = Limits(),
            host: String = "127.0.0.1",
            _ body: @escaping @Sendable (TestServer) async throws -> Void
        ) async throws {
            let clock = TestClock()
            var configuration = WebServer.Configuration()
            configuration.host = host
            configuration.port = 0
            configuration.limits = limits
            let site = try Site(title: "Pages", pages: pages, downloads: downloads)
            let server = WebServer(site, configuration: configuration, clock: clock)
            let sessions = Sessions(limits: limits, clock: clock)
            let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
            let serving = Task {
                defer { continuation.finish() }
                try await server.run(sessions) { continuation.yield($0) }
            }
            let result: Result<Void, any Error>
            do {
                if let port = await ports.first(where: { _ in true }) {
                    try await body(TestServer(port: port, sessions: sessions, clock: clock))
                } else {
                    Issue.record("the server listens at no port, so that nothing was tested")
                }
                result = .success(())
            } catch {
                result = .failure(error)
            }
            serving.cancel()
            // Peers that do not answer are cut when their time is over.
            let passing = Task {
                for token in await sessions.tokens { await sessions.untilEnded(token) }
                while !Task.isCancelled {
                    do { try await clock.untilAsleep() } catch { break }
                    await clock.runToNext()
                }
            }
            try await serving.value
            passing.cancel()
            try result.get()
        }

        /// A page that is connected.
        func visit(_ path: String = "/counter/socket", reading: Peer.Reading = .eager) async throws -> (
            peer: Peer, token: String
        ) {
            let peer = try await Peer(port: port, reading: reading)
            let head = try await peer.upgrade(path)
            #expect(head.hasPrefix("HTTP/1.1 101"), "\(head)")
            let welcome = try await peer.nextNotice()
            return (peer, try #require(welcome?["session"] as? String))
        }

        /// The answer of a server to its only request, or the part of it that comes in the given time.
        static func answer(to request: String, passing time: Duration = .zero) async throws -> String {
            let answer = Protected("")
            try await run { server in answer.set(try await server.answer(to: request, passing: time)) }
            return answer.value
        }

        /// The answer to a request, or the part of it that comes in the given time.
        func answer(to request: String, passing time: Duration = .zero) async throws -> String {
            let peer = try await Peer(port: port)
            await peer.trySending(request)
            let passing = Task {
                guard time > .zero, (try? await clock.untilAsleep()) != nil else { return }
                await clock.advance(by: time)
            }
            let answer = await peer.readToEnd()
            passing.cancel()
            await peer.close()
            return answer
        }
    }
#endif
