#if Inspector
    import NIOCore
    import NIOFoundationCompat
    import NIOWebSocket

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// The line to a page over a socket.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    struct SocketLine: Line {
        let channel: any Channel
        let writer: NIOAsyncChannelOutboundWriter<WebSocketFrame>

        func send(_ message: Data) async throws {
            try await writer.write(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(data: message)))
        }

        func ping() {
            channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()), promise: nil)
        }

        func beat() {
            channel.writeAndFlush(
                WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: "{}")), promise: nil)
        }

        func pong(_ data: Data) async throws {
            try await writer.write(WebSocketFrame(fin: true, opcode: .pong, data: ByteBuffer(data: data)))
        }

        func close(_ farewell: Farewell?) {
            var data = ByteBuffer()
            if let farewell {
                data.writeInteger(farewell.code)
                data.writeString(farewell.reason)
            }
            channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: data), promise: nil)
        }

        func cut() { channel.close(promise: nil) }
    }
#endif
