#if Inspector
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOWebSocket

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    extension WebServer {
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
            } catch let error as IOError {
                throw ListeningError(error, host: host, port: port)
            } catch is SocketAddressError.UnknownHost {
                throw .noSuchHost(host)
            } catch {
                throw .failed("\(error)")
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
        private func answer(_ head: HTTPRequestHead) -> RequestHandler.Answer {
            guard policy.admits(head.headers) else {
                return .now(
                    Reply(.misdirectedRequest, "This server is not called that. Start it with that name to allow it."))
            }
            if let download = site.download(for: head) { return .later(download) }
            guard site.visit(to: head) != nil else { return .now(site.reply(to: head)) }
            return .now(
                policy.admitsSocket(head.headers)
                    ? .upgradeRequired : Reply(.forbidden, "Only pages of this server may connect to its machines."))
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    extension ListeningError {
        fileprivate init(_ error: IOError, host: String, port: Int) {
            switch error.errnoCode {
            case EADDRINUSE: self = .portTaken(port)
            case EACCES, EPERM: self = .portForbidden(port)
            case EADDRNOTAVAIL: self = .noSuchHost(host)
            case _: self = .failed(error.description)
            }
        }
    }
#endif
