#if Inspector
    import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOWebSocket

    /// Serves pages to browsers.
    ///
    /// Each open page is a session: one machine, which lives as long as the page is connected, and for a grace period
    /// afterwards, so that the page may be reloaded.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public struct WebServer: Sendable {
        /// The address and the limits of a server.
        public struct Configuration: Sendable {
            /// The name or address of this machine on which the server listens; `localhost` is unreachable from
            /// outside.
            public var host = "localhost"
            /// The port; 0 for any free port.
            public var port = 8080
            /// Additional names under which the server accepts requests.
            public var names: [String] = []
            /// The limits for clients.
            public var limits = Limits()
            /// Called for machines that have failed, with the path of their page; users are only told that a failure
            /// occurred.
            public var report: @Sendable (_ path: String, any Error) -> Void = { path, error in
                // The text of an error may come from users, so it is made harmless for terminals.
                let line = "The machine of the page \(path) has failed: \("\(error)".debugDescription)\n"
                FileHandle.standardError.write(Data(line.utf8))
            }

            /// Creates the default configuration.
            public init() {}
        }

        let site: Site
        let configuration: Configuration
        let policy: NamePolicy
        let clock: any Clock<Duration>

        /// Creates a server.
        ///
        /// - Parameters:
        ///   - site: The pages.
        ///   - configuration: The address and the limits.
        public init(_ site: Site, configuration: Configuration = Configuration()) {
            self.init(site, configuration: configuration, clock: ContinuousClock())
        }

        init(_ site: Site, configuration: Configuration, clock: any Clock<Duration>) {
            self.site = site
            self.configuration = configuration
            self.clock = clock
            policy = NamePolicy(host: configuration.host, others: configuration.names)
        }

        /// Serves until the task is cancelled; then it ends every session with all its work.
        ///
        /// - Parameter whenListening: Called once, with the port.
        /// - Throws: ``ListeningError`` if it cannot listen.
        public func run(whenListening: @Sendable (Int) async -> Void = { _ in }) async throws {
            let sessions = Sessions(limits: configuration.limits, clock: clock, report: configuration.report)
            try await run(sessions, whenListening: whenListening)
        }

        /// Serves the given sessions.
        func run(_ sessions: Sessions, whenListening: @Sendable (Int) async -> Void) async throws(ListeningError) {
            let connections = Connections(limit: configuration.limits.connections)
            let listeners = try await listeners(for: connections)
            // An unstructured task, because it must outlive the cancellation for the duration of the farewells.
            let serving = Task {
                // A discarding group releases what has ended.
                await withDiscardingTaskGroup { group in
                    for await arrival in connections.arrivals {
                        group.addTask { await serve(arrival, sessions) }
                    }
                }
            }
            await whenListening(listeners[0].localAddress?.port ?? configuration.port)
            // Until the task is cancelled.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            for listener in listeners { try? await listener.close() }
            await connections.closeRequests()
            await sessions.close(.shuttingDown)
            // Visits end when their pages have read the farewell, or their time for it is over.
            await serving.value
        }

        private func serve(_ arrival: Arrival, _ sessions: Sessions) async {
            let channel = arrival.socket.channel
            // Throws if the connection is lost.
            try? await arrival.socket.executeThenClose { inbound, outbound in
                await Visit().run(
                    in: sessions, arrival.page, token: arrival.token,
                    line: SocketLine(channel: channel, writer: outbound), signals: inbound)
            }
        }

        // MARK: Listening

        /// Starts to listen.
        func listeners(for connections: Connections) async throws(ListeningError) -> [any Channel] {
            guard configuration.host == "localhost" else {
                return [try await listener(host: configuration.host, port: configuration.port, connections)]
            }
            // A browser tries either address first.
            while true {
                let first = try await listener(host: "127.0.0.1", port: configuration.port, connections)
                do {
                    let port = first.localAddress?.port ?? configuration.port
                    return [first, try await listener(host: "::1", port: port, connections)]
                } catch .portTaken(let port) {
                    // Half of the browsers would reach another program. With port 0, another attempt may find a port
                    // that is free for both.
                    try? await first.close()
                    if configuration.port != 0 { throw .portTaken(port) }
                } catch {
                    // This machine has no such address.
                    return [first]
                }
            }
        }

        private func listener(
            host: String, port: Int, _ connections: Connections
        ) async throws(ListeningError) -> any Channel {
            guard (0...65535).contains(port) else { throw .noSuchPort(port) }
            do {
                return try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .serverChannelOption(.backlog, value: 1024)
                    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                    .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                    .childChannelInitializer { channel in
                        channel.eventLoop.makeCompletedFuture {
                            if connections.admit(channel) { try configure(channel, connections) }
                        }
                    }
                    .bind(host: host, port: port).get()
            } catch {
                throw ListeningError(error, host: host, port: port)
            }
        }

        private func configure(_ channel: any Channel, _ connections: Connections) throws {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(Deadline(configuration.limits.request, clock))
            // The upgrader with a typed result is unsuitable: it drops requests that it does not upgrade.
            let upgrader = NIOWebSocketServerUpgrader(
                maxFrameSize: configuration.limits.messageSize, automaticErrorHandling: false,
                shouldUpgrade: { channel, head in
                    let isAdmitted = policy.admitsSocket(head.headers) && site.visit(to: head) != nil
                    return channel.eventLoop.makeSucceededFuture(isAdmitted ? HTTPHeaders() : nil)
                },
                upgradePipelineHandler: { channel, head in
                    channel.eventLoop.makeCompletedFuture {
                        do {
                            try connections.welcome(channel) { try arrival(on: channel, head) }
                        } catch {
                            channel.close(promise: nil)
                        }
                    }
                })
            var limits = NIOHTTPDecoderLimitConfiguration()
            limits.maxHeaderListSize = 64 * 1024
            limits.maxHeaderFieldSize = 16 * 1024
            try pipeline.configureHTTPServerPipeline(
                withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }),
                withEncoderConfiguration: HTTPResponseEncoder.Configuration(), withDecoderLimitConfiguration: limits)
            try pipeline.addHandler(RequestHandler(answer: answer))
        }

        private func arrival(on channel: any Channel, _ head: HTTPRequestHead) throws -> Arrival {
            guard let visit = site.visit(to: head) else { throw ChannelError.inappropriateOperationForState }
            let pipeline = channel.pipeline.syncOperations
            pipeline.removeHandler(try pipeline.handler(type: Deadline.self), promise: nil)
            pipeline.removeHandler(try pipeline.handler(type: RequestHandler.self), promise: nil)
            try pipeline.addHandler(FrameRules())
            try pipeline.addHandler(
                NIOWebSocketFrameAggregator(
                    minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 64,
                    maxAccumulatedFrameSize: configuration.limits.messageSize))
            try pipeline.addHandler(FrameHandler(limits: configuration.limits))
            return Arrival(
                page: visit.page, token: visit.token, socket: try Socket(wrappingChannelSynchronously: channel))
        }

        @Sendable
        private func answer(_ head: HTTPRequestHead) async -> Reply {
            guard policy.admits(head.headers) else {
                return Reply(
                    .misdirectedRequest, "This server is not called that. Start it with that name to allow it.")
            }
            if let download = await site.download(for: head) { return download }
            guard site.visit(to: head) != nil else { return site.reply(to: head) }
            return policy.admitsSocket(head.headers)
                ? .upgradeRequired : Reply(.forbidden, "Only pages of this server may connect to its machines.")
        }
    }

    extension ListeningError {
        /// The reason that an error of the network tells.
        package init(_ error: any Error, host: String, port: Int) {
            switch error {
            case is SocketAddressError.UnknownHost: self = .noSuchHost(host)
            case let error as IOError:
                switch error.errnoCode {
                case EADDRINUSE: self = .portTaken(port)
                case EACCES, EPERM: self = .portForbidden(port)
                case EADDRNOTAVAIL: self = .noSuchHost(host)
                case _: self = .failed(error.description)
                }
            case _: self = .failed("\(error)")
            }
        }
    }
#endif
