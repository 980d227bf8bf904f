import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// Opens pages of a server on this machine; it cannot reach any other.
struct Browser: Sendable {
    let loop: any EventLoop
    let port: Int
    /// The path of the page.
    let path: String

    /// Opens a page, and waits until the server has sent the scene.
    func open(_ makePage: (EventLoopPromise<Void>) -> OpenPage) async throws -> OpenPage {
        let isWelcome = loop.makePromise(of: Void.self)
        let page = makePage(isWelcome)
        do {
            let isUpgraded = try await ClientBootstrap(group: loop)
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture { try configure(channel, for: page) }
                }.get()
            guard isUpgraded else { throw LoadError.notWelcome("The server has no socket at /\(path)/socket.") }
        } catch {
            page.lose("\(error)")
        }
        try await isWelcome.futureResult.get()
        return page
    }

    private func configure(_ channel: any Channel, for page: OpenPage) throws -> EventLoopFuture<Bool> {
        let upgrader = NIOTypedWebSocketClientUpgrader<Bool>(
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(PageHandler(page))
                    return true
                }
            })
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/\(path)/socket")
        head.headers.add(name: "Host", value: "127.0.0.1:\(port)")
        head.headers.add(name: "Origin", value: "http://127.0.0.1:\(port)")
        var pipeline = NIOUpgradableHTTPClientPipelineConfiguration<Bool>(
            upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(
                upgradeRequestHead: head, upgraders: [upgrader],
                notUpgradingCompletionHandler: { channel in channel.close().map { false } }))
        // The welcome may arrive together with the answer to the request.
        pipeline.leftOverBytesStrategy = .forwardBytes
        return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: pipeline)
    }
}
