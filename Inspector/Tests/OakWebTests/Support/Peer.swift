#if Inspector
    import NIOCore
    import NIOPosix

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// The client end of a connection, which sends any bytes that the test gives.
    final class Peer: Sendable {
        /// Whether the peer reads the bytes that the server sends.
        enum Reading { case eager, never }

        private let channel: any Channel
        private let reader: Reader

        init(port: Int, reading: Reading = .eager) async throws {
            let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
            channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .channelOption(.autoRead, value: reading == .eager)
                .channelOption(.allowRemoteHalfClosure, value: true)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Collector(continuation))
                    }
                }
                .connect(host: "127.0.0.1", port: port).get()
            reader = Reader(chunks)
        }

        func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }

        func send(_ text: String) async throws { try await send(Array(text.utf8)) }

        /// Sends a text that the server may not read completely.
        func trySending(_ text: String) async { try? await send(text) }

        /// Some bytes; fewer if there are no more to come.
        func read(_ count: Int) async -> [UInt8] { await reader.read(count) }

        /// All bytes up to a mark, and the mark.
        func read(through mark: String) async -> String {
            String(decoding: await reader.read(through: Array(mark.utf8)), as: UTF8.self)
        }

        /// Everything up to the end of the connection.
        func readToEnd() async -> String { String(decoding: await reader.read(.max), as: UTF8.self) }

        /// Stops sending, and continues reading.
        func closeOutput() async throws { try await channel.close(mode: .output) }

        func close() async { try? await channel.close() }

        /// Goes away without a word.
        func reset() async throws {
            try await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            await close()
        }
    }

    /// Passes received bytes on.
    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let continuation: AsyncStream<[UInt8]>.Continuation

        init(_ continuation: AsyncStream<[UInt8]>.Continuation) { self.continuation = continuation }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            continuation.yield(Array(buffer: unwrapInboundIn(data)))
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event as? ChannelEvent == .inputClosed { continuation.finish() }
        }

        func channelInactive(context: ChannelHandlerContext) { continuation.finish() }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    private actor Reader {
        private let chunks: AsyncStream<[UInt8]>
        private var buffer: [UInt8] = []

        init(_ chunks: AsyncStream<[UInt8]>) { self.chunks = chunks }

        func read(_ count: Int) async -> [UInt8] {
            while buffer.count < count, await receive() {}
            return take(min(count, buffer.count))
        }

        func read(through mark: [UInt8]) async -> [UInt8] {
            while true {
                if let range = buffer.firstRange(of: mark) { return take(range.upperBound) }
                guard await receive() else { return take(buffer.count) }
            }
        }

        private func receive() async -> Bool {
            var iterator = chunks.makeAsyncIterator()
            guard let chunk = await iterator.next(isolation: #isolation) else { return false }
            buffer += chunk
            return true
        }

        private func take(_ count: Int) -> [UInt8] {
            defer { buffer.removeFirst(count) }
            return Array(buffer.prefix(count))
        }
    }
#endif
