#if Inspector
    import Foundation
    import NIOCore
    import NIOFoundationCompat
    import NIOWebSocket

    /// Rejects frames that the protocol forbids a browser to send, and that the decoder accepts for other uses.
    ///
    /// It must see frames before they are assembled, when their original form is lost.
    final class FrameRules: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        typealias InboundOut = WebSocketFrame

        enum Violation: Error {
            /// A frame was not masked: a proxy on the way could misinterpret it.
            case unmasked
            /// A bit is set whose meaning both ends would have to agree on.
            case reservedBit
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = unwrapInboundIn(data)
            if frame.maskKey == nil {
                context.fireErrorCaught(Violation.unmasked)
            } else if frame.rsv1 || frame.rsv2 || frame.rsv3 {
                context.fireErrorCaught(Violation.reservedBit)
            } else {
                context.fireChannelRead(data)
            }
        }
    }

    /// Turns frames into signals, and violations of the protocol into farewells; nothing follows a farewell.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    final class FrameHandler: ChannelDuplexHandler {
        typealias InboundIn = WebSocketFrame
        typealias InboundOut = PageSignal
        typealias OutboundIn = WebSocketFrame
        typealias OutboundOut = WebSocketFrame

        private let limits: Limits
        private var hasSaidFarewell = false

        init(limits: Limits) { self.limits = limits }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = unwrapInboundIn(data)
            context.fireChannelRead(wrapInboundOut(signal(of: frame)))
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            guard let farewell = farewell(for: error) else { return context.fireErrorCaught(error) }
            context.fireChannelRead(wrapInboundOut(.fault(farewell)))
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            if hasSaidFarewell {
                promise?.fail(ChannelError.outputClosed)
            } else {
                hasSaidFarewell = unwrapOutboundIn(data).opcode == .connectionClose
                context.write(data, promise: promise)
            }
        }

        private func signal(of frame: WebSocketFrame) -> PageSignal {
            // The aggregator has already unmasked the data.
            let data = frame.unmaskedData
            return switch frame.opcode {
            case .text: isUnicode(data) ? .message(Data(buffer: data)) : .fault(.notUnicode)
            case .binary: .fault(.notText)
            case .ping: .ping(Data(buffer: data))
            case .pong: .pong
            case .connectionClose: close(data)
            case _: .fault(.protocolError("unknown kind of frame"))
            }
        }

        private func close(_ data: ByteBuffer) -> PageSignal {
            if data.readableBytes == 0 { return .close(nil) }
            var reason = data
            guard let code = reason.readInteger(as: UInt16.self), isSendable(code) else {
                return .fault(.protocolError("a farewell without a code that may be sent"))
            }
            return isUnicode(reason) ? .close(code) : .fault(.notUnicode)
        }

        private func isUnicode(_ data: ByteBuffer) -> Bool {
            String(validating: data.readableBytesView, as: UTF8.self) != nil
        }

        /// Whether a code may be sent: the others stand for farewells without words, or have no meaning yet.
        private func isSendable(_ code: UInt16) -> Bool {
            switch code {
            case 1000...1003, 1007...1014, 3000...4999: true
            case _: false
            }
        }

        private func farewell(for error: any Error) -> Farewell? {
            switch error {
            case NIOWebSocketError.invalidFrameLength: .tooLarge(limit: limits.messageSize)
            case NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge: .tooLarge(limit: limits.messageSize)
            case NIOWebSocketFrameAggregator.Error.tooManyFragments: .tooManyParts
            case NIOWebSocketError.fragmentedControlFrame: .protocolError("a control frame in parts")
            case NIOWebSocketError.multiByteControlFrameLength: .protocolError("a control frame of more than 125 bytes")
            case FrameRules.Violation.unmasked: .protocolError("a frame that is not masked")
            case FrameRules.Violation.reservedBit: .protocolError("a reserved bit is set")
            case is NIOWebSocketFrameAggregator.Error: .protocolError("parts of messages are out of order")
            case is NIOWebSocketError: .protocolError("a frame that is none")
            case _: nil
            }
        }
    }

    /// The line to a page over a socket.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    struct SocketLine: Line {
        let channel: any Channel
        let writer: NIOAsyncChannelOutboundWriter<WebSocketFrame>

        func send(_ message: Data) async throws {
            try await writer.write(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(data: message)))
        }

        func ping() { say(.ping, ByteBuffer()) }

        func beat() { say(.text, ByteBuffer(string: "{}")) }

        func pong(_ data: Data) async throws {
            try await writer.write(WebSocketFrame(fin: true, opcode: .pong, data: ByteBuffer(data: data)))
        }

        func close(_ farewell: Farewell?) {
            var data = ByteBuffer()
            if let farewell {
                data.writeInteger(farewell.code)
                data.writeString(farewell.reason)
            }
            say(.connectionClose, data)
        }

        private func say(_ kind: WebSocketOpcode, _ data: ByteBuffer) {
            channel.writeAndFlush(WebSocketFrame(fin: true, opcode: kind, data: data), promise: nil)
        }

        func cut() { channel.close(promise: nil) }
    }
#endif
