import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

typealias Listener = NIOAsyncChannel<Connection, Never>
typealias Socket = NIOAsyncChannel<Signal, WebSocketFrame>

/// Somebody who has come.
struct Connection: Sendable {
    let channel: any Channel
    /// What they want, once that is known.
    let purpose: EventLoopFuture<Purpose>

    enum Purpose: Sendable {
        /// An answer, which they have got.
        case request
        /// To visit a page.
        case visit(Page, token: String?, Socket)
    }
}

extension WebServer {
    /// Begins to listen.
    func listeners() async throws(ListeningError) -> [Listener] {
        guard configuration.host == "localhost" else {
            return [try await listener(host: configuration.host, port: configuration.port)]
        }
        // A browser tries one of them first, and it is not known which.
        let first = try await listener(host: "127.0.0.1", port: configuration.port)
        guard let port = first.channel.localAddress?.port, let second = try? await listener(host: "::1", port: port)
        else { return [first] }
        return [first, second]
    }

    private func listener(host: String, port: Int) async throws(ListeningError) -> Listener {
        do {
            return try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelOption(.backlog, value: 1024)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .bind(host: host, port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        Connection(channel: channel, purpose: try configure(channel))
                    }
                }
        } catch let error as IOError {
            throw ListeningError(error, host: host, port: port)
        } catch is SocketAddressError {
            throw .noSuchHost(host)
        } catch is SocketAddressError.UnknownHost {
            throw .noSuchHost(host)
        } catch {
            throw .failed("\(error)")
        }
    }

    private func configure(_ channel: any Channel) throws -> EventLoopFuture<Connection.Purpose> {
        let deadline = Deadline(configuration.limits.request)
        try channel.pipeline.syncOperations.addHandler(deadline)
        let upgrader = NIOTypedWebSocketServerUpgrader<Connection.Purpose>(
            maxFrameSize: configuration.limits.messageSize, enableAutomaticErrorHandling: false,
            shouldUpgrade: { channel, head in
                let isAdmitted = policy.admitsSocket(head.headers) && site.visit(to: head) != nil
                return channel.eventLoop.makeSucceededFuture(isAdmitted ? HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture { try makeVisit(channel, head) }
            })
        var pipeline = NIOUpgradableHTTPServerPipelineConfiguration<Connection.Purpose>(
            upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration(
                upgraders: [upgrader],
                notUpgradingCompletionHandler: { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(RequestHandler(answer: answer))
                        return .request
                    }
                }))
        pipeline.decoderConfiguration.maxHeaderListSize = 64 * 1024
        pipeline.decoderConfiguration.maxHeaderFieldSize = 16 * 1024
        return try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(configuration: pipeline)
    }

    private func makeVisit(_ channel: any Channel, _ head: HTTPRequestHead) throws -> Connection.Purpose {
        guard let visit = site.visit(to: head) else { return .request }
        let pipeline = channel.pipeline.syncOperations
        pipeline.removeHandler(try pipeline.handler(type: Deadline.self), promise: nil)
        try pipeline.addHandler(
            NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 64,
                maxAccumulatedFrameSize: configuration.limits.messageSize))
        try pipeline.addHandler(FrameHandler(limits: configuration.limits))
        return .visit(visit.page, token: visit.token, try Socket(wrappingChannelSynchronously: channel))
    }

    @Sendable
    private func answer(_ head: HTTPRequestHead) -> Reply {
        guard policy.admits(head.headers) else {
            return Reply(.misdirectedRequest, "This server is not called that. Start it with that name to allow it.")
        }
        guard site.visit(to: head) != nil else { return site.reply(to: head) }
        return policy.admitsSocket(head.headers)
            ? Reply(.upgradeRequired, "This is where a page connects to its machine.")
            : Reply(.forbidden, "Only pages of this server may connect to its machines.")
    }
}

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
